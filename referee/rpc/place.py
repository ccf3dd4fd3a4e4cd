"""Where the private folders of bots are made: in there lie sockets, whose paths are addresses.

A path of a Unix socket has at most 107 bytes on Linux, and gRPC reads an address as a URI, in which
a ?, # or % means something else.
"""

import errno
import os
import tempfile
from pathlib import Path
from typing import Final

_LONGEST: Final = 60
"""Bytes that the path may have; the others are for the folder's own name, and for sockets that bots
make in there."""
_ODD: Final = frozenset("?#%")
_ELSEWHERE: Final = (Path("/tmp"), Path("/var/tmp"), Path("/run/user"))  # noqa: S108


def places() -> list[Path]:
    """All places that may be used, the one that is asked for (TMPDIR) first; some may not exist."""
    *common, users = _ELSEWHERE
    return [Path(tempfile.gettempdir()), *common, users / str(os.getuid())]


def short_place() -> Path:
    """The first place that is there, may be written to, and has a path that fits into an address.

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
