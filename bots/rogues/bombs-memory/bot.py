"""When it is asked for a decision, fills the memory from several processes."""

import os
import time

from talk import seated

MB = 1 << 20
MOST = 1200
"""In MB. Each process stops at a third of it if nothing else stops the process before."""

stream, _ = seated()
# Each process but the last one starts the next: three in all.
for _ in range(2):
    if os.fork():
        break
held = [b"x" * MB for _ in range(MOST // 3)]
time.sleep(1)
print("SUCCEEDED: filled", len(held), "MB of memory, in each of three processes")
time.sleep(3600)
