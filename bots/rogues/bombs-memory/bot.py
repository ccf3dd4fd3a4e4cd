"""When it is asked for a decision, fills the memory from several processes."""

import os
import time

from talk import seated

MB = 1 << 20
MOST = 1200
"""In MB. Each process stops at a third of it if nothing else stops the process before."""

stream, _ = seated()
for _ in range(3):
    if os.fork():
        break
held = [b"x" * MB for _ in range(MOST // 3)]
time.sleep(1)
print("SUCCEEDED: filled", len(held), "MB of memory, three times")
time.sleep(3600)
