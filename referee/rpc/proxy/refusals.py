"""Who was refused, and why: counted in little memory, and told once a minute at most."""

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
"""Seconds between two messages."""
_MOST: Final = 3
"""How many refusals of one kind are told one by one: with the name of an entrant, and without."""
_MOST_CHARACTERS: Final = 300
"""Characters of a reason, and of a name, that are kept."""
_TLS_RECORD: Final = b"\x16"
"""The first byte of a TLS handshake."""
_PLAIN: Final = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "HTTPS_PROXY_REQUEST")
"""OpenSSL's reasons for bytes that are no TLS."""


def why_no_http2(data: bytes, early: bytes) -> str:
    """Why a client is refused that is no client of gRPC: by its bytes, and those before them."""
    return SPEAKS_TLS if data[:1] == _TLS_RECORD and not early else NO_GRPC


def why_unshaken(error: Exception, client: socket.socket) -> str:
    """Why a client is refused whose TLS handshake failed; "" where it just went away."""
    reason = error.reason if isinstance(error, ssl.SSLError) else None
    if not reason or "EOF" in reason:
        # C's gRPC sends no alert when it does not trust a certificate.
        return PERHAPS_UNTRUSTING if _wants_grpc(client) else ""
    if reason in _PLAIN:
        return SPEAKS_NO_TLS
    if "UNKNOWN_CA" in reason or "CERTIFICATE" in reason:
        return UNTRUSTING
    return f"TLS failed: {reason.replace('_', ' ').lower()}"


def _wants_grpc(client: socket.socket) -> bool:
    """Whether a client has begun TLS so as one of gRPC does; others may be after any port."""
    try:
        return isinstance(client, ssl.SSLSocket) and client.selected_alpn_protocol() == "h2"
    except OSError:
        return False


@dataclass(frozen=True, slots=True)
class Refusal:
    """Connections of one origin that were refused for one reason."""

    origin: str
    """An address, or a network of IPv6; "" if it is not known."""
    why: str
    """The reason; a bot may have written a part of it."""
    entrant: str
    """Whose token it showed; "" for nobody's."""
    times: int


@dataclass(frozen=True, slots=True)
class Refusals:
    """All that was refused since the last message: some of it one by one, the rest as a number."""

    told: tuple[Refusal, ...]
    more: int
    """How many connections were refused beside these."""

    def line(self) -> bytes:
        """The message as it is sent, with the end of its line."""
        told = [[each.origin, each.why, each.entrant, each.times] for each in self.told]
        return json.dumps([told, self.more]).encode() + b"\n"

    @classmethod
    def read(cls, line: bytes) -> "Refusals":
        """The message from its line. Raises ValueError for a line that was cut."""
        told, more = json.loads(line)
        return cls(tuple(Refusal(*each) for each in told), more)


class RefusalCount:
    """Counts refusals. However many come, from however many addresses, it stays as small."""

    def __init__(self) -> None:
        # Apart, since otherwise a flood from many addresses would leave no room for an entrant.
        self._named: dict[tuple[str, str, str], int] = {}
        self._others: dict[tuple[str, str, str], int] = {}
        self._more = 0
        self._next = 0.0

    def note(self, origin: str, why: str, entrant: str = "") -> None:
        """Count a connection that was refused."""
        counts = self._named if entrant else self._others
        key = (origin, why[:_MOST_CHARACTERS], entrant[:_MOST_CHARACTERS])
        if key in counts or len(counts) < _MOST:
            counts[key] = counts.get(key, 0) + 1
        else:
            self._more += 1

    def take(self, now: float) -> Refusals | None:
        """What is to be told at this time, if anything is; the first refusal is at once."""
        counts = {**self._named, **self._others}
        if not counts or now < self._next:
            return None
        told = tuple(Refusal(*key, times) for key, times in counts.items())
        found = Refusals(told, self._more)
        self._named, self._others, self._more = {}, {}, 0
        self._next = now + _SECONDS
        return found
