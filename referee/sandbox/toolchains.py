"""Build tools: where they lie, and where they put what they download and compile."""

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
"""The folder in a bot's folder in which confined builds of that bot have their caches."""
_USER_FOLDERS: Final = {
    "CARGO_HOME": ".cargo",
    "RUSTUP_HOME": ".rustup",
    "GOCACHE": ".cache/go-build",
    "GOMODCACHE": "go/pkg/mod",
    "npm_config_cache": ".npm",
}
"""The folders of tools and of their caches: the environment variable that names each, and the
folder in the user's home that the tool uses when the variable is not set. Without these folders
every build would begin from nothing."""
_BOT_FOLDERS: Final = {
    "CARGO_HOME": "cargo",
    "GOCACHE": "go-build",
    "GOMODCACHE": "go-modules",
    "npm_config_cache": "npm",
}
"""The folders for these variables in confined builds, below the bot's folder of caches."""
_NOT_LINKED: Final = ("_remote.repositories", "maven-metadata", "resolver-status", "trim.txt")
"""How names of files begin that tools write to: a link would lead to the user's own file."""
_MAVEN: Final = Path("/etc/maven")
"""Where Debian has the settings with which Maven starts."""
_MOST_LINKS: Final = 100_000
"""A new cache gets at most this many links, since each takes time and space on the disk."""
_PROGRAMS: Final = (
    *("cargo", "rustc", "rustdoc", "rustup", "go", "node", "npm", "npx", "java", "javac", "mvn"),
    *("gradle", "cmake", "ctest", "make", "ninja", "cc", "c++", "gcc", "g++", "clang", "clang++"),
    *("ld", "pkg-config", "protoc", "grpc_cpp_plugin", "python3", "git", "sh", "bash"),
)
"""The programs that builds call. Other programs call most of them, so no command names them."""


@dataclass(frozen=True, slots=True)
class Tools:
    """How a build finds its tools."""

    environment: Mapping[str, str]
    """Environment variables for the build."""
    readable: tuple[Path, ...] = ()
    """What the build has to be allowed to read."""


def shared() -> Tools:
    """The user's tools with the user's own caches, for builds that are not confined."""
    return Tools({name: str(_usual(name)) for name in _USER_FOLDERS})


def own_caches(room: Path, *, as_another: bool) -> Path:
    """The folder of caches in the folder `room`, which is made if needed. Raises OSError.

    Builds that run `as_another` user who may not enter the user's home have a separate folder,
    since the usual one may hold links to that home.
    """
    caches = room / CACHES
    _make(caches)
    if as_another and not _is_open(Path.home()):
        caches /= "unlinked"
        with suppress(FileExistsError):
            caches.mkdir()
        # Raises OSError if a bot has put a link or a file in its place.
        os.close(os.open(caches, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW))
    return caches


def apart(
    folder: Path, caches: Path, home: Path, path: str, *, as_another: bool, linked: bool = True
) -> Tools:
    """The user's tools, which the build only reads, with caches of the bot's own. Raises OSError.

    If builds shared a cache, one could change what the next one is made of. `folder` is the bot's,
    `caches` comes from `own_caches`, and `path` is the PATH of the build.

    The build reads what the user's Go has downloaded as from a proxy, and so compares checksums.
    New caches get links to what the user's Go has compiled and Maven has downloaded. They get none
    without `linked`, or if the build runs `as_another` user who may not enter the user's home.
    """
    linked = linked and (not as_another or _is_open(Path.home()))
    environment = {name: str(caches / below) for name, below in _BOT_FOLDERS.items()}
    readable = [*runtime.readable(_PROGRAMS, path), *_go_root(path)]
    if (rustup := _usual("RUSTUP_HOME")).is_dir():
        environment["RUSTUP_HOME"] = str(rustup)
        readable.append(rustup)
    # Otherwise Go makes the folders of modules read-only, and the cache could not be removed.
    environment["GOFLAGS"] = "-modcacherw"
    if (downloaded := _usual("GOMODCACHE") / "cache" / "download").is_dir():
        # Go asks the proxy after a bar on any error, but the source after a comma only for modules
        # that the proxy before it does not have.
        environment["GOPROXY"] = f"{downloaded.as_uri()}|https://proxy.golang.org,direct"
        readable.append(downloaded)
    if _MAVEN.is_dir():
        readable.append(_MAVEN)
    repository = caches / "maven"
    # Java takes the user's home from the system and not from HOME, so an option has to name it.
    # Maven's script splits MAVEN_OPTS at spaces, so paths with spaces cannot be given.
    if not any(map(str.isspace, f"{home}{caches}")):
        environment["MAVEN_OPTS"] = f"-Duser.home={home} -Dmaven.repo.local={repository}"
    for file, users, bots in (
        ("go.mod", _usual("GOCACHE"), caches / _BOT_FOLDERS["GOCACHE"]),
        ("pom.xml", Path.home() / ".m2" / "repository", repository),
    ):
        if linked and (folder / file).is_file() and users.is_dir():
            _link(users, bots)
            readable.append(users)
    return Tools(environment, tuple(readable))


def _make(caches: Path) -> None:
    """Make the folder of caches, with a .gitignore so that version control ignores it.

    The folder lies among the files of a bot, so no link is followed. Raises OSError.
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


def _link(source: Path, cache: Path) -> None:
    """Make the cache, with links to the files of the source; if it exists, it stays as it is."""
    with suppress(FileExistsError):
        cache.mkdir()
        left = _MOST_LINKS
        for place, folders, files in os.walk(source):
            below = cache / Path(place).relative_to(source)
            for name in folders:
                (below / name).mkdir()
            for name in files:
                if not name.startswith(_NOT_LINKED) and (left := left - 1) >= 0:
                    (below / name).symlink_to(Path(place, name))


def _usual(name: str) -> Path:
    """The folder that the variable of this name stands for in the user's own environment."""
    return Path(os.environ.get(name) or Path.home() / _USER_FOLDERS[name])


def _is_open(folder: Path) -> bool:
    """Whether other users may enter the folder and all folders above it."""
    return all(each.stat().st_mode & stat.S_IXOTH for each in (folder, *folder.parents))


def _go_root(path: str) -> list[Path]:
    """The folder of the Go installation, which has the standard library.

    Empty if no `go` is on the PATH `path`, or if it does not lie in such a folder.
    """
    program = shutil.which("go", path=path)
    if program is None:
        return []
    root = Path(program).resolve().parent.parent
    return [root] if (root / "src").is_dir() and (root / "pkg").is_dir() else []
