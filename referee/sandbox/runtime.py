"""Finds what a program needs to read beside its own folder: the runtime of its language."""

import importlib.util
import os
import shlex
import shutil
import site
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

from referee.games import installed
from referee.sandbox.confinement import MB, ResourceLimits
from referee.sandbox.temporary_folders import temporary_folder

SYSTEM: Final = tuple(
    map(Path, ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store"))
)
"""Folders with programs and libraries of the system. One that is a link is a link in the bot's view
too."""
_SETTINGS: Final = (
    *("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "timezone"),
    *("ssl/certs", "ssl/openssl.cnf", "pki/tls/certs", "pki/ca-trust", "pki/tls/openssl.cnf"),
    *("ca-certificates", "crypto-policies", "locale.conf", "mime.types"),
)
# Only these, since a prefix such as /opt may also hold files that bots must not read.
_PREFIX_PARTS: Final = ("bin", "lib", "lib64", "libexec", "conf", "jmods", "pyvenv.cfg")
"""The parts of a runtime's prefix, the folder around its `bin`, that bots may read."""
_PYTHONS: Final = {"python", "python3", f"python3.{sys.version_info.minor}"}
_NODE: Final = {"node", "npm", "npx", "tsx", "bun", "deno"}
_SDK: Final = ("stych", "stych_bot", "stych_lines", "referee")
"""The packages that a Python bot may import wherever they are installed, beside those of games.

The bridge for bots that read lines (stych_lines) is among them, since it runs in their sandbox."""


def search_path() -> str:
    """The PATH of bots: the folder of this interpreter, which has the SDK, and this process's PATH.

    The folder comes first.
    """
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


def settings() -> list[Path]:
    """The files in /etc that runtimes read; none tells about users, hosts or the network."""
    etc = Path("/etc")
    paths = [etc / name for name in _SETTINGS]
    return [path for path in (*paths, *etc.glob("java*")) if path.exists()]


def readable(command: Sequence[str], path: str) -> tuple[Path, ...]:
    """The files and folders of the runtime of each program in the command that is on the `path`.

    Those that every bot sees (SYSTEM and `settings`) are left out. A word with a slash adds
    nothing: the command is the bot's and could name any file. Such a program has to lie in the
    bot's folder, or has to be made readable by the tournament file.
    """
    paths: list[Path] = []
    for word in _words(command):
        if os.sep not in word and (program := shutil.which(word, path=path)):
            paths += _program(Path(program))
    return tuple(_outermost(each for each in paths if each.exists()))


def interpreter() -> tuple[Path, ...]:
    """The files that the referee's own Python needs without any package, to run relay.py."""
    # In a virtual environment the program is a link, and the library lies beside its target.
    program = Path(sys.executable).resolve()
    prefixes = {program.parent.parent, Path(sys.base_prefix)}
    return tuple(_outermost(path for prefix in prefixes for path in _installed(prefix)))


def packages(command: Sequence[str], folder: Path, bot_file: str) -> tuple[Path, ...]:
    """The folders `node_modules` above the folder, in which Node looks for packages.

    With them the folders to which links in them lead, except for folders that have a file named
    `bot_file`: in a workspace those are other bots. Empty when the command does not start Node.
    """
    if not _NODE.intersection(Path(word).name for word in _words(command)):
        return ()
    folders: list[Path] = []
    for above in folder.parents:
        if (modules := above / "node_modules").is_dir():
            links = [each for each in modules.glob("*") if each.is_symlink()]
            links += [each for each in modules.glob("@*/*") if each.is_symlink()]
            targets = (each.resolve() for each in links)
            folders += [modules, *(each for each in targets if not (each / bot_file).exists())]
    return tuple(folders)


def environment(limits: ResourceLimits) -> dict[str, str]:
    """Environment variables that tell runtimes of their limits.

    Without them Java, Go and Node would collect garbage as late as if they had the whole machine's
    memory, and would be ended before. Java does not see its control group from inside.
    """
    megabytes = limits.memory // MB
    variables = {
        "JAVA_TOOL_OPTIONS": f"-XX:MaxRAM={megabytes}m -XX:-UsePerfData",
        # Less than the limit, since the heap is not the only memory that a runtime uses.
        "GOMEMLIMIT": f"{megabytes * 9 // 10}MiB",
        "NODE_OPTIONS": f"--max-old-space-size={megabytes * 3 // 4}",
        "MALLOC_ARENA_MAX": "2",
    }
    if limits.cpus:
        variables["JAVA_TOOL_OPTIONS"] += f" -XX:ActiveProcessorCount={limits.cpus}"
        names = ("GOMAXPROCS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "TOKIO_WORKER_THREADS")
        variables |= dict.fromkeys(names, str(limits.cpus))
    return variables


def linked_sdk(command: Sequence[str], path: str) -> Path | None:
    """A folder with links to an SDK that is itself installed as a link; None if it is not needed.

    Python has to list a folder to find a package in it. The folder around the SDK may be a whole
    checkout, which a bot may not list, so there is a folder with links to the SDK alone. All bots
    share it, and it is removed when this process ends. It is not needed when the SDK is no link, or
    no program of the command lies beside our Python. Raises OSError when it cannot be made.
    """
    programs = (shutil.which(word, path=path) for word in _words(command) if os.sep not in word)
    if not any(_lies_with_own_python(Path(program)) for program in programs if program):
        return None
    site_packages = tuple(map(Path, site.getsitepackages()))
    linked = tuple(each for each in sdk() if not any(map(each.is_relative_to, site_packages)))
    return Path(_links(linked).name) if linked else None


@cache
def _links(packages: tuple[Path, ...]) -> tempfile.TemporaryDirectory[str]:
    """A new folder of links to the packages, which everybody may read; one for each process."""
    folder = temporary_folder()
    for package in packages:
        Path(folder.name, package.name).symlink_to(package)
    Path(folder.name).chmod(0o755)
    return folder


def _words(command: Sequence[str]) -> Iterable[str]:
    """Each word of the command once, and each word in it: a word may be a line for a shell."""
    words = [*command]
    for word in command:
        with suppress(ValueError):
            words += shlex.split(word)
    return dict.fromkeys(words)


def _program(program: Path) -> Iterator[Path]:
    """The program, all links from there to its file, and the runtime that lies beside each."""
    while True:
        yield program
        yield from _beside(program)
        if _lies_with_own_python(program):
            yield from _own_python()
        if not program.is_symlink():
            return
        # Links are followed one by one, since what lies beside a link in between may be needed too.
        program = Path(os.path.normpath(program.parent / program.readlink()))


def _beside(program: Path) -> Iterator[Path]:
    """The files of the runtime around a program in a folder `bin`: libraries lie beside `bin`."""
    prefix = program.parent.parent
    has_libraries = any((prefix / name).exists() for name in _PREFIX_PARTS[1:])
    if program.parent.name == "bin" and has_libraries and prefix != prefix.parent:
        yield from _installed(prefix)


def _installed(prefix: Path) -> Iterator[Path]:
    """The parts of _PREFIX_PARTS that exist in the prefix."""
    yield from (path for name in _PREFIX_PARTS if (path := prefix / name).exists())


def is_own_python(program: Path) -> bool:
    """Whether the program is the referee's own interpreter, in the environment that has the SDK.

    Other programs in the same folder are not, nor is the same interpreter in another virtual
    environment.
    """
    if program.parent != Path(sys.prefix, "bin") or program.name not in _PYTHONS:
        return False
    # A folder such as /usr/bin may have a "python" of another version. A virtual environment has
    # one version only, but may have it in several copies.
    is_virtual = sys.prefix != sys.base_prefix
    return is_virtual or program.resolve() == Path(sys.executable).resolve()


def _lies_with_own_python(program: Path) -> bool:
    """Whether the program may be our interpreter, or a script that a package installed for it."""
    return program.parent in {Path(prefix) / "bin" for prefix in (sys.prefix, sys.base_prefix)}


def _own_python() -> Iterator[Path]:
    """The files of the referee's own interpreter, with the SDK, even if that is only linked."""
    for prefix in (sys.prefix, sys.base_prefix):
        yield from _installed(Path(prefix))
    yield from map(Path, site.getsitepackages())
    yield from sdk()


@cache
def sdk() -> tuple[Path, ...]:
    """The folders of a Python bot's SDK, of the rules, and of the installed packages of games."""
    specs = map(importlib.util.find_spec, (*_SDK, *installed.packages()))
    locations = ((spec and spec.submodule_search_locations) or () for spec in specs)
    return tuple(Path(folder) for each in locations for folder in each)


def _outermost(paths: Iterable[Path]) -> Iterator[Path]:
    """The paths, each once, without those that lie in another one, in SYSTEM or in `settings`."""
    chosen: list[Path] = []
    visible = (*SYSTEM, *settings())
    for path in sorted(set(paths)):
        if not any(path.is_relative_to(each) for each in (*visible, *chosen)):
            chosen.append(path)
            yield path
