"""Plays correctly, but does not exit after the goodbye, and ignores signals."""

import signal
import time

from talk import Stream, hello

for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
    signal.signal(number, signal.SIG_IGN)
stream = Stream()
stream.say(hello())
try:
    stream.serve()
finally:
    time.sleep(3600)
