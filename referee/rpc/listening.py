"""Makes sockets that listen at an address; and the error of a lobby that cannot listen."""

import errno
import socket
from typing import Any, Final

from referee.errors import StychError

_BACKLOG: Final = 1024
"""How many connections may wait to be accepted."""
_RECEIVE_BUFFER: Final = 1 << 16
"""The size in bytes that is asked for the receive buffer of each connection."""
_TRIES: Final = 10
"""How many ports are tried for port 0: each has to be free on all addresses of the host."""
_ABSENT: Final = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""The errors for an address that this machine does not have."""

_SocketAddress = tuple[Any, ...]
"""What a socket binds to: host and port, and with IPv6 also flow and scope."""


class ListeningError(StychError):
    """Bots cannot connect to a lobby, or no longer can; the text is one sentence."""


def listening_error(problem: str, error: OSError) -> ListeningError:
    """The ListeningError for an error of the system; its text begins with `problem`."""
    return ListeningError(f"{problem}: {error.strerror or error}")


def listening_sockets(address: str) -> list[socket.socket]:
    """New sockets that listen at HOST:PORT, one for each address that HOST is resolved to.

    An address that this machine does not have is left out; it is an error if it has none of them.
    With port 0 all sockets have the same free port. PORT has to be a number up to 65535. Raises
    OSError, with a text in `strerror`.
    """
    # From the right, since an address of IPv6 has colons in it.
    name, _, number = address.rpartition(":")
    host, port = name.removeprefix("[").removesuffix("]"), int(number)
    for _ in range(0 if port else _TRIES - 1):
        try:
            return _listeners(_addresses(host, port), host)
        except OSError as error:
            # The port that was free on the first address may be taken on the next one.
            if error.errno != errno.EADDRINUSE:
                raise
    return _listeners(_addresses(host, port), host)


def _addresses(host: str, port: int) -> list[tuple[int, _SocketAddress]]:
    """The addresses of the host, each once, with its family before it. Raises OSError."""
    try:
        entries = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except UnicodeError:
        raise OSError(errno.EINVAL, "this is no name of a host") from None
    return list(dict.fromkeys((family, address) for family, _, _, _, address in entries))


def _listeners(addresses: list[tuple[int, _SocketAddress]], host: str) -> list[socket.socket]:
    """A socket for each address that this machine has. Raises OSError, also if it has none."""
    listeners: list[socket.socket] = []
    absent: OSError | None = None
    try:
        for family, address in addresses:
            # With port 0 the system has chosen a port for the first socket; the others take it too.
            port = listeners[0].getsockname()[1] if listeners else address[1]
            with_port = (address[0], port, *address[2:])
            try:
                listeners.append(_listener(family, with_port, both_families=host == "::"))
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


def _listener(family: int, address: _SocketAddress, *, both_families: bool) -> socket.socket:
    """A socket that listens at the address. Raises OSError.

    With `both_families` a socket of IPv6 accepts connections of IPv4 as well.
    """
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        # A server that is started again must not wait until the system forgets old connections.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # By default the kernel would store megabytes from each client that sends a flood.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, not both_families)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener
