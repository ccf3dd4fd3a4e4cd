"""Opens its stream with the right token, and never sends a Hello."""

import time

from talk import Stream

stream = Stream()
time.sleep(3600)
