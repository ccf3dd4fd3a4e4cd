"""Is asked, and fills the memory from several processes."""

import os
import time

from talk import seated

MB = 1 << 20
MOST = 1200
"""Where it gives up, should nothing stop it."""

stream, _ = seated()
for _ in range(3):
    if os.fork():
        break
held = [b"x" * MB for _ in range(MOST // 3)]
time.sleep(1)
print("SUCCEEDED: filled", len(held), "MB of memory, three times")
time.sleep(3600)
