"""When it is asked for a decision, computes for ever, and so do eight children beside it."""

import os

from talk import seated

stream, _ = seated()
# The children compete for the processor, so the bot itself waits most of the time.
for _ in range(8):
    if not os.fork():
        break
while True:
    pass
