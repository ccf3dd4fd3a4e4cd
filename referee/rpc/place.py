"""Where the private folders of bots are made. In them are sockets, whose paths are addresses.

On Linux the path of a Unix socket has at most 107 bytes. gRPC reads an address as a URI, in which
the characters ?, # and % have another meaning.
"""

import errno
import os
import tempfile
from pathlib import Path
from typing import Final

_LONGEST: Final = 60
"""Bytes that the path of a place may have. The rest of the 107 is for the name of a folder that is
made there, and for the names of sockets that bots make in that folder."""
_ODD: Final = frozenset("?#%")
_ELSEWHERE: Final = (Path("/tmp"), Path("/var/tmp"), Path("/run/user"))  # noqa: S108
"""Places besides TMPDIR; of the last, the subfolder of the user is meant, as in /run/user/1000."""


def places() -> list[Path]:
    """All places that may be used, in order: TMPDIR is the first. Some of them may not exist."""
    *common, users_folders = _ELSEWHERE
    return [Path(tempfile.gettempdir()), *common, users_folders / str(os.getuid())]


def short_place() -> Path:
    """The first place that exists, may be written to, and has a path that fits into an address.

    Raises OSError, whose `strerror` is a sentence without a full stop.
    """
    for place in places():
        path = os.fspath(place)
        fits = len(os.fsencode(path)) <= _LONGEST and not _ODD & {*path}
        if fits and os.access(place, os.W_OK | os.X_OK):
            return place
    raise OSError(
        errno.ENAMETOOLONG,
        f"the sockets of bots need a folder that can be written to, with a path of at most"
        f" {_LONGEST} bytes and without ?, # and %: set TMPDIR to one;"
        f" received {tempfile.gettempdir()}",
    )
