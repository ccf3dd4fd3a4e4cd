"""Leaves a process behind that nothing ties to it, and then sleeps.

Its arguments are MARK SECONDS: the last argument of that process, and how long this one sleeps.
"""

import os
import signal
import sys
import time


def leave(mark: str) -> None:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for number in range(1, signal.NSIG):
                if number not in (signal.SIGKILL, signal.SIGSTOP):
                    try:
                        signal.signal(number, signal.SIG_IGN)
                    except OSError:
                        continue
            os.chdir("/")
            os.closerange(0, 256)
            # Tests find the process by the mark in its command line.
            os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)", mark])
        os._exit(0)
    os.wait()


leave(sys.argv[1])
os.write(1, b"left\n")
time.sleep(float(sys.argv[2]))
