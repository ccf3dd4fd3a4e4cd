"""Whether a confined program can be found and read, told before it is started."""

import errno
import os
import shutil
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from referee.sandbox.confinement import Confinement
from referee.sandbox.runtime import SYSTEM

_ENTER = stat.S_IXOTH
_READ = stat.S_IROTH


def widened(confinement: Confinement, readable: Sequence[Path]) -> Confinement:
    """With more to read, and with the true names of all places."""
    return replace(
        confinement,
        folder=confinement.folder.resolve(),
        home=confinement.home.resolve(),
        socket=confinement.socket and confinement.socket.resolve(),
        readable=(*confinement.readable, *readable),
    )


def find(program: str, place: Confinement, path: str) -> Path:
    """The program's file. Raises OSError, with a sentence, for one that would not be found."""
    if os.sep in program:
        return _in_place(place.folder / program, place)
    found = shutil.which(program, path=path)
    if found is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), program)
    return Path(found).resolve()


def check_modes(place: Path, *, above: bool) -> None:
    """Raises OSError when somebody else could not read it, or not walk the folders above it."""
    wanted = {place: _ENTER | _READ} | dict.fromkeys(place.parents if above else (), _ENTER)
    for path, needs in wanted.items():
        if path.stat().st_mode & needs != needs:
            why = f"the user that a bot runs as must be allowed to read {path} (chmod o+rx)"
            raise PermissionError(errno.EACCES, why, str(path))


def open_to(place: Confinement, uid: int, *, private: bool) -> None:
    """Let the user that the program runs as come to its home and its socket, and nobody else."""
    if place.socket:
        # In a view of its own it comes by no other way; the folder around it is closed.
        place.socket.chmod(0o666 if private else 0o600)
    if not private:
        os.chown(place.home, uid, uid)
        if place.socket:
            os.chown(place.socket, uid, uid)


def _in_place(program: Path, place: Confinement) -> Path:
    found = program.resolve()
    if not found.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(program))
    if not os.access(found, os.X_OK) or found.is_dir():
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(program))
    seen = (*SYSTEM, place.folder, *place.readable, *place.writable)
    if not any(found.is_relative_to(each) for each in seen):
        why = f"{found} lies outside of the bot's folder, and a confined bot does not see it"
        raise FileNotFoundError(errno.ENOENT, why, str(program))
    return found
