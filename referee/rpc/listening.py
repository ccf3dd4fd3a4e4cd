"""Sockets that listen at an address, and the error when they cannot."""

import errno
import socket
from typing import Any, Final

from referee.errors import StychError

_BACKLOG: Final = 1024
_RECEIVED: Final = 1 << 16
"""Bytes of one connection that may wait to be read."""
_TRIES: Final = 10
"""How often a port is looked for that is free on all addresses of a name."""
_ABSENT: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)

_Where = tuple[Any, ...]
"""What a socket binds to: host and port, and with IPv6 flow and scope."""


class ListeningError(StychError):
    """The address cannot be listened on, or not any more; the text is one sentence."""


def bound(address: str) -> list[socket.socket]:
    """Sockets that listen at HOST:PORT, one for each address that the name has here.

    An address of the name that this machine does not have is passed over, unless it has none of
    them. With port 0 all have the same free port. Raises OSError, with a text in `strerror`.
    """
    # From the right, since addresses of IPv6 have colons in them.
    host, _, number = address.rpartition(":")
    name, port = host.removeprefix("[").removesuffix("]"), int(number)
    for left in reversed(range(1 if port else _TRIES)):
        try:
            return _at_all(_addresses(name, port), name)
        except OSError as error:
            # The port that was free on the first address may be taken on the next one.
            if error.errno != errno.EADDRINUSE or not left:
                raise
    raise AssertionError("the last try returns or raises")


def _addresses(name: str, port: int) -> list[tuple[int, _Where]]:
    """The addresses of the name, each once, with the family of each. Raises OSError."""
    try:
        found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError:
        raise OSError(errno.EINVAL, "this is no name of a host") from None
    return list(dict.fromkeys((family, where) for family, _, _, _, where in found))


def _at_all(places: list[tuple[int, _Where]], name: str) -> list[socket.socket]:
    listeners: list[socket.socket] = []
    absent: OSError | None = None
    try:
        for family, where in places:
            # With port 0 the first socket has found a free one, which all others take.
            port = listeners[0].getsockname()[1] if listeners else where[1]
            there = (where[0], port, *where[2:])
            try:
                listeners.append(_listener(family, there, both=name == "::"))
            except OSError as error:
                if error.errno not in _ABSENT:
                    raise
                absent = error
    except OSError:
        for listener in listeners:
            listener.close()
        raise
    if absent and not listeners:
        raise absent
    return listeners


def _listener(family: int, where: _Where, *, both: bool) -> socket.socket:
    """A socket that listens; with `both` one of IPv6 takes connections of IPv4 as well."""
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        # A host that is started again must not wait for old connections to be forgotten.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Left alone the kernel would keep megabytes of each flood until they are read.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVED)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, not both)
        listener.bind(where)
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
