"""Gives a bot's user access to files below private folders.

When the referee runs as root, each bot runs as a user of its own, who may not enter a private home
where, say, the interpreter lies. In a mount namespace of the bot's process an empty file system is
mounted over such a folder. It holds nothing but what the program needs, at the same paths.
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
"""The options of an empty file system: who may enter it, and how much its folders may take."""


def closed(paths: Iterable[Path], uid: int) -> dict[Path, list[Path]]:
    """The folders that keep the user from the paths, each with those of the paths that lie below.

    A path that the user cannot reach is listed under the topmost folder above it that the user may
    not enter. Where a path is a symbolic link, its target counts as another path. A path below a
    listed one is left out, and so is what does not exist. Raises OSError.
    """
    found: dict[Path, list[Path]] = {}
    for path in dict.fromkeys(name for each in paths for name in (each, each.resolve())):
        if not os.path.lexists(path):
            continue
        above = [each for each in reversed(path.parents) if not _is_open(each, uid)]
        if above:
            found.setdefault(above[0], []).append(path)
    return {folder: _outermost(needed) for folder, needed in found.items()}


def lay_open(folders: Mapping[str, Sequence[str]]) -> None:
    """Hide each folder from this process and all that it starts, but for the paths given with it.

    `folders` is what `closed` returns, as texts. No other process sees a difference. Needs the
    right to mount (CAP_SYS_ADMIN). Raises OSError: the view may then be half made, so the process
    must exit.
    """
    if not folders:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_CLONE_NEWNS):
        raise _error("no private view of the files can be made")
    # Mounts of a new namespace still spread to the machine's own, unless they are made private.
    _mount("none", "/", _MS_REC | _MS_PRIVATE)
    for folder, paths in folders.items():
        _mount_over(folder, paths)


def _mount_over(folder: str, paths: Sequence[str]) -> None:
    """Mount an empty file system over the folder, with what is needed at the same paths in it.

    What is needed is held open meanwhile: once the new mount hides it, its path leads nowhere.
    """
    links = {path: os.readlink(path) for path in paths if os.path.islink(path)}  # noqa: PTH114, PTH115
    held = {path: os.open(path, os.O_PATH) for path in paths if path not in links}
    try:
        _mount("none", folder, _MS_NOSUID | _MS_NODEV, "tmpfs", _EMPTY)
        for path, target in links.items():
            _make_folders(Path(path).parent)
            os.symlink(target, path)  # noqa: PTH211
        for path, handle in held.items():
            _make_folders(Path(path).parent)
            if stat.S_ISDIR(os.fstat(handle).st_mode):
                _make_folders(Path(path))
            else:
                Path(path).touch()
            # By way of the open handle, since the path now names the empty file or folder made
            # above.
            _mount(f"/proc/self/fd/{handle}", path, _MS_BIND | _MS_REC)
    finally:
        for handle in held.values():
            os.close(handle)


def _make_folders(folder: Path) -> None:
    """Make the folder and those above it; all can be walked through, whatever the umask is."""
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
    number = ctypes.get_errno()
    return OSError(number, f"{what}: {os.strerror(number)}")


def _is_open(folder: Path, uid: int) -> bool:
    """Whether the user may enter the folder."""
    # The bits for a group say nothing: a bot's user is in no group that a folder could belong to.
    status = folder.stat()
    return bool(status.st_mode & (stat.S_IXUSR if status.st_uid == uid else stat.S_IXOTH))


def _outermost(paths: Sequence[Path]) -> list[Path]:
    """The paths without those that lie in another one of them."""
    return list(_not_below(sorted(paths)))


def _not_below(ordered: Sequence[Path]) -> Iterator[Path]:
    last: Path | None = None
    for path in ordered:
        if last is None or not path.is_relative_to(last):
            last = path
            yield path
