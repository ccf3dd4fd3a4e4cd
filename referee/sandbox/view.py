"""Gives a bot's user access to files below private folders.

On Landlock as root, each bot runs as a user of its own, who may not enter the folders that are
private to others. The interpreter may lie in such a folder, say in a home. So an empty
file system is mounted over the folder, in a mount namespace of the bot's process. Then the paths
that the program needs are mounted in it, and nothing else.
"""

import ctypes
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

# Flags of unshare(2) and mount(2), named after their C names.
_CLONE_NEWNS: Final = 0x20000
_MS_NOSUID: Final = 0x2
_MS_NODEV: Final = 0x4
_MS_BIND: Final = 0x1000
_MS_REC: Final = 0x4000
_MS_PRIVATE: Final = 0x40000
_EMPTY: Final = "mode=0755,size=1m"
"""The options of an empty file system: its mode, and how much memory it may take."""


def closed(paths: Iterable[Path], uid: int) -> dict[Path, list[Path]]:
    """The folders that keep the user from some of the paths, each with those paths.

    A path that the user cannot reach is listed under the topmost folder above it that the user may
    not enter. If a path has symbolic links in it, the path that they lead to counts as another one.
    Paths that do not exist are left out, and so are paths below a listed one. Raises OSError when a
    folder cannot be looked at.
    """
    needed: dict[Path, list[Path]] = {}
    for path in dict.fromkeys(name for each in paths for name in (each, each.resolve())):
        if not os.path.lexists(path):
            continue
        closed_above = [each for each in reversed(path.parents) if not _is_open(each, uid)]
        if closed_above:
            needed.setdefault(closed_above[0], []).append(path)
    return {folder: _outermost(below) for folder, below in needed.items()}


def lay_open(folders: Mapping[str, Sequence[str]]) -> None:
    """Replace each folder, for this process and all that it starts, by one that has only its paths.

    `folders` is the result of `closed`, with texts for paths. Other processes see no difference.
    Needs the right to mount (CAP_SYS_ADMIN). Raises OSError: then only some folders may have been
    replaced, so the process must exit.
    """
    if not folders:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNS):
        raise _error("no private view of the files can be made")
    # Mounts in a new namespace still spread to the namespace before, unless they are made private.
    _mount("none", "/", _MS_REC | _MS_PRIVATE)
    for folder, paths in folders.items():
        _mount_over(folder, paths)


def _mount_over(folder: str, paths: Sequence[str]) -> None:
    """Mount an empty file system over the folder, and in it the paths, at the same places."""
    links = {path: os.readlink(path) for path in paths if os.path.islink(path)}  # noqa: PTH114, PTH115
    # Opened first, since the paths lead nowhere once the new mount hides what was there.
    handles = {path: os.open(path, os.O_PATH) for path in paths if path not in links}
    try:
        _mount("none", folder, _MS_NOSUID | _MS_NODEV, "tmpfs", _EMPTY)
        for path, target in links.items():
            _make_folders(Path(path).parent)
            os.symlink(target, path)  # noqa: PTH211
        for path, handle in handles.items():
            _make_folders(Path(path).parent)
            if stat.S_ISDIR(os.fstat(handle).st_mode):
                _make_folders(Path(path))
            else:
                Path(path).touch()
            # The handle leads to the original, while the path now names the empty file or folder.
            _mount(f"/proc/self/fd/{handle}", path, _MS_BIND | _MS_REC)
    finally:
        for handle in handles.values():
            os.close(handle)


def _make_folders(folder: Path) -> None:
    """Make the folder and missing ones above it; everybody may enter them, whatever the umask."""
    for each in (*reversed(folder.parents), folder):
        if not each.exists():
            each.mkdir()
            each.chmod(0o755)


def _mount(source: str, target: str, flags: int, kind: str = "none", options: str = "") -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    words = (source.encode(), os.fsencode(target), kind.encode())
    if libc.mount(*words, ctypes.c_ulong(flags), options.encode() or None):
        raise _error(f"{target} cannot be laid open")


def _error(what: str) -> OSError:
    """The error of the last call of the C library, with `what` before the system's words."""
    number = ctypes.get_errno()
    return OSError(number, f"{what}: {os.strerror(number)}")


def _is_open(folder: Path, uid: int) -> bool:
    """Whether the user may enter the folder."""
    # The group's bits do not matter: a bot's user is in no group that a folder could belong to.
    status = folder.stat()
    may_enter = stat.S_IXUSR if status.st_uid == uid else stat.S_IXOTH
    return bool(status.st_mode & may_enter)


def _outermost(paths: Sequence[Path]) -> list[Path]:
    """The paths without those that lie in another one of them, sorted."""
    return list(_not_below(sorted(paths)))


def _not_below(ordered: Sequence[Path]) -> Iterator[Path]:
    """The paths that lie in no other; in sorted order a folder comes just before what is in it."""
    last: Path | None = None
    for path in ordered:
        if last is None or not path.is_relative_to(last):
            last = path
            yield path
