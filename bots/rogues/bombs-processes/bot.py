"""When it is asked for a decision, starts as many processes as it can."""

import os
import subprocess
import sys

from talk import seated

BOMB = """
import os, time
started = 0
try:
    while started < 1000:
        if not os.fork():
            time.sleep(3600)
        started += 1
    print("SUCCEEDED: started a thousand processes", flush=True)
except OSError as error:
    print(f"could not start process {started}: {error.strerror}", flush=True)
os._exit(1)
"""
"""The program that starts processes. It stops at a thousand if nothing else stops it."""

stream, _ = seated()
subprocess.run([sys.executable, "-c", BOMB], check=False)
os._exit(1)
