"""Explains why a first connection may have failed, and what the bot's owner can do about it.

The keys of the tables are parts of gRPC's error messages. The values are the hints that are shown.
"""

from stych_bot.environment import Environment

_PERHAPS_TLS = (
    'if the referee there wants TLS, set STYCH_TLS to "on", or to a PEM file with its authorities'
)
_NO_REFEREE = "what listens there is no referee: look at the port in STYCH_ADDRESS"
_NO_WAY = "there is no route to that host: look at STYCH_ADDRESS"
_PLAIN = {
    # A server that wants TLS sends no error: it closes a connection that begins without TLS.
    "Socket closed": _PERHAPS_TLS,
    "reset by peer": _PERHAPS_TLS,
}
"""Hints for a bot that connects without TLS."""
_OVER_TLS = {
    "WRONG_VERSION_NUMBER": (
        "the referee there does not speak TLS: unset STYCH_TLS, unless the port is wrong"
    ),
    # A server without TLS may close the connection during the handshake, without an error.
    "Handshake read failed": "the referee there may not speak TLS: if so, unset STYCH_TLS",
    "CERTIFICATE_VERIFY_FAILED": "its certificate is from no authority that STYCH_TLS trusts",
    "Hostname Verification Check failed": (
        "its certificate is for another name than the one in STYCH_ADDRESS:"
        " dial the certificate's name"
    ),
    "ALPN": _NO_REFEREE,
}
"""Hints for a bot that connects over TLS."""
_ALWAYS = {
    "Connection refused": (
        "nothing listens there: look at STYCH_ADDRESS, and whether the referee runs"
    ),
    "errors resolving": "no such host is known here: look at STYCH_ADDRESS",
    "parsing HTTP/2": _NO_REFEREE,
    "http2 header with status": "a web server answers there: look at the port in STYCH_ADDRESS",
    "UNIMPLEMENTED": "it may be another service: look at the port in STYCH_ADDRESS",
    "timed out": "nobody answers there: look at STYCH_ADDRESS, and at firewalls on the way",
    "unreachable": _NO_WAY,
    "No route to host": _NO_WAY,
}
"""Hints for a bot that connects with or without TLS."""


def explained(why: str, environment: Environment) -> str:
    """`why`, in brackets after a hint at the likely cause if there is one; else `why` as it is.

    `why` is gRPC's message about a connection that failed before the first Welcome, with the name
    of its status code.
    """
    hints = _PLAIN | _ALWAYS if environment.authorities is None else _OVER_TLS | _ALWAYS
    # The referee that started the bot named its own Unix socket: the address is not mistyped.
    if environment.address.startswith("unix:"):
        hints = {} if environment.authorities is None else _OVER_TLS
    hint = next((hint for words, hint in hints.items() if words in why), "")
    return f"{hint} ({why})" if hint else why
