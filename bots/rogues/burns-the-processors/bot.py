"""Keeps every processor busy while it plays."""

import os

from talk import play_on

for _ in range(2 * (os.cpu_count() or 1)):
    if not os.fork():
        while True:
            pass
play_on()
