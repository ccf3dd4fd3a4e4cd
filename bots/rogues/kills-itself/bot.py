"""When it is asked for a decision, kills itself."""

import os
import signal

from talk import seated

stream, _ = seated()
os.kill(os.getpid(), signal.SIGKILL)
