"""Finds a program before it is started confined, and checks that it will be seen and readable.

It also opens the bot's home and socket to the user that the program runs as.
"""

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
    """A bot's own program cannot be run, or the bot has removed or replaced its home or socket."""


def is_own(program: str, folder: Path) -> bool:
    """Whether the word `program` of a command names a file in the bot's folder.

    Any other program is the machine's. A relative path with a slash always counts as the bot's. In
    an absolute path links to folders are followed, but not the last part: a link in the bot's
    folder is the bot's own, wherever it leads.
    """
    if not Path(program).is_absolute():
        return os.sep in program
    above, name = os.path.split(program)
    # Not Path.resolve, which raises an error if a link leads to itself.
    return Path(os.path.realpath(above), name).is_relative_to(os.path.realpath(folder))


def resolved(confinement: Confinement, readable: Sequence[Path]) -> Confinement:
    """The confinement with more that may be read, the paths in `readable`, and with links resolved.

    These are the links in the paths of its folder, its home and its socket's folder.
    """
    return confinement._replace(
        # Mounts and Landlock's rules apply to what a path leads to.
        folder=confinement.folder.resolve(),
        home=confinement.home.resolve(),
        # Only the folder is resolved: the bot may have put a link in the socket's place.
        socket=confinement.socket and confinement.socket.parent.resolve() / confinement.socket.name,
        readable=(*confinement.readable, *readable),
    )


def find(program: str, place: Confinement, path: str) -> Path:
    """The program's file, with all links resolved, as the confined process will find it.

    `path` is the bot's PATH. Raises OSError, whose text says why, if the program would not be found
    or cannot be run. It is a ProgramError if the program should lie in the bot's folder; any other
    one is missing on the machine, or not visible to the bot.
    """
    if is_own(program, place.folder):
        return _in_place(place.folder / program, place)
    file = shutil.which(program, path=path)
    if file is None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), program)
    if os.sep in program and not _is_seen(Path(file).resolve(), place):
        why = f"a confined bot does not see {file}; a tournament file can name it as readable"
        raise PermissionError(errno.EACCES, why, file)
    return Path(file).resolve()


def check_modes(place: Confinement, program: Path, command: Sequence[str]) -> None:
    """Check that other users may read the bot's folder, the program, and the command's files.

    These are the files in the bot's folder that words of the command name. Raises PermissionError
    when one may not be read, the program not run, or the folder not entered. Folders above do not
    matter: those that are closed are laid open or mounted.
    """
    words = (place.folder / word for word in command if not word.startswith("-"))
    # Path.is_file would raise an error for a long word.
    files = (path.resolve() for path in words if os.path.isfile(path))  # noqa: PTH113
    # Files elsewhere are not checked: a word that happens to name one may mean something else.
    own_files = (path for path in files if path.is_relative_to(place.folder))
    for path in (place.folder, program, *own_files):
        needs = _READ | (_ENTER if path.is_dir() or path == program else 0)
        if path.stat().st_mode & needs != needs:
            rights = "rx" if needs & _ENTER else "r"
            why = f"the user that a bot runs as must be allowed to read {path} (chmod o+{rights})"
            raise PermissionError(errno.EACCES, why, str(path))


def laid_open(place: Confinement, uid: int) -> dict[str, list[str]]:
    """The value of `laid_open` in a SupervisorOrder: closed folders, and the needed paths in each.

    To be called after `open_to`, which gives the home to the user. Raises OSError.
    """
    needed = (place.folder, place.home, *place.readable, *place.writable)
    folders = view.closed((*needed, place.socket) if place.socket else needed, uid)
    return {str(folder): list(map(str, paths)) for folder, paths in folders.items()}


def open_to(place: Confinement, uid: int, *, private: bool) -> None:
    """Let the program's user, and no other bot's program, use the home and the socket.

    `private` says that the program gets a view of files of its own, in which the home is another
    folder. Raises OSError; it is a ProgramError if an earlier process of the bot has removed the
    home or the socket, or put something else in its place.
    """
    if not private:
        with _fixed_path(place.home, stat.S_ISDIR) as home:
            os.chown(home, uid, uid)
    if place.socket:
        with _fixed_path(place.socket, stat.S_ISSOCK) as socket:
            # With a view of its own a program reaches no other bot's socket. So everybody may
            # connect, since the folder around the socket is closed to all processes without a view.
            Path(socket).chmod(0o666 if private else 0o600)
            if not private:
                os.chown(socket, uid, uid)


@contextmanager
def _fixed_path(path: Path, is_kind: Callable[[int], bool]) -> Iterator[str]:
    """A path that leads to the file at `path` and to no other, whatever bots do in its folder.

    It is valid inside of the `with`. Raises OSError; it is a ProgramError if the file is missing or
    of another kind, such as a link.
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
    """The file of a program in the bot's folder, with links resolved. Raises ProgramError."""
    # Checked first: resolving a link that leads to itself would fail without a sentence.
    check_program(program)
    file = program.resolve()
    if not _is_seen(file, place):
        why = f"{file} lies outside of the bot's folder, and a confined bot does not see it"
        raise ProgramError(errno.ENOENT, why, str(program))
    return file


def _is_seen(file: Path, place: Confinement) -> bool:
    visible = (*SYSTEM, place.folder, *place.readable, *place.writable)
    return any(file.is_relative_to(each) for each in visible)


def check_program(program: Path) -> None:
    """Check a bot's program. Raises ProgramError when it is missing or cannot be executed."""
    # Path.exists would raise an error for a long name.
    if not os.path.exists(program):  # noqa: PTH110
        raise ProgramError(errno.ENOENT, os.strerror(errno.ENOENT), str(program))
    if not os.access(program, os.X_OK) or program.is_dir():
        raise ProgramError(errno.EACCES, os.strerror(errno.EACCES), str(program))
