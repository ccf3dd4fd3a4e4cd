"""Starts a process in a session of its own, which ignores signals and stays; then it plays."""

import os
import signal
import time

from talk import play_on

if not os.fork():
    os.setsid()
    if os.fork():
        os._exit(0)
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    time.sleep(3600)
os.wait()
play_on()
