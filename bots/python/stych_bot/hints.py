"""What a first connection that failed may mean, and what its owner can do about it."""

from stych_bot.environment import Environment

_PERHAPS_TLS = "if the referee there wants TLS, set STYCH_TLS: on, or a file with its authorities"
_NO_REFEREE = "what listens there is no referee: look at the port in STYCH_ADDRESS"
_NO_WAY = "there is no way to that host: look at STYCH_ADDRESS"
_PLAIN = {
    # A server that wants TLS says nothing: it closes a connection that begins otherwise.
    "Socket closed": _PERHAPS_TLS,
    "reset by peer": _PERHAPS_TLS,
}
"""By words of gRPC, what they may mean for a bot without TLS."""
_OVER_TLS = {
    "WRONG_VERSION_NUMBER": (
        "the referee there does not speak TLS: unset STYCH_TLS, unless the port is wrong"
    ),
    # A server without TLS may end the handshake in silence.
    "Handshake read failed": "the referee there may not speak TLS: if so, unset STYCH_TLS",
    "CERTIFICATE_VERIFY_FAILED": "its certificate is from no authority that STYCH_TLS trusts",
    "Hostname Verification Check failed": (
        "its certificate is for another name than that in STYCH_ADDRESS: dial that name"
    ),
    "ALPN": _NO_REFEREE,
}
"""The same for one over TLS."""
_EVER = {
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
"""The same for any."""


def explained(why: str, environment: Environment) -> str:
    """What gRPC says of a first connection that failed, after what that may mean, if it is known.

    `why` may end in the code of the failure.
    """
    hints = _PLAIN | _EVER if environment.authorities is None else _OVER_TLS | _EVER
    # A referee of this machine named its own socket: there is no address to be mistaken in.
    if environment.address.startswith("unix:"):
        hints = {} if environment.authorities is None else _OVER_TLS
    hint = next((hint for words, hint in hints.items() if words in why), "")
    return f"{hint} ({why})" if hint else why
