"""Where a referee is dialled: address, token, and whether the way there is encrypted."""

import ssl
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc
from grpc import aio

from referee.errors import UserError
from referee.files import PEM_BYTES, FileError, read_file
from tournaments.hosting.setting import check_dialled
from tournaments.person.failed_dial import hint

SYSTEM: Final = "on"
"""TLS with the authorities that this machine trusts."""

_OPTIONS: Final = (("grpc.max_receive_message_length", 64 << 20), ("grpc.enable_http_proxy", 0))
# A ping every 10 s, and 5 s for its answer, as the SDKs do it (docs/hosting.md); with 0, gRPC sends
# pings however long nothing else is sent, as while a person thinks.
_WATCHED: Final = (
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A referee's address and what opens it."""

    address: str
    """A gRPC target: HOST:PORT, or unix:PATH."""
    token: str
    authorities: bytes | None = None
    """PEM certificates of the authorities that are trusted; empty for gRPC's own list, None for no
    encryption."""

    def channel(self, *, watched: bool) -> aio.Channel:
        """A channel to the referee; nothing is sent yet.

        A connection that dies without a word is noticed if it is `watched`.
        """
        options = _OPTIONS + (_WATCHED if watched else ())
        if self.authorities is None:
            return aio.insecure_channel(self.address, options)
        credentials = grpc.ssl_channel_credentials(self.authorities or None)
        return aio.secure_channel(self.address, credentials, options)

    def explained(self, why: str) -> str:
        """What gRPC says of a connection that failed, after what that may mean, if it is known."""
        local = self.address.startswith("unix:")
        found = hint(why, tls=self.authorities is not None, local=local)
        return f"{found} ({why})" if found else why


def find_endpoint(address: str, token: str | None, tls: str | None) -> Endpoint:
    """The endpoint of these options, or of the environment's. Raises UserError."""
    check_dialled(address)
    if not token:
        raise UserError("a token is needed: set STYCH_TOKEN, or give --token; received none")
    # gRPC would refuse it as metadata; the token is a secret, so it is not quoted.
    if not token.isascii() or not token.isprintable():
        raise UserError("a token is printable ASCII; the one received is not")
    return Endpoint(address, token, _authorities(tls) if tls else None)


def _authorities(tls: str) -> bytes:
    if tls == SYSTEM:
        found = ssl.create_default_context().get_ca_certs(binary_form=True)
        return "".join(map(ssl.DER_cert_to_PEM_cert, found)).encode()
    try:
        certificates = read_file(Path(tls), PEM_BYTES)
    except OSError as error:
        raise UserError(
            f"TLS is `on` or a file with the authorities; {tls!r} cannot be read: {error.strerror}"
        ) from None
    except FileError as error:
        raise UserError(f"TLS is `on` or a file with the authorities; {tls!r} {error}") from None
    if b"-----BEGIN CERTIFICATE-----" not in certificates:
        raise UserError(f"{tls} has no certificates: a PEM file begins with BEGIN CERTIFICATE")
    return certificates
