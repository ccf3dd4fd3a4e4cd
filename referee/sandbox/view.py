"""A view of the files in which what a program needs lies open to another user.

As root every bot runs as a user of its own, who may not walk through a private home, where the
interpreter may lie. In a mount namespace of its own an empty file system is mounted over such a
folder; it holds nothing but what the program needs, at the same paths.
"""

import ctypes
import os
import stat
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

# CLONE_NEWNS of unshare and MS_BIND, MS_REC, MS_PRIVATE, MS_NOSUID, MS_NODEV of mount.
_NEW_MOUNTS: Final = 0x20000
_BIND, _RECURSIVE, _PRIVATE = 4096, 16384, 1 << 18
_NO_SUID, _NO_DEVICES = 2, 4
_EMPTY: Final = "mode=0755,size=1m"


def closed(paths: Iterable[Path], uid: int) -> dict[Path, list[Path]]:
    """The topmost folders above the paths that the user may not walk through, with those paths.

    A path counts as it is written, and where it leads to if it is a link. What does not exist is
    left out.
    """
    found: dict[Path, list[Path]] = {}
    for path in dict.fromkeys(name for each in paths for name in (each, each.resolve())):
        if not os.path.lexists(path):
            continue
        above = [each for each in reversed(path.parents) if not _is_open(each, uid)]
        if above and path not in found.setdefault(above[0], []):
            found[above[0]].append(path)
    return {folder: _outermost(needed) for folder, needed in found.items()}


def lay_open(folders: Mapping[str, Sequence[str]]) -> None:
    """Have this process, and all that it starts, see of the folders only the paths that are named.

    Nobody else's view changes. Needs the right to mount (CAP_SYS_ADMIN). Raises OSError.
    """
    if not folders:
        return
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(_NEW_MOUNTS):
        raise _error("no private view of the files can be made")
    # Mounts of a new namespace still spread to the machine's own, unless they are made private.
    _mount("none", "/", _RECURSIVE | _PRIVATE)
    for folder, paths in folders.items():
        _mount_over(folder, paths)


def _mount_over(folder: str, paths: Sequence[str]) -> None:
    """Mount an empty file system over the folder, with what is needed at the same paths in it.

    What is needed is held open meanwhile: once the new mount hides it, its path leads nowhere.
    """
    links = {path: os.readlink(path) for path in paths if os.path.islink(path)}  # noqa: PTH114, PTH115
    held = {path: os.open(path, os.O_PATH) for path in paths if path not in links}
    try:
        _mount("none", folder, _NO_SUID | _NO_DEVICES, "tmpfs", _EMPTY)
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
            _mount(f"/proc/self/fd/{handle}", path, _BIND | _RECURSIVE)
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
