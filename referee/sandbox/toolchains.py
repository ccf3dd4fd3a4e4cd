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
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel

CACHES: Final = ".stych"
"""The name of the folder with the caches of confined builds. It lies in the bot's folder, in the
workspace around it, whose bots share the caches, or in the work folder of a prebuilding recipe."""
_USER_FOLDERS: Final = {
    "CARGO_HOME": ".cargo",
    "RUSTUP_HOME": ".rustup",
    "GOCACHE": ".cache/go-build",
    "GOMODCACHE": "go/pkg/mod",
    "npm_config_cache": ".npm",
}
"""The folders of tools and of their caches: the environment variable that names each, and the usual
folder in the user's home, which counts if the variable is not set. (Go's other variables, GOPATH
and XDG_CACHE_HOME, do not count.) Without these folders every build would begin from nothing."""
_CACHE_FOLDERS: Final = {
    "CARGO_HOME": "cargo",
    "GOCACHE": "go-build",
    "GOMODCACHE": "go-modules",
    "npm_config_cache": "npm",
}
"""The caches of a confined build: the variable that names each, and its folder in `caches`."""
_NOT_LINKED: Final = ("_remote.repositories", "maven-metadata", "resolver-status", "trim.txt")
"""The beginnings of the names of files that tools write to again and again. They get no links: a
confined build may not write to the user's own files."""
_MAVEN: Final = Path("/etc/maven")
"""The folder with Maven's settings on Debian, where Maven's own folder has a link to it."""
_MOST_LINKS: Final = 100_000
"""A new cache gets at most this many links, since each takes time and space on the disk."""
_PROGRAMS: Final = (
    *("cargo", "rustc", "rustdoc", "rustup", "go", "node", "npm", "npx", "java", "javac", "mvn"),
    *("gradle", "cmake", "ctest", "make", "ninja", "cc", "c++", "gcc", "g++", "clang", "clang++"),
    *("ld", "pkg-config", "protoc", "grpc_cpp_plugin", "python3", "git", "sh", "bash"),
)
"""The programs that builds call. A build command names only the first one, such as `make`, which
calls others."""


@dataclass(frozen=True, slots=True)
class Tools:
    """How a build finds its tools."""

    environment: Mapping[str, str]
    """Environment variables for the build."""
    readable: tuple[Path, ...] = ()
    """The files and folders of the tools that a confined build has to be allowed to read."""


def unconfined_tools() -> Tools:
    """The user's tools with the user's own caches, for builds that are not confined."""
    return Tools({name: str(_user_folder(name)) for name in _USER_FOLDERS})


def may_link(isolation: Isolation) -> bool:
    """Whether confined builds get links to files in the user's home. Raises OSError.

    They get none on Landlock as root, where each build runs as another user, if that user may not
    enter the home. With bubblewrap, root mounts what a build sees, whatever the modes of folders.
    """
    is_another_user = isolation.own_users and isolation.level is IsolationLevel.LANDLOCK
    return not is_another_user or _is_open(Path.home())


def make_caches(folder: Path, *, unlinked: bool = False) -> Path:
    """The folder of caches in `folder`, which is made if it is missing.

    Builds that get no links have an `unlinked` folder apart: other builds may have put links into
    the usual one. Raises OSError, also if a bot has put a link or a file in the folder's place.
    """
    caches = folder / CACHES
    _make(caches)
    if unlinked:
        caches /= "unlinked"
        with suppress(FileExistsError):
            caches.mkdir()
        # This raises OSError for a link or a file.
        os.close(os.open(caches, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW))
    return caches


def confined_tools(folder: Path, caches: Path, home: Path, path: str, *, linked: bool) -> Tools:
    """The user's tools, which the build only reads, with the caches in the folder `caches`.

    If builds wrote to the user's caches, one could change what the next one is made of. `folder` is
    the one to be built, `caches` comes from `make_caches`; `home` and `path` are the build's HOME
    and PATH.

    Go reads modules that the user's Go has downloaded as from a proxy, and so compares checksums.
    With `linked`, new caches get links: to what the user's Go has compiled if the folder has a
    go.mod, and to what Maven has downloaded if it has a pom.xml. Raises OSError.
    """
    environment = {name: str(caches / below) for name, below in _CACHE_FOLDERS.items()}
    readable = [*runtime.readable(_PROGRAMS, path), *_go_root(path)]
    if (rustup := _user_folder("RUSTUP_HOME")).is_dir():
        environment["RUSTUP_HOME"] = str(rustup)
        readable.append(rustup)
    # Otherwise Go makes the folders of modules read-only, and `rm -r` could not remove the cache.
    environment["GOFLAGS"] = "-modcacherw"
    if (downloaded := _user_folder("GOMODCACHE") / "cache" / "download").is_dir():
        # After a bar, Go goes on to the next entry on any error. After a comma it does so only if
        # the proxy answers that it does not have the module; `direct` is the module's own source.
        environment["GOPROXY"] = f"{downloaded.as_uri()}|https://proxy.golang.org,direct"
        readable.append(downloaded)
    if _MAVEN.is_dir():
        readable.append(_MAVEN)
    repository = caches / "maven"
    # Java does not ask HOME but the system's list of users, so an option has to name the home.
    # Maven's script splits MAVEN_OPTS at spaces, so paths with spaces cannot be given.
    if not any(map(str.isspace, f"{home}{caches}")):
        environment["MAVEN_OPTS"] = f"-Duser.home={home} -Dmaven.repo.local={repository}"
    for file, source, cache in (
        ("go.mod", _user_folder("GOCACHE"), caches / _CACHE_FOLDERS["GOCACHE"]),
        ("pom.xml", Path.home() / ".m2" / "repository", repository),
    ):
        if linked and (folder / file).is_file() and source.is_dir():
            _link(source, cache)
            readable.append(source)
    return Tools(environment, tuple(readable))


def _make(caches: Path) -> None:
    """Make the folder of caches, with a .gitignore so that version control ignores it.

    A bot could have put a link in its place, so no link is followed. Raises OSError.
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
    """Make the cache, with the source's folders, and links to at most _MOST_LINKS of its files.

    A cache that exists stays as it is. Raises OSError.
    """
    with suppress(FileExistsError):
        cache.mkdir()
        links = 0
        for place, folders, files in os.walk(source):
            below = cache / Path(place).relative_to(source)
            for name in folders:
                (below / name).mkdir()
            for name in files:
                if links < _MOST_LINKS and not name.startswith(_NOT_LINKED):
                    (below / name).symlink_to(Path(place, name))
                    links += 1


def _user_folder(name: str) -> Path:
    """The user's own folder for a variable of _USER_FOLDERS."""
    return Path(os.environ.get(name) or Path.home() / _USER_FOLDERS[name])


def _is_open(folder: Path) -> bool:
    """Whether other users may enter the folder and all folders above it."""
    return all(each.stat().st_mode & stat.S_IXOTH for each in (folder, *folder.parents))


def _go_root(path: str) -> list[Path]:
    """The folder with Go's standard library; [] if `path`, a PATH, has no Go that lies in one."""
    program = shutil.which("go", path=path)
    if program is None:
        return []
    root = Path(program).resolve().parent.parent
    return [root] if (root / "src").is_dir() and (root / "pkg").is_dir() else []
