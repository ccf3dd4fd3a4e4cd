"""Where the tests' own folders are made; and Ctrl-C ends what they start, however they are run."""

import os
import signal
import tempfile

from referee.rpc.place import short_place

if os.fspath(short_place()) != tempfile.gettempdir():
    # Paths of sockets must be short. TMPDIR stays as it is for what is tested.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", os.fspath(short_place()))
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    # A shell's background job ignores it, and would leave that to every command of the tests.
    signal.signal(signal.SIGINT, signal.default_int_handler)
