"""Relays a port of the bot's private loopback interface to the referee's Unix socket.

It is for bots in languages whose gRPC cannot dial a Unix socket. This file is a program by itself,
with the arguments PORT SOCKET COMMAND... It becomes the command once the port is open.
"""

import os
import socket
import sys
import threading
from contextlib import suppress

_CHUNK = 64 * 1024
"""At most this many bytes are copied at once."""


def main(port: int, path: str, command: list[str]) -> None:
    """Open the port, start a process that relays it to the `path`, and become the command."""
    # Opened before the command runs, so that its first attempt to connect succeeds.
    server = socket.create_server(("127.0.0.1", port), backlog=16)
    if os.fork() == 0:
        # Forked twice, the relaying process is no child that the command would have to wait for.
        if os.fork() == 0:
            _serve(server, path)
        os._exit(0)
    # This waits for the first fork, which ends at once.
    os.wait()
    server.close()
    os.execvp(command[0], command)  # noqa: S606  it is why we are here


def _serve(server: socket.socket, path: str) -> None:
    while True:
        bot, _ = server.accept()
        referee = socket.socket(socket.AF_UNIX)
        try:
            referee.connect(path)
        except OSError:
            bot.close()
            continue
        for source, sink in ((bot, referee), (referee, bot)):
            threading.Thread(target=_copy, args=(source, sink), daemon=True).start()


def _copy(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(_CHUNK):
            sink.sendall(data)
    # This also wakes the thread of the other direction, which would otherwise wait forever.
    for end in (source, sink):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3:])
