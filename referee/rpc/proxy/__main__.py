"""The proxy's process: `python -P -m referee.rpc.proxy`.

It inherits files, and reads one line of JSON from standard input: the descriptors of the listeners
and of the control socket, the path of the referee's socket, the files of a certificate and its key,
and the number before that of the first connection.
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
"""Files beside two for each new connection. Connections with a token get half of all the files that
there are."""


def main() -> int:
    """Serve until the referee is gone; returns the exit code."""
    for number in (signal.SIGINT, signal.SIGTERM):
        # Ctrl-C goes to all processes of a terminal: this one ends with the referee, which may have
        # to tell its bots goodbye first.
        signal.signal(number, signal.SIG_IGN)
    order = json.loads(sys.stdin.readline())
    listeners = [socket.socket(fileno=number) for number in order["listeners"]]
    control = socket.socket(fileno=order["control"])
    tls = _context(order["tls"])
    Proxy(listeners, order["referee"], control, tls, _most_new(), order["first"]).run()
    return 0


def _context(files: list[str]) -> ssl.SSLContext | None:
    """A TLS context with the certificate and key, whose files are removed; None without files."""
    if not files:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    # gRPC's clients insist on HTTP/2 being agreed on.
    context.set_alpn_protocols(["h2"])
    context.load_cert_chain(*files)
    for file in files:
        Path(file).unlink()
    return context


def _most_new() -> int:
    """How many unauthenticated connections there are files for, at most MOST_NEW."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_NEW
    # A connection has two files, one at each end, and half of all files are for those with a token.
    return max(8, min(MOST_NEW, (files - _OTHER_FILES) // 4))


if __name__ == "__main__":
    sys.exit(main())
