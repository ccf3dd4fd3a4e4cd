"""A TCP proxy whose connections can be cut, in threads of its own."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress


class Proxy:
    """Listens on a port of its own and carries bytes to the target and back."""

    def __init__(self, target: str) -> None:
        host, _, port = target.rpartition(":")
        self._target = (host, int(port))
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self._server.getsockname()[1]}"
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._stalled: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, target: Callable[..., None], *ends: socket.socket) -> None:
        self._threads.append(threading.Thread(target=target, args=ends, daemon=True))
        self._threads[-1].start()

    def cut(self) -> None:
        """End every connection at once, without a word in the protocol."""
        for pair in self._pairs:
            for end in pair:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def stall(self) -> None:
        """Carry nothing more on any connection that there is; nobody is told."""
        self._stalled.update(end for pair in self._pairs for end in pair)

    def close(self) -> None:
        """Cut all, and listen no more."""
        with suppress(OSError):  # on Linux this wakes the thread that accepts
            self._server.shutdown(socket.SHUT_RDWR)
        self.cut()
        for thread in self._threads:
            thread.join()
        self._server.close()
        for pair in self._pairs:
            for end in pair:
                end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                theirs, _ = self._server.accept()
                try:
                    ours = socket.create_connection(self._target)
                except OSError:
                    theirs.close()
                    continue
                self._pairs.append((theirs, ours))
                for ends in ((theirs, ours), (ours, theirs)):
                    self._start(self._carry, *ends)

    def _carry(self, source: socket.socket, to: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if source not in self._stalled:
                    to.sendall(data)
        for end in (source, to):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxy(target: str) -> Iterator[Proxy]:
    made = Proxy(target)
    try:
        yield made
    finally:
        made.close()
