"""Where the tests' own folders are made: some hold sockets, whose paths must be short."""

import os
import tempfile

from referee.rpc.place import short_place

if os.fspath(short_place()) != tempfile.gettempdir():
    # TMPDIR stays as it is for what is tested.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", os.fspath(short_place()))
