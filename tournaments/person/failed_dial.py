"""What it may mean that a referee could not be reached, and what the person can do about it."""

from typing import Final

_PERHAPS_TLS: Final = (
    "if it wants TLS, give --tls, or set STYCH_TLS: on, or a file with its authorities"
)
_NO_REFEREE: Final = "what listens there is no referee: look at the port"
_NO_WAY: Final = "there is no way to that host: look at the address"
_PLAIN: Final = {
    # A server that wants TLS says nothing: it closes a connection that begins otherwise.
    "Socket closed": _PERHAPS_TLS,
    "reset by peer": _PERHAPS_TLS,
}
"""By words of gRPC, what they may mean without TLS."""
_OVER_TLS: Final = {
    "WRONG_VERSION_NUMBER": (
        "it does not speak TLS: leave --tls out, and STYCH_TLS unset, unless the port is wrong"
    ),
    # A server without TLS may end the handshake in silence.
    "Handshake read failed": ("it may not speak TLS: if so, leave --tls out, and STYCH_TLS unset"),
    "CERTIFICATE_VERIFY_FAILED": "its certificate is from no authority that --tls trusts",
    "Hostname Verification Check failed": (
        "its certificate is for another name than the address has: give that name"
    ),
    "ALPN": _NO_REFEREE,
}
"""The same over TLS."""
_EVER: Final = {
    "Connection refused": "nothing listens there: look at the address, and whether it runs",
    "errors resolving": "no such host is known here: look at the address",
    "parsing HTTP/2": _NO_REFEREE,
    "http2 header with status": "a web server answers there: look at the port",
    "Method not found": "it may be another service: look at the port",
    "timed out": "nobody answers there: look at the address, and at firewalls on the way",
    "unreachable": _NO_WAY,
    "No route to host": _NO_WAY,
}
"""The same with TLS and without."""


def hint(why: str, *, tls: bool, local: bool) -> str:
    """What gRPC's words may mean for a connection that was made so; "" if that is not known.

    A `local` one is by a Unix socket.
    """
    # There is no port to be mistaken in, and nobody wants TLS there.
    elsewhere = {} if local else _EVER if tls else _PLAIN | _EVER
    hints = _OVER_TLS | elsewhere if tls else elsewhere
    return next((hint for words, hint in hints.items() if words in why), "")
