"""One end of a connection: a socket that never waits, and the bytes that it is to be sent."""

import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, EVENT_WRITE, BaseSelector
from typing import Final

MOST_WAITING: Final = 1 << 16
"""Bytes for an end that does not read; more is not read at the other one."""
_LATER = (BlockingIOError, InterruptedError, ssl.SSLWantReadError, ssl.SSLWantWriteError)


class End:
    """Watched by a selector as long as there is something to do."""

    def __init__(self, sock: socket.socket, selector: BaseSelector, ready: Callable[[], None]):
        self.sock = sock
        self._selector, self._ready = selector, ready
        self._mask = 0
        self.waiting = bytearray()

    def read(self, most: int) -> bytes | None:
        """What came; nothing when nothing has yet, None at the end."""
        try:
            return self.sock.recv(most) or None
        except _LATER:
            return b""
        except OSError:
            return None

    @property
    def buffered(self) -> bool:
        """Whether bytes were decrypted that no selector knows of."""
        return isinstance(self.sock, ssl.SSLSocket) and self.sock.pending() > 0

    def send(self, data: bytes = b"") -> bool:
        """That, after what waits, as far as it goes. False when the other side is gone."""
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
        """Whether nothing more is to be read for it."""
        return len(self.waiting) >= MOST_WAITING

    def watch(self, *, reading: bool, writing: bool) -> None:
        """Be called when that is possible."""
        mask = (EVENT_READ if reading else 0) | (EVENT_WRITE if writing else 0)
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
        """Be watched by another one."""
        mask = self._mask
        self.watch(reading=False, writing=False)
        self._selector = selector
        self.watch(reading=bool(mask & EVENT_READ), writing=bool(mask & EVENT_WRITE))

    def finish(self) -> None:
        """Say that nothing more comes."""
        with suppress(OSError):
            self.sock.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Forget it."""
        self.watch(reading=False, writing=False)
        self.sock.close()
