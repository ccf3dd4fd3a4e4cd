"""Is asked, and keeps every processor busy from then on, while it plays."""

import os

from talk import seated

stream, decisions = seated()
for _ in range(2 * (os.cpu_count() or 1)):
    if not os.fork():
        while True:
            pass
stream.serve(decisions)
