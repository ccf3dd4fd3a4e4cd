"""Checks whether a confined program will be found and readable, before it is started."""

import errno
import os
import shutil
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from referee.errors import StychError
from referee.sandbox import view
from referee.sandbox.confinement import Confinement
from referee.sandbox.runtime import SYSTEM

_ENTER = stat.S_IXOTH
_READ = stat.S_IROTH


class ProgramError(StychError, OSError):
    """The program that the command names in its own folder is not there, or cannot be run."""


def is_own(program: str, folder: Path) -> bool:
    """Whether a command names it by a path in the bot's folder; any other program is the machine's.

    Folders of the path may be links; what its last part leads to does not count, so that a link to
    a program is the bot's own.
    """
    if not Path(program).is_absolute():
        return os.sep in program
    above, name = os.path.split(program)
    # Not Path.resolve, which raises where links lead to themselves.
    return Path(os.path.realpath(above), name).is_relative_to(os.path.realpath(folder))


def widened(confinement: Confinement, readable: Sequence[Path]) -> Confinement:
    """The confinement with more to read, and with all links in its own paths resolved."""
    return confinement._replace(
        # Mounts and Landlock's rules hold for what a path leads to.
        folder=confinement.folder.resolve(),
        home=confinement.home.resolve(),
        # Only the way to it: in its place a bot may have put a link.
        socket=confinement.socket and confinement.socket.parent.resolve() / confinement.socket.name,
        readable=(*confinement.readable, *readable),
    )


def find(program: str, place: Confinement, path: str) -> Path:
    """The program's file, as the confined process will find it.

    Raises OSError, with a sentence, when it would not be found. It is a ProgramError when the
    program should lie in the bot's folder: any other one is missing on the machine.
    """
    if is_own(program, place.folder):
        return _in_place(place.folder / program, place)
    found = shutil.which(program, path=path)
    if found is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), program)
    if os.sep in program and not _is_seen(Path(found).resolve(), place):
        why = f"a confined bot does not see {found}; a tournament file can name it as readable"
        raise PermissionError(errno.EACCES, why, found)
    return Path(found).resolve()


def check_modes(place: Confinement, program: Path, command: Sequence[str]) -> None:
    """Check modes; PermissionError when another user could not read the program or a file it names.

    Only modes of the files themselves count: closed folders above them are laid open or mounted.
    """
    named = (place.folder / word for word in command if not word.startswith("-"))
    files = (path.resolve() for path in named if os.path.isfile(path))  # noqa: PTH113  as below
    # What lies elsewhere is not its own: as a word it may mean anything.
    own = (path for path in files if path.is_relative_to(place.folder))
    for path in (place.folder, program, *own):
        needs = _READ | (_ENTER if path.is_dir() or path == program else 0)
        if path.stat().st_mode & needs != needs:
            rights = "rx" if needs & _ENTER else "r"
            why = f"the user that a bot runs as must be allowed to read {path} (chmod o+{rights})"
            raise PermissionError(errno.EACCES, why, str(path))


def laid_open(place: Confinement, uid: int) -> dict[str, list[str]]:
    """The closed folders above what the user needs, with those paths, as in a SupervisorOrder.

    To be called after `open_to`: by then the home belongs to the user.
    """
    needed = (place.folder, place.home, *place.readable, *place.writable)
    found = view.closed((*needed, place.socket) if place.socket else needed, uid)
    return {str(folder): list(map(str, paths)) for folder, paths in found.items()}


def open_to(place: Confinement, uid: int, *, private: bool) -> None:
    """Let the user that the program runs as use its home and its socket, and nobody else.

    `private` says that the program gets a view of files of its own. Raises OSError; it is a
    ProgramError when an earlier process of the bot has put something else in the socket's place.
    """
    if not private:
        with _held(place.home, stat.S_ISDIR) as home:
            os.chown(home, uid, uid)
    if place.socket:
        with _held(place.socket, stat.S_ISSOCK) as socket:
            # In a view of its own a program reaches no other bot's socket: it is enough to let
            # everybody connect, since the folder around the socket is closed to all outside of a
            # view.
            Path(socket).chmod(0o666 if private else 0o600)
            if not private:
                os.chown(socket, uid, uid)


@contextmanager
def _held(path: Path, is_kind: Callable[[int], bool]) -> Iterator[str]:
    """A path that means this very file as long as it is held, whatever bots do in its folder.

    Raises OSError; a ProgramError when there is no file of the kind, which may be a link's target.
    """
    try:
        handle = os.open(path, os.O_PATH | os.O_NOFOLLOW)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise ProgramError(error.errno, f"it has removed {path.name} from its home") from None
    try:
        if not is_kind(os.fstat(handle).st_mode):
            why = f"it has put something else in the place of {path.name} in its home"
            raise ProgramError(errno.EINVAL, why, str(path))
        yield f"/proc/self/fd/{handle}"
    finally:
        os.close(handle)


def _in_place(program: Path, place: Confinement) -> Path:
    # Checked first: resolving a link that leads to itself would fail without a sentence.
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
    """Check a program's file. Raises ProgramError when it is missing or cannot be executed."""
    if not os.path.exists(program):  # noqa: PTH110  the other one raises for a name that is long
        raise ProgramError(errno.ENOENT, os.strerror(errno.ENOENT), str(program))
    if not os.access(program, os.X_OK) or program.is_dir():
        raise ProgramError(errno.EACCES, os.strerror(errno.EACCES), str(program))
