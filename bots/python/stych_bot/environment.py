"""Reads the environment variables that say where and how a bot connects (docs/bots.md)."""

import math
import os
import ssl
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import grpc
from grpc import aio

# Batches with long histories may be larger than the 4 MiB that gRPC takes by default. Proxies that
# the environment names are meant for web pages, so gRPC must not use them.
_OPTIONS = [("grpc.max_receive_message_length", 64 << 20), ("grpc.enable_http_proxy", 0)]
_KEEPALIVE = [
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.http2.ping_timeout_ms", 10_000),
    ("grpc.http2.max_pings_without_data", 0),
]
"""Options for bots that connect again: pings find out that a connection died without notice."""

_MOST_PEM_BYTES = 4 << 20
"""The largest PEM file that is read; all certificate authorities of a system take less."""


@dataclass(frozen=True)
class Environment:
    """The referee's address, the bot's token, and how to connect.

    `name` and `version` are those that the bot sends in its Hello; both may be "".
    """

    address: str
    token: str
    name: str
    version: str
    authorities: bytes | None
    """The certificate authorities to trust, as PEM; empty for those that gRPC trusts by default.

    None is for a connection without TLS.
    """
    reconnect: float
    """For how many seconds the bot dials again after a connection failed or was lost; 0: never."""

    def channel(self) -> aio.Channel:
        """A new channel to the referee, for the caller to close. It connects when first used."""
        options = _OPTIONS + (_KEEPALIVE if self.reconnect else [])
        if self.authorities is None:
            return aio.insecure_channel(self.address, options)
        credentials = grpc.ssl_channel_credentials(self.authorities or None)
        return aio.secure_channel(self.address, credentials, options)


def read_environment() -> Environment:
    """What the environment variables of this process say.

    If one is missing or wrong, a sentence on standard error says which, and the process exits with
    code 2.
    """
    address, token = os.environ.get("STYCH_ADDRESS"), os.environ.get("STYCH_TOKEN")
    if not address or not token:
        _end(
            "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee,"
            " for example by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER"
        )
    # gRPC would refuse such a token as metadata, with an error that does not name the variable.
    if not token.isascii() or not token.isprintable() or " " in token:
        _end("STYCH_TOKEN must be printable ASCII without spaces")
    return Environment(
        address=address,
        token=token,
        name=os.environ.get("STYCH_BOT_NAME", ""),
        version=os.environ.get("STYCH_BOT_VERSION", ""),
        authorities=_authorities(os.environ.get("STYCH_TLS", "")),
        reconnect=_seconds(os.environ.get("STYCH_RECONNECT", "")),
    )


def _authorities(value: str) -> bytes | None:
    """`Environment.authorities` for this value of STYCH_TLS."""
    if not value:
        return None
    if value == "on":
        # gRPC does not ask the system which authorities it trusts. Python knows the system's file
        # of them, if there is one.
        value = ssl.get_default_verify_paths().cafile or ""
        if not value:
            return b""
    wanted = 'STYCH_TLS must be "on" or a PEM file with the authorities to trust'
    path = Path(value)
    try:
        # To open a named pipe would wait until some process writes to it.
        if path.exists() and not (path.is_file() or path.is_dir()):
            _end(f"{wanted}; {value} is no regular file")
        with path.open("rb") as file:
            pem = file.read(_MOST_PEM_BYTES + 1)
    except OSError as error:
        _end(f"{wanted}; {value} cannot be read: {error.strerror}")
    if len(pem) > _MOST_PEM_BYTES:
        _end(f"{wanted}; {value} has more than {_MOST_PEM_BYTES} bytes")
    if b"-----BEGIN CERTIFICATE-----" not in pem:
        _end(f"{wanted}; there is no certificate in {value}")
    return pem


def _seconds(value: str) -> float:
    try:
        seconds = float(value or 0)
    except ValueError:
        seconds = math.nan
    if not 0 <= seconds < math.inf:
        _end(f"STYCH_RECONNECT must be a number of seconds, such as 60; received {value!r}")
    return seconds


def _end(sentence: str) -> NoReturn:
    print(sentence, file=sys.stderr)
    sys.exit(2)
