"""Relays a port of a private loopback to the referee's socket, for bots without Unix sockets.

Some languages' gRPC cannot dial one. A program by itself: PORT SOCKET COMMAND... It becomes the
command once the port is open.
"""

import os
import socket
import sys
import threading
from contextlib import suppress

_CHUNK = 64 * 1024


def main(port: int, path: str, command: list[str]) -> None:
    """Open the port, leave a process behind that serves it, and become the command."""
    # Opened before the command runs, so that its first attempt to connect succeeds.
    server = socket.create_server(("127.0.0.1", port), backlog=16)
    if os.fork() == 0:
        # Nobody's child, so that the command never waits for it.
        if os.fork() == 0:
            _serve(server, path)
        os._exit(0)
    # For the process between, which ends at once.
    os.wait()
    server.close()
    os.execvp(command[0], command)  # noqa: S606  it is why we are here


def _serve(server: socket.socket, path: str) -> None:
    while True:
        ours, _ = server.accept()
        referee = socket.socket(socket.AF_UNIX)
        try:
            referee.connect(path)
        except OSError:
            ours.close()
            continue
        for one, other in ((ours, referee), (referee, ours)):
            threading.Thread(target=_copy, args=(one, other), daemon=True).start()


def _copy(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(_CHUNK):
            sink.sendall(data)
    # Also wakes the thread of the other direction, which would wait for its end for ever.
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
