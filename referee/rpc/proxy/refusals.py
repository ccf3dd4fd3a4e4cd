"""Which clients were refused, and why: counted in little memory, reported once a minute at most."""

import json
import socket
import ssl
from dataclasses import dataclass
from typing import Final

SPEAKS_TLS: Final = "it speaks TLS, and this port does not: its owner is to unset STYCH_TLS"
SPEAKS_NO_TLS: Final = "it does not speak TLS, as this port does: its owner is to set STYCH_TLS"
UNTRUSTING: Final = "it does not trust the certificate: its STYCH_TLS is to name the authority"
PERHAPS_UNTRUSTING: Final = (
    "it hung up when it saw the certificate: its STYCH_TLS may have to name the authority"
)
NO_GRPC: Final = "it does not speak gRPC"
TOO_MANY: Final = "too many connections without a token"
FLOODING: Final = "it sent more than is read without a token"

_SECONDS: Final = 60.0
"""The fewest seconds between two reports."""
_MOST: Final = 3
"""How many different refusals with an entrant are reported one by one, and how many without. Those
beyond them are only a number in the report."""
_MOST_CHARACTERS: Final = 300
"""How many characters of a reason, and of a name, are saved."""
_TLS_RECORD: Final = b"\x16"
"""The first byte of a TLS handshake."""
_PLAIN: Final = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST")
"""OpenSSL's reasons for bytes that are no TLS."""


def why_no_http2(data: bytes, early: bytes) -> str:
    """Why a client is refused that has sent `data`, which is no HTTP/2, after the bytes `early`."""
    return SPEAKS_TLS if data[:1] == _TLS_RECORD and not early else NO_GRPC


def why_tls_failed(error: Exception, client: socket.socket) -> str:
    """Why a client whose TLS handshake failed is refused; "" if it probably just hung up."""
    reason = error.reason if isinstance(error, ssl.SSLError) else None
    if not reason or "EOF" in reason:
        # Clients that use gRPC's C library send no alert when they do not trust a certificate.
        return PERHAPS_UNTRUSTING if _wants_grpc(client) else ""
    if reason in _PLAIN:
        return SPEAKS_NO_TLS
    if "UNKNOWN_CA" in reason or "CERTIFICATE" in reason:
        return UNTRUSTING
    return f"TLS failed: {reason.replace('_', ' ').lower()}"


def _wants_grpc(client: socket.socket) -> bool:
    """Whether the client asked for HTTP/2 in its TLS handshake, as a client of gRPC does.

    Other clients that hang up are not reported: any program may try any port.
    """
    try:
        return isinstance(client, ssl.SSLSocket) and client.selected_alpn_protocol() == "h2"
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Connections or streams of one origin that were refused for one reason."""

    origin: str
    """An address, or a network of IPv6 (`serving.origin`); "" if it is not known."""
    why: str
    """The reason; a bot may have written a part of it."""
    entrant: str
    """The entrant whose token the client showed; "" if it was nobody's."""
    times: int
    """The number of these connections and streams."""


@dataclass(frozen=True, slots=True)
class Refusals:
    """A report of the refusals since the last one: some one by one, the rest as a number."""

    listed: tuple[Refusal, ...]
    more: int
    """How many connections and streams were refused besides those in `listed`."""

    def line(self) -> bytes:
        """The message as it is sent, with a line break at its end."""
        listed = [[each.origin, each.why, each.entrant, each.times] for each in self.listed]
        return json.dumps([listed, self.more]).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> "Refusals":
        """The message from its line. Raises ValueError for a line that was cut."""
        listed, more = json.loads(line)
        return cls(tuple(Refusal(*each) for each in listed), more)


class RefusalCount:
    """Counts refusals, in bounded memory."""

    def __init__(self) -> None:
        # In two dicts: otherwise a flood from many addresses would leave no room for entrants.
        self._of_entrants: dict[tuple[str, str, str], int] = {}
        """The number of refusals by origin, reason and entrant."""
        self._of_others: dict[tuple[str, str, str], int] = {}
        """The same for refusals without an entrant."""
        self._more = 0
        """The number of refusals that are in neither dict."""
        self._next = 0.0
        """When the next report may be made, in monotonic time."""

    def note(self, origin: str, why: str, entrant: str = "") -> None:
        """Count a connection or a stream that was refused."""
        counts = self._of_entrants if entrant else self._of_others
        key = (origin, why[:_MOST_CHARACTERS], entrant[:_MOST_CHARACTERS])
        if key in counts or len(counts) < _MOST:
            counts[key] = counts.get(key, 0) + 1
        else:
            self._more += 1

    def take(self, now: float) -> Refusals | None:
        """Remove and return all refusals; None if there are none or it is too early.

        It is too early until a minute after the last report.
        """
        counts = {**self._of_entrants, **self._of_others}
        if not counts or now < self._next:
            return None
        listed = tuple(Refusal(*key, times) for key, times in counts.items())
        report = Refusals(listed, self._more)
        self._of_entrants, self._of_others, self._more = {}, {}, 0
        self._next = now + _SECONDS
        return report
