"""What a program needs to read beside its own folder: the runtime of its language."""

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
"""Folders with programs and libraries of the system. A link among them stays a link inside."""
_SETTINGS: Final = (
    *("ld.so.cache", "ld.so.conf", "ld.so.conf.d", "alternatives", "localtime", "timezone"),
    *("ssl/certs", "ssl/openssl.cnf", "pki/tls/certs", "pki/ca-trust", "pki/tls/openssl.cnf"),
    *("ca-certificates", "crypto-policies", "locale.conf", "mime.types"),
)
# Only these: a prefix such as /opt may hold anything else beside them.
_PREFIX: Final = ("bin", "lib", "lib64", "libexec", "conf", "jmods", "pyvenv.cfg")
"""What of a runtime that is installed elsewhere is for everybody to read."""
_PYTHONS: Final = {"python", "python3", f"python3.{sys.version_info.minor}"}
_NODE: Final = {"node", "npm", "npx", "tsx", "bun", "deno"}
_SDK: Final = ("stych", "stych_bot", "stych_lines", "referee")
"""What a Python bot may import wherever it is installed, beside the packages of games.

The bridge for bots that read lines is among it: it runs in their sandbox."""


def search_path() -> str:
    """The PATH of bots: first our interpreter's folder, as that has the SDK, and then our own."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


def settings() -> list[Path]:
    """The files in /etc that runtimes read, and none that tells about users, hosts or network."""
    etc = Path("/etc")
    named = [etc / name for name in _SETTINGS]
    return [path for path in (*named, *etc.glob("java*")) if path.exists()]


def readable(command: Sequence[str], path: str) -> tuple[Path, ...]:
    """The files that the command needs: the runtime of every program in it that is on the `path`.

    A program that is named by its place has to lie in the bot's folder, or be made readable by
    whoever runs the tournament: the command is the bot's, and could name anything.
    """
    found: list[Path] = []
    for word in _words(command):
        if os.sep not in word and (program := shutil.which(word, path=path)):
            found += _program(Path(program))
    return tuple(_outermost(each for each in found if each.exists()))


def interpreter() -> tuple[Path, ...]:
    """The files that our own Python needs by itself, for programs of ours that run inside."""
    # In a virtual environment the program is a link, and its library lies with what it links to.
    base = Path(sys.executable).resolve()
    prefixes = {base.parent.parent, Path(sys.base_prefix)}
    return tuple(_outermost(path for prefix in prefixes for path in _installed(prefix)))


def packages(command: Sequence[str], folder: Path, bot_file: str) -> tuple[Path, ...]:
    """The `node_modules` of the folders above, where Node looks for packages, and their links.

    Links to folders that have a `bot_file` are left out: in a workspace these are other bots.
    """
    if not _NODE.intersection(Path(word).name for word in _words(command)):
        return ()
    found: list[Path] = []
    for above in folder.parents:
        if (modules := above / "node_modules").is_dir():
            links = [each for each in modules.glob("*") if each.is_symlink()]
            links += [each for each in modules.glob("@*/*") if each.is_symlink()]
            targets = (each.resolve() for each in links)
            found += [modules, *(each for each in targets if not (each / bot_file).exists())]
    return tuple(found)


def environment(limits: ResourceLimits) -> dict[str, str]:
    """Environment variables that tell runtimes of their limits.

    Without them Java, Go and Node collect garbage as if they had the whole machine, and are ended
    for their memory first: Java does not see the limit of its control group from inside.
    """
    megabytes = limits.memory // MB
    told = {
        "JAVA_TOOL_OPTIONS": f"-XX:MaxRAM={megabytes}m -XX:-UsePerfData",
        # Not all of it: a heap is not the only memory that a runtime has.
        "GOMEMLIMIT": f"{megabytes * 9 // 10}MiB",
        "NODE_OPTIONS": f"--max-old-space-size={megabytes * 3 // 4}",
        "MALLOC_ARENA_MAX": "2",
    }
    if limits.cpus:
        told["JAVA_TOOL_OPTIONS"] += f" -XX:ActiveProcessorCount={limits.cpus}"
        names = ("GOMAXPROCS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "TOKIO_WORKER_THREADS")
        told |= dict.fromkeys(names, str(limits.cpus))
    return told


def linked_sdk(command: Sequence[str], path: str) -> Path | None:
    """A folder in which a Python bot finds an SDK that is installed as a link; None if needless.

    Python has to list a folder to find a package in it. The one around the SDK may be a whole
    checkout, which is not the bot's to list: so there is one with links to the SDK alone. It is the
    referee's, for all bots, and vanishes with this process. Raises OSError when it cannot be made.
    """
    named = (shutil.which(word, path=path) for word in _words(command) if os.sep not in word)
    if not any(_lies_with_own_python(Path(program)) for program in named if program):
        return None
    installed = tuple(map(Path, site.getsitepackages()))
    found = tuple(each for each in sdk() if not any(map(each.is_relative_to, installed)))
    return Path(_links(found).name) if found else None


@cache
def _links(packages: tuple[Path, ...]) -> tempfile.TemporaryDirectory[str]:
    """A new folder of links to the packages, which everybody may read."""
    folder = temporary_folder()
    for package in packages:
        Path(folder.name, package.name).symlink_to(package)
    Path(folder.name).chmod(0o755)
    return folder


def _words(command: Sequence[str]) -> Iterable[str]:
    """Each word of the command once, and those within a word: it may be a line for a shell."""
    found = [*command]
    for word in command:
        with suppress(ValueError):
            found += shlex.split(word)
    return dict.fromkeys(found)


def _program(program: Path) -> Iterator[Path]:
    """The program, the links that lead to it, and what lies beside each of them."""
    while True:
        yield program
        yield from _beside(program)
        if _lies_with_own_python(program):
            yield from _own_python()
        if not program.is_symlink():
            return
        # Link by link, not resolved at once: what lies beside a link in between may be needed too.
        program = Path(os.path.normpath(program.parent / program.readlink()))


def _beside(program: Path) -> Iterator[Path]:
    """The files of the runtime around a program: libraries lie beside the folder of programs."""
    prefix = program.parent.parent
    installed = any((prefix / name).exists() for name in _PREFIX[1:])
    if program.parent.name == "bin" and installed and prefix != prefix.parent:
        yield from _installed(prefix)


def _installed(prefix: Path) -> Iterator[Path]:
    yield from (path for name in _PREFIX if (path := prefix / name).exists())


def is_own_python(program: Path) -> bool:
    """Whether it is the interpreter that runs the referee, in the environment that has the SDK.

    Other programs beside it are not, nor is the same interpreter of another virtual environment.
    """
    if program.parent != Path(sys.prefix, "bin") or program.name not in _PYTHONS:
        return False
    # A folder such as /usr/bin may have a "python" of another version. A virtual environment has
    # one version only, but may have it in several copies.
    own_folder = sys.prefix != sys.base_prefix
    return own_folder or program.resolve() == Path(sys.executable).resolve()


def _lies_with_own_python(program: Path) -> bool:
    """Whether it may be our interpreter, or a script that an installed package has for it."""
    return program.parent in {Path(prefix) / "bin" for prefix in (sys.prefix, sys.base_prefix)}


def _own_python() -> Iterator[Path]:
    """The files of our own interpreter, with the SDK, which may be installed as a link."""
    for prefix in (sys.prefix, sys.base_prefix):
        yield from _installed(Path(prefix))
    yield from map(Path, site.getsitepackages())
    yield from sdk()


@cache
def sdk() -> tuple[Path, ...]:
    """The folders of a Python bot's SDK, of the rules, and of the packages of games."""
    specs = map(importlib.util.find_spec, (*_SDK, *installed.packages()))
    places = ((spec and spec.submodule_search_locations) or () for spec in specs)
    return tuple(Path(place) for each in places for place in each)


def _outermost(paths: Iterable[Path]) -> Iterator[Path]:
    """The paths, each once, without those that lie in another one or in the system's."""
    chosen: list[Path] = []
    seen = (*SYSTEM, *settings())
    for path in sorted(set(paths)):
        if not any(path.is_relative_to(each) for each in (*seen, *chosen)):
            chosen.append(path)
            yield path
