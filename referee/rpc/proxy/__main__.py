"""The proxy's process: python -P -m referee.rpc.proxy, with the files that it inherits and a line.

The line is JSON: the listeners' and the control socket's descriptors, the path of the referee's
socket, the files of a certificate and its key, and the number before that of the first connection.
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
"""Beside two for each new connection; whoever is known has room in half of what there is."""


def main() -> int:
    """Serve until the referee is gone."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    order = json.loads(sys.stdin.readline())
    listeners = [socket.socket(fileno=number) for number in order["listeners"]]
    control = socket.socket(fileno=order["control"])
    tls = _context(order["tls"])
    Proxy(listeners, order["referee"], control, tls, _most_new(), order["first"]).run()
    return 0


def _context(files: list[str]) -> ssl.SSLContext | None:
    """The certificate and key, whose files are removed."""
    if not files:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["h2"])
    context.load_cert_chain(*files)
    for file in files:
        Path(file).unlink()
    return context


def _most_new() -> int:
    """As many unauthenticated connections as there are files for."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return MOST_NEW
    return max(8, min(MOST_NEW, (files - _OTHER_FILES) // 4))


if __name__ == "__main__":
    sys.exit(main())
