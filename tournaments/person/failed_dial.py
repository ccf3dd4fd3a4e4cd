"""Hints for a person whose referee could not be reached: the likely cause, and what to do."""

from typing import Final

_PERHAPS_TLS: Final = (
    'if it wants TLS, give --tls, or set STYCH_TLS to "on", or to a PEM file with its authorities'
)
_NO_REFEREE: Final = "what listens there is no referee: look at the port"
_NO_WAY: Final = "there is no route to that host: look at the address"
_WITHOUT_TLS: Final = {
    # A server that wants TLS closes a connection that begins without TLS, and sends no reason.
    "Socket closed": _PERHAPS_TLS,
    "reset by peer": _PERHAPS_TLS,
}
"""Hints for connections without TLS, by the part of gRPC's message that they explain."""
_WITH_TLS: Final = {
    "WRONG_VERSION_NUMBER": (
        "it does not speak TLS: leave --tls out, and STYCH_TLS unset, unless the port is wrong"
    ),
    # A server without TLS may close the connection during the handshake, without a reason.
    "Handshake read failed": ("it may not speak TLS: if so, leave --tls out, and STYCH_TLS unset"),
    "CERTIFICATE_VERIFY_FAILED": "its certificate is from no authority that --tls trusts",
    "Hostname Verification Check failed": (
        "its certificate is for another name than the address has: dial the certificate's name"
    ),
    "ALPN": _NO_REFEREE,
}
"""Hints for connections with TLS."""
_EITHER_WAY: Final = {
    "Connection refused": "nothing listens there: look at the address, and whether it runs",
    "errors resolving": "no such host is known here: look at the address",
    "parsing HTTP/2": _NO_REFEREE,
    "http2 header with status": "a web server answers there: look at the port",
    "Method not found": "it may be another service: look at the port",
    "timed out": "nobody answers there: look at the address, and at firewalls on the way",
    "unreachable": _NO_WAY,
    "No route to host": _NO_WAY,
}
"""Hints for connections over a network, with or without TLS."""


def hint(why: str, *, tls: bool, local: bool) -> str:
    """The hint for gRPC's message `why`; "" when there is none.

    `tls` says whether the connection was to be encrypted, `local` whether it was by a Unix socket.
    """
    # A Unix socket has no port that could be wrong, and its server does not use TLS.
    hints: dict[str, str] = {}
    if tls:
        hints |= _WITH_TLS
    elif not local:
        hints |= _WITHOUT_TLS
    if not local:
        hints |= _EITHER_WAY
    return next((text for words, text in hints.items() if words in why), "")
