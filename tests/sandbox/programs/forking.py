"""Forks and ends, forks and ends: nobody who is looked at lives long. MARK is in all."""

import os
import time

END = time.monotonic() + 60
os.write(1, b"left\n")
if os.fork() == 0:
    os.setsid()
    while time.monotonic() < END:
        if os.fork():
            os._exit(0)
        os.setsid()
    os._exit(0)
time.sleep(60)
