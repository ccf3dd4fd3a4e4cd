"""One end of a connection: a socket that never blocks, and the bytes that are to be sent by it."""

import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, BaseSelector, DefaultSelector
from typing import Final, NamedTuple

_MOST_WAITING: Final = 1 << 16
"""While at least this many bytes wait to be sent by an end, the other end is not read."""
# What a socket raises that cannot read or write at the moment.
_LATER = (BlockingIOError, InterruptedError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Lanes(NamedTuple):
    """The selectors for connections: `known` for entrants, served first, `new` for all others."""

    known: DefaultSelector
    new: DefaultSelector


class End:
    """The socket to a client or to the referee; a selector watches it for what `watch` asks."""

    def __init__(self, sock: socket.socket, selector: BaseSelector, ready: Callable[[], None]):
        """`ready` is called when reading or writing, whichever `watch` asked for, is possible."""
        self.sock = sock
        self._selector, self._ready = selector, ready
        self._mask = 0
        self.waiting = bytearray()
        """The bytes that are still to be sent."""

    def read(self, most: int) -> bytes | None:
        """The next bytes, `most` at most; b"" when nothing has come yet, None at the end."""
        try:
            return self.sock.recv(most) or None
        except _LATER:
            return b""
        except OSError:
            return None

    @property
    def buffered(self) -> bool:
        """Whether TLS has decrypted bytes that can be read, which no selector reports."""
        return isinstance(self.sock, ssl.SSLSocket) and self.sock.pending() > 0

    def send(self, data: bytes = b"") -> bool:
        """Send the bytes that wait and then the data, as far as that is possible at once.

        The rest waits. Returns False when the other side has gone.
        """
        self.waiting += data
        try:
            while self.waiting:
                del self.waiting[: self.sock.send(self.waiting)]
        except _LATER:
            return True
        except OSError:
            return False
        return True

    @property
    def full(self) -> bool:
        """Whether so much waits to be sent that nothing more is to be read from the other end."""
        return len(self.waiting) >= _MOST_WAITING

    def watch(self, *, reading: bool, writing: bool) -> None:
        """Have `ready` called when reading, or writing, is possible; with neither, never."""
        mask = (EVENT_READ if reading else 0) | (EVENT_WRITE if writing else 0)
        # This is called after every step. Mostly nothing changes, and system calls are saved.
        if mask == self._mask:
            return
        if not mask:
            self._selector.unregister(self.sock)
        elif self._mask:
            self._selector.modify(self.sock, mask, self._ready)
        else:
            self._selector.register(self.sock, mask, self._ready)
        self._mask = mask

    def move(self, selector: BaseSelector) -> None:
        """Have another selector watch the socket, for the same events."""
        mask = self._mask
        self.watch(reading=False, writing=False)
        self._selector = selector
        self.watch(reading=bool(mask & EVENT_READ), writing=bool(mask & EVENT_WRITE))

    def finish(self) -> None:
        """Tell the other side that nothing more comes; bytes from there can still be read."""
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Close the socket, which is watched no more."""
        self.watch(reading=False, writing=False)
        self.sock.close()
