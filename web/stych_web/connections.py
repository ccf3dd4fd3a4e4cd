"""Connections that nothing comes of are ended: of those who send nothing, and who read nothing."""

import asyncio
import socket
from typing import Final

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS: Final = 20.0
"""In which a request has to come, with all its headers, and the next one after its answer."""
READ_SECONDS: Final = 30.0
"""In which some of an answer has to be read that waits to be sent."""
_GONE_MS: Final = 60_000
"""Milliseconds in which the other end has to say that it got what was sent."""


_SENT_AHEAD: Final = 128 << 10
"""Bytes that the system takes before they are read. Where it takes more, a third of all that it
holds has to be read before anything seems to be."""


class BoundedConnection(H11Protocol):
    """A connection of a browser, with bounds of time."""

    _request_timer: asyncio.TimerHandle | None = None
    _read_timer: asyncio.TimerHandle | None = None
    _unread = 0
    """Bytes that waited to be sent when the other end was last looked at."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for its first request."""
        super().connection_made(transport)
        own = transport.get_extra_info("socket")
        if own is not None:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SENT_AHEAD)
            # Else an end that is gone without a word seems to be there for a quarter of an hour.
            if hasattr(socket, "TCP_USER_TIMEOUT"):
                own.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _GONE_MS)
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        for timer in (self._request_timer, self._read_timer):
            if timer:
                timer.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request, and for what is left of a body that nobody reads."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._wait_for_request()

    def pause_writing(self) -> None:
        """Wait for the other end to read."""
        super().pause_writing()
        self._wait_for_reader()

    def resume_writing(self) -> None:
        """Note that the other end has read what waited."""
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
        # Over a slow line much may wait for long, and become less all the time.
        if self.transport.get_write_buffer_size() < self._unread:
            self._wait_for_reader()
        else:
            self.transport.abort()

    def _end_without_request(self) -> None:
        # What is under way has bounds of its own, or none, as a stream of events.
        if self.cycle is None or self.cycle.response_complete:
            # Not closed: that would wait until all that was written has been read.
            self.transport.abort()
