"""Is asked, and sleeps."""

import time

from talk import seated

stream, _ = seated()
time.sleep(3600)
