"""Opens its stream with the right token, and never says hello."""

import time

from talk import Stream

stream = Stream()
time.sleep(3600)
