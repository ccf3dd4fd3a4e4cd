"""Where a referee is dialled: its address, the token, and whether the connection is encrypted."""

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
"""The value of `--tls` for TLS with the authorities that this machine trusts."""

_OPTIONS: Final = (("grpc.max_receive_message_length", 64 << 20), ("grpc.enable_http_proxy", 0))
"""Options of every channel: messages of up to 64 MiB, and no proxy of the environment."""
# A ping every 10 s, and 5 s for its answer: a person should learn soon that the referee is gone
# (docs/hosting.md). The 0 lets gRPC send any number of pings while a person thinks.
_KEEPALIVE_OPTIONS: Final = (
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 5_000),
    ("grpc.http2.max_pings_without_data", 0),
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A referee's address, and what a client needs to connect to it."""

    address: str
    """A gRPC target: HOST:PORT, or unix:PATH."""
    token: str
    """The secret by which the referee knows the person; it is sent with every stream."""
    authorities: bytes | None = None
    """PEM certificates of the trusted authorities; b"" for gRPC's built-in list, None for no
    encryption."""

    def channel(self, *, watched: bool) -> aio.Channel:
        """A new channel to the referee, which the caller closes; nothing is sent yet.

        If `watched`, pings notice a connection that has died silently.
        """
        options = _OPTIONS + (_KEEPALIVE_OPTIONS if watched else ())
        if self.authorities is None:
            return aio.insecure_channel(self.address, options)
        credentials = grpc.ssl_channel_credentials(self.authorities or None)
        return aio.secure_channel(self.address, credentials, options)

    def explained(self, why: str) -> str:
        """A hint at the likely cause, then `why` in brackets; `why` alone without a hint.

        `why` says why the stream failed; mostly it is what gRPC says of the connection.
        """
        local = self.address.startswith("unix:")
        cause = hint(why, tls=self.authorities is not None, local=local)
        return f"{cause} ({why})" if cause else why


def find_endpoint(address: str, token: str | None, tls: str | None) -> Endpoint:
    """The endpoint at `address`. Raises UserError when it cannot be made of these values.

    `tls` is SYSTEM, or a PEM file with authorities; None or "" for no encryption.
    """
    check_dialled(address)
    if not token:
        raise UserError("a token is needed: set STYCH_TOKEN, or give --token; received none")
    # gRPC would refuse such a token as metadata. It is a secret, so the message does not quote it.
    if not token.isascii() or not token.isprintable():
        raise UserError("a token is printable ASCII; the one received is not")
    return Endpoint(address, token, _authorities(tls) if tls else None)


def _authorities(tls: str) -> bytes:
    if tls == SYSTEM:
        trusted = ssl.create_default_context().get_ca_certs(binary_form=True)
        return "".join(map(ssl.DER_cert_to_PEM_cert, trusted)).encode()
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
