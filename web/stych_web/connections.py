"""Ends connections whose client sends no whole request in time, or does not read its answer."""

import asyncio
import socket
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS: Final = 20.0
"""Seconds from the start of a connection, or from the end of an answer on it, in which the next
request has to come with all its headers. After an answer uvicorn itself also sets a limit: the
next request has to begin within 5 seconds."""
READ_SECONDS: Final = 30.0
"""Seconds in which a client has to read a part of an answer that waits to be sent."""
_GONE_MS: Final = 60_000
"""Milliseconds in which the client's system has to confirm data that was sent."""
_SENT_AHEAD: Final = 128 << 10
"""Bytes of the buffer in which the system holds what the client has not read yet. A client has to
read a third of a full buffer before the system takes more: with a larger buffer, a slow client
would look like one that reads nothing."""


class BoundedConnection(H11Protocol):
    """A connection of a client, with limits of time."""

    _request_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None
    _unread = 0
    """Bytes that waited to be sent when `_read_timer` was started."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        connected = transport.get_extra_info("socket")
        if connected is not None:
            connected.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SENT_AHEAD)
            # By default it takes a quarter of an hour to notice that a client has vanished.
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_MS)
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop both timers: the connection has ended."""
        for timer in (self._request_timer, self._read_timer):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request, and for the rest of a request body that was not read."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._wait_for_request()

    def pause_writing(self) -> None:
        """Wait for the client to read: too much of the answer waits to be sent."""
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        """Stop waiting: the client has read enough of the answer."""
        if self._read_timer:
            self._read_timer.cancel()
        super().resume_writing()

    def _wait_for_request(self) -> None:
        if self._request_timer:
            self._request_timer.cancel()
        self._request_timer = self.loop.call_later(REQUEST_SECONDS, self._end_without_request)

    def _wait_for_reader(self) -> None:
        self._unread = self.transport.get_write_buffer_size()
        self._read_timer = self.loop.call_later(READ_SECONDS, self._end_unread)

    def _end_unread(self) -> None:
        """End the connection unless the client has read something since the timer was started."""
        # Over a slow line much may wait for long, but it becomes less all the time.
        if self.transport.get_write_buffer_size() < self._unread:
            self._wait_for_reader()
        else:
            self.transport.abort()

    def _end_without_request(self) -> None:
        # A request that is being answered has other limits, or none if it is a stream of events.
        if self.cycle is None or self.cycle.response_complete:
            # Not `close`, which would wait until the client has read all that was written.
            self.transport.abort()
