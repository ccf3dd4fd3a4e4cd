"""Build tools: where they are, and where they keep what they download."""

import os
import shutil
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.sandbox import runtime

CACHES: Final = ".stych"
"""The folder in a bot's own one where confined builds of that bot keep what they download."""
_USUAL: Final = {
    "CARGO_HOME": ".cargo",
    "RUSTUP_HOME": ".rustup",
    "GOCACHE": ".cache/go-build",
    "GOMODCACHE": "go/pkg/mod",
    "npm_config_cache": ".npm",
}
"""Where tools have themselves and what they downloaded: a variable, and the folder in the user's
home that is meant when it is not set. Without them every build would begin from nothing."""
_OWN: Final = {
    "CARGO_HOME": "cargo",
    "GOCACHE": "go-build",
    "GOMODCACHE": "go-modules",
    "npm_config_cache": "npm",
}
"""The folders of the same variables for confined builds, within CACHES."""
_NOT_LINKED: Final = ("_remote.repositories", "maven-metadata", "resolver-status", "trim.txt")
"""Beginnings of names of files that tools write anew, so that a link to the user's would not do."""
_MAVEN: Final = Path("/etc/maven")
"""Where Debian keeps what Maven is started with."""
_MOST_LINKS: Final = 100_000
_PROGRAMS: Final = (
    *("cargo", "rustc", "rustdoc", "rustup", "go", "node", "npm", "npx", "java", "javac", "mvn"),
    *("gradle", "cmake", "ctest", "make", "ninja", "cc", "c++", "gcc", "g++", "clang", "clang++"),
    *("ld", "pkg-config", "protoc", "grpc_cpp_plugin", "python3", "git", "sh", "bash"),
)
"""The programs that builds call, often by way of one another, so that no command names them."""


@dataclass(frozen=True, slots=True)
class Tools:
    """The environment of a build, and what it has to read for that."""

    environment: Mapping[str, str]
    readable: tuple[Path, ...] = ()


def shared() -> Tools:
    """The user's own tools with all that they ever downloaded, for builds that nothing confines."""
    return Tools({name: str(_usual(name)) for name in _USUAL})


def own_caches(room: Path, *, as_another: bool) -> Path:
    """The folder of caches of the bots in the room, which is made if need be. Raises OSError.

    It is another one for builds that run `as_another` user who may not enter the user's home, as
    the first may have links to there.
    """
    caches = room / CACHES
    _make(caches)
    if as_another and not _is_open(Path.home()):
        caches /= "unlinked"
        with suppress(FileExistsError):
            caches.mkdir()
        os.close(os.open(caches, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW))
    return caches


def apart(
    folder: Path, caches: Path, home: Path, path: str, *, as_another: bool, linked: bool = True
) -> Tools:
    """The user's own tools, to be read, with caches of the bot's own. Raises OSError.

    A cache that builds share would let one change what the next one is made of. What the user's Go
    has downloaded is read as from a proxy, sums compared; what Go has compiled and Maven downloaded
    is linked to, when the caches are new; not for a build that would walk there `as_another` user
    and may not, nor without `linked`.
    """
    linked = linked and (not as_another or _is_open(Path.home()))
    environment = {name: str(caches / below) for name, below in _OWN.items()}
    readable = [*runtime.readable(_PROGRAMS, path), *_go_root(path)]
    if (rustup := _usual("RUSTUP_HOME")).is_dir():
        environment["RUSTUP_HOME"] = str(rustup)
        readable.append(rustup)
    # Go makes the folders of its modules read-only otherwise, and removing the cache would fail.
    environment["GOFLAGS"] = "-modcacherw"
    if (downloaded := _usual("GOMODCACHE") / "cache" / "download").is_dir():
        # After a bar Go asks the next proxy whatever went wrong; after a comma only for what is
        # missing.
        environment["GOPROXY"] = f"{downloaded.as_uri()}|https://proxy.golang.org,direct"
        readable.append(downloaded)
    if _MAVEN.is_dir():
        readable.append(_MAVEN)
    repository = caches / "maven"
    # Java asks the system for the user's home, and Maven's script divides this at spaces.
    if not any(map(str.isspace, f"{home}{caches}")):
        environment["MAVEN_OPTS"] = f"-Duser.home={home} -Dmaven.repo.local={repository}"
    for file, used, own in (
        ("go.mod", _usual("GOCACHE"), caches / _OWN["GOCACHE"]),
        ("pom.xml", Path.home() / ".m2" / "repository", repository),
    ):
        if linked and (folder / file).is_file() and used.is_dir():
            _link(used, own)
            readable.append(used)
    return Tools(environment, tuple(readable))


def _make(caches: Path) -> None:
    """Make the folder of caches, which version control is to leave alone.

    It lies among a stranger's files: nothing is written by way of a link. Raises OSError.
    """
    with suppress(FileExistsError):
        caches.mkdir()
    folder = os.open(caches, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        with suppress(FileExistsError):
            new = os.O_WRONLY | os.O_CREAT | os.O_EXCL
            with open(os.open(".gitignore", new, 0o644, dir_fd=folder), "w") as file:  # noqa: PTH123
                file.write("*\n")
    finally:
        os.close(folder)


def _link(used: Path, own: Path) -> None:
    """Fill a new cache with links to what is in the other one; one that exists is left as it is."""
    with suppress(FileExistsError):
        own.mkdir()
        left = _MOST_LINKS
        for place, folders, files in os.walk(used):
            below = own / Path(place).relative_to(used)
            for name in folders:
                (below / name).mkdir()
            for name in files:
                if not name.startswith(_NOT_LINKED) and (left := left - 1) >= 0:
                    (below / name).symlink_to(Path(place, name))


def _usual(name: str) -> Path:
    return Path(os.environ.get(name) or Path.home() / _USUAL[name])


def _is_open(folder: Path) -> bool:
    return all(each.stat().st_mode & stat.S_IXOTH for each in (folder, *folder.parents))


def _go_root(path: str) -> list[Path]:
    """The folders of Go's own sources, which lie beside its programs; [] when there are none."""
    program = shutil.which("go", path=path)
    root = Path(program).resolve().parent.parent if program else Path()
    return [root] if (root / "src").is_dir() and (root / "pkg").is_dir() else []
