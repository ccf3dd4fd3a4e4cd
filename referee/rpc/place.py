"""Where the private folders of bots are made: the path of a socket has at most 107 bytes."""

import errno
import os
import tempfile
from pathlib import Path
from typing import Final

_LONGEST: Final = 60
"""In bytes. The rest is for the folder's own name, and for sockets that bots make in there."""
_ELSEWHERE: Final = (Path("/tmp"), Path("/var/tmp"), Path("/run/user"))  # noqa: S108


def places() -> list[Path]:
    """All places that may be used, the one that is asked for (TMPDIR) first."""
    *common, users = _ELSEWHERE
    return [Path(tempfile.gettempdir()), *common, users / str(os.getuid())]


def short_place() -> Path:
    """The first that is there, may be written to, and has a path that is short enough.

    Raises OSError, whose `strerror` is a sentence without a full stop.
    """
    for place in places():
        if len(os.fsencode(place)) <= _LONGEST and os.access(place, os.W_OK | os.X_OK):
            return place
    raise OSError(
        errno.ENAMETOOLONG,
        f"the sockets of bots need a folder that can be written to, with a path of at most"
        f" {_LONGEST} bytes: set TMPDIR to one; received {tempfile.gettempdir()}",
    )
