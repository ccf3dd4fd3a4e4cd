"""Is asked, and thinks for ever; its children take the processor from it, so it always waits."""

import os

from talk import seated

stream, _ = seated()
for _ in range(8):
    if not os.fork():
        break
while True:
    pass
