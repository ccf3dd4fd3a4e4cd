"""Whether a confined program can be found and read, told before it is started."""

import errno
import os
import shutil
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from referee.errors import StychError
from referee.sandbox import view
from referee.sandbox.confinement import Confinement
from referee.sandbox.runtime import SYSTEM

_ENTER = stat.S_IXOTH
_READ = stat.S_IROTH


class ProgramError(StychError, OSError):
    """The program that the command names in its own folder is not there, or cannot be run."""


def is_own(program: str) -> bool:
    """Whether a command names it by its place below the folder; any other is the machine's."""
    return os.sep in program and not Path(program).is_absolute()


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
    """The program's file. Raises OSError, with a sentence, for one that would not be found.

    It is a ProgramError when the program should lie in the folder: else the machine lacks it.
    """
    if is_own(program):
        return _in_place(place.folder / program, place)
    found = shutil.which(program, path=path)
    if found is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), program)
    if os.sep in program and not _is_seen(Path(found).resolve(), place):
        why = f"a confined bot does not see {found}; a tournament file can name it as readable"
        raise PermissionError(errno.EACCES, why, found)
    return Path(found).resolve()


def check_modes(place: Confinement, program: Path, command: Sequence[str]) -> None:
    """Raises OSError when another user could not read the program or what its command names.

    The folders above are not looked at: they are no hindrance.
    """
    named = (place.folder / word for word in command if not word.startswith("-"))
    for path in (place.folder, program, *filter(os.path.isfile, named)):
        needs = _READ | (_ENTER if path.is_dir() or path == program else 0)
        if path.stat().st_mode & needs != needs:
            rights = "rx" if needs & _ENTER else "r"
            why = f"the user that a bot runs as must be allowed to read {path} (chmod o+{rights})"
            raise PermissionError(errno.EACCES, why, str(path))


def laid_open(place: Confinement, uid: int) -> dict[str, list[str]]:
    """What has to be laid open to the user, who has the home by now, as an order has it."""
    needed = (place.folder, place.home, *place.readable, *place.writable)
    found = view.closed((*needed, place.socket) if place.socket else needed, uid)
    return {str(folder): list(map(str, paths)) for folder, paths in found.items()}


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
    # First, as a link that leads to itself has no place to be resolved to.
    check_program(program)
    found = program.resolve()
    if not _is_seen(found, place):
        why = f"{found} lies outside of the bot's folder, and a confined bot does not see it"
        raise ProgramError(errno.ENOENT, why, str(program))
    return found


def _is_seen(found: Path, place: Confinement) -> bool:
    seen = (*SYSTEM, place.folder, *place.readable, *place.writable)
    return any(found.is_relative_to(each) for each in seen)


def check_program(program: Path) -> None:
    """Raises ProgramError when there is nothing that could be run."""
    if not os.path.exists(program):  # noqa: PTH110  the other one raises for a name that is long
        raise ProgramError(errno.ENOENT, os.strerror(errno.ENOENT), str(program))
    if not os.access(program, os.X_OK) or program.is_dir():
        raise ProgramError(errno.EACCES, os.strerror(errno.EACCES), str(program))
