"""When it is asked for a decision, closes its connection, and its process goes on."""

import time

from talk import seated

stream, _ = seated()
stream.hang_up()
time.sleep(3600)
