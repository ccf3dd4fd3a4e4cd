"""When it is asked for a decision, sleeps for an hour."""

import time

from talk import seated

stream, _ = seated()
time.sleep(3600)
