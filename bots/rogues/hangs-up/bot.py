"""Is asked, closes its connection and stays."""

import time

from talk import seated

stream, _ = seated()
stream.hang_up()
time.sleep(3600)
