"""The proxy's process: `python -P -m referee.rpc.proxy`.

It inherits open sockets, and reads one line of JSON from standard input. The line has the
descriptors of the listeners and of the control socket, the path of the referee's socket, the names
of the files with a certificate and its key (none without TLS), and the last number that an earlier
proxy may have given to a connection.
"""

import json
import resource
import signal
import socket
import ssl
import sys
from contextlib import suppress
from pathlib import Path

from referee.rpc.proxy.serving import MOST_NEW, Proxy

_OTHER_FILES = 32
"""How many open files are reserved for all that is no connection, such as the listeners."""


def main() -> int:
    """Serve until the referee closes the control socket or is gone, and return the exit code."""
    for number in (signal.SIGINT, signal.SIGTERM):
        # Both may be sent to all processes of a terminal or a service at once. The referee may then
        # have to say goodbye to its bots, through the proxy. The proxy ends after the referee.
        signal.signal(number, signal.SIG_IGN)
    order = json.loads(sys.stdin.readline())
    listeners = [socket.socket(fileno=number) for number in order["listeners"]]
    control = socket.socket(fileno=order["control"])
    tls = _context(order["tls"])
    Proxy(listeners, order["referee"], control, tls, _most_new(), order["last_number"]).run()
    return 0


def _context(files: list[str]) -> ssl.SSLContext | None:
    """A TLS context with the certificate and the key in these files; None without files.

    The files are removed.
    """
    if not files:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # Clients of gRPC refuse a connection on which HTTP/2 was not agreed on.
    context.set_alpn_protocols(["h2"])
    context.load_cert_chain(*files)
    for file in files:
        Path(file).unlink()
    return context


def _most_new() -> int:
    """Raise the soft limit of open files to the hard one.

    Returns how many unauthenticated connections are allowed: between 8 and MOST_NEW.
    """
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # If the system refuses, the soft limit stays, and fewer connections are allowed.
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_NEW
    # A connection has two files, one at each end. At least half of the other files are reserved for
    # connections with a token, unless that would leave fewer than 8 connections without one.
    return max(8, min(MOST_NEW, (files - _OTHER_FILES) // 4))


if __name__ == "__main__":
    sys.exit(main())
