"""One end of a connection: a socket that never blocks, and the bytes that it is to be sent."""

import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, BaseSelector, DefaultSelector
from typing import Final, NamedTuple

MOST_WAITING: Final = 1 << 16
"""Bytes that wait for an end that does not read; beyond them the other end is not read."""
_LATER = (BlockingIOError, InterruptedError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class Lanes(NamedTuple):
    """The selectors that watch connections: those of entrants, and all others, who come second."""

    known: DefaultSelector
    new: DefaultSelector


class End:
    """A socket that a selector watches as long as there is something to do.

    `ready` is called then.
    """

    def __init__(self, sock: socket.socket, selector: BaseSelector, ready: Callable[[], None]):
        self.sock = sock
        self._selector, self._ready = selector, ready
        self._mask = 0
        self.waiting = bytearray()

    def read(self, most: int) -> bytes | None:
        """What came, `most` bytes of it; b"" when nothing has come yet, None at the end."""
        try:
            return self.sock.recv(most) or None
        except _LATER:
            return b""
        except OSError:
            return None

    @property
    def buffered(self) -> bool:
        """Whether TLS holds decrypted bytes, of which no selector knows."""
        return isinstance(self.sock, ssl.SSLSocket) and self.sock.pending() > 0

    def send(self, data: bytes = b"") -> bool:
        """Send the data after what waits, as far as that is possible at once.

        What is left waits. False when the other side is gone.
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
        """Whether nothing more is to be read for this end until it has sent something."""
        return len(self.waiting) >= MOST_WAITING

    def watch(self, *, reading: bool, writing: bool) -> None:
        """Have `ready` called when reading, or writing, is possible."""
        mask = (EVENT_READ if reading else 0) | (EVENT_WRITE if writing else 0)
        # Called after every step: mostly nothing changes, and a system call is saved.
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
        """Be watched by another selector, for the same."""
        mask = self._mask
        self.watch(reading=False, writing=False)
        self._selector = selector
        self.watch(reading=bool(mask & EVENT_READ), writing=bool(mask & EVENT_WRITE))

    def finish(self) -> None:
        """Tell the other side that nothing more comes; what it still sends can be read."""
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Close the socket and watch it no more."""
        self.watch(reading=False, writing=False)
        self.sock.close()
