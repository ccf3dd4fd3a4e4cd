"""Prints to standard output without end while it plays."""

import os
import threading

from talk import play_on


def flood():
    line = b"\x1b[31mcome and see \x07" * 1000
    while True:
        os.write(1, line)


threading.Thread(target=flood, daemon=True).start()
play_on()
