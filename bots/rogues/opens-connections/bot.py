"""Opens up to 500 more connections, and sends nothing on them while it plays."""

import os
import socket

from talk import seated

MOST = 500

stream, decisions = seated()
held = []
for _ in range(MOST):
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(1)
    try:
        line.connect(os.environ["STYCH_ADDRESS"].removeprefix("unix:"))
    except OSError as error:
        print(f"could not open connection {len(held)}: {error.strerror or error}", flush=True)
        break
    held.append(line)
print("opened", len(held), "connections", flush=True)
stream.serve(decisions)
