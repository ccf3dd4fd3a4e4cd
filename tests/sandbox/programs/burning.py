"""Uses SECONDS of a processor in a child and MB of memory, says so, and waits."""

import os
import sys
import time

held = b"x" * (int(sys.argv[2]) << 20)
if os.fork() == 0:
    while time.process_time() < float(sys.argv[1]):
        pass
    os._exit(0)
os.wait()
os.write(1, b"burnt\n")
time.sleep(60)
