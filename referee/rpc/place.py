"""Where private folders are made. They may have sockets in them, whose paths are addresses.

On Linux the path of a Unix socket has at most 107 bytes. gRPC reads an address as a URI, in which
the characters ?, # and % have another meaning.
"""

import errno
import os
import tempfile
from pathlib import Path
from typing import Final

_LONGEST: Final = 60
"""The most bytes of the path of a place. The rest of the 107 is for the name of a folder that is
made there, and for the names of sockets that the referee and bots make in that folder."""
_URI_CHARACTERS: Final = frozenset("?#%")
_COMMON: Final = (Path("/tmp"), Path("/var/tmp"))  # noqa: S108
"""Places that all users share, where a machine has them."""
_OF_USERS: Final = Path("/run/user")
"""The folder with a place for each user, named by the user's id; not all machines have it."""


def places() -> list[Path]:
    """All places that may be used, in order. Some of them may not exist.

    The first is Python's folder for temporary files: TMPDIR, if that is set to a usable folder.
    Raises OSError if there is no such folder.
    """
    return [Path(tempfile.gettempdir()), *_COMMON, _OF_USERS / str(os.getuid())]


def short_place() -> Path:
    """The first place that exists, may be written to, and has a path that fits into an address.

    Raises OSError, whose `strerror` is a sentence without a full stop.
    """
    for place in places():
        path = os.fspath(place)
        fits = len(os.fsencode(path)) <= _LONGEST and not _URI_CHARACTERS & {*path}
        if fits and os.access(place, os.W_OK | os.X_OK):
            return place
    raise OSError(
        errno.ENAMETOOLONG,
        f"the sockets of bots need a folder that can be written to, with a path of at most"
        f" {_LONGEST} bytes and without ?, # and %: set TMPDIR to one;"
        f" received {tempfile.gettempdir()}",
    )
