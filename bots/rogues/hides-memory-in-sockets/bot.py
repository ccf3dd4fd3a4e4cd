"""When it is asked for a decision, fills the buffers of sockets from several processes."""

import os
import socket
import time

from talk import seated

MB = 1 << 20
MOST = 1200
"""In MB. Each process stops at a third of it if nothing else stops the process before."""

stream, _ = seated()
# Each process but the last one starts the next: three in all.
for _ in range(2):
    if os.fork():
        break
held, filled = [], 0
block = b"x" * 65536
while filled < MOST // 3 * MB:
    try:
        pair = socket.socketpair()
    except OSError:
        # It may open no more files; what it has filled stays.
        break
    for end in pair:
        held.append(end)
        end.setblocking(False)
        try:
            while sent := end.send(block):
                filled += sent
        except BlockingIOError:
            continue
else:
    time.sleep(1)
    print("SUCCEEDED: filled", filled // MB, "MB of buffers, in each of three processes")
time.sleep(3600)
