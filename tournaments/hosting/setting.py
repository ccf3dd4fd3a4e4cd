"""Where a tournament is hosted: the address, and what proves to bots who listens there."""

import errno
import ssl
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.files import PEM_BYTES, FileError, read_file
from referee.rpc.listening import bound
from referee.rpc.proxy_process import Certificate

ADDRESS: Final = "127.0.0.1:7424"
"""Where a host listens unless it is told otherwise: for this machine alone."""
_PORT_DIGITS = 5
_BUSY_SECONDS = 5.0
"""Seconds for which a host that was killed a moment ago may still hold its address."""


@dataclass(frozen=True, slots=True)
class Hosting:
    """All that the worker with the lobby needs to know; plain and picklable."""

    address: str
    data: Path
    """The data folder, where the tokens are."""
    certificate: Certificate | None = None
    wait: float | None = None
    """Seconds after which it begins without those who are missing; None to wait for ever."""
    coming_again: frozenset[str] = frozenset()
    """The entrants that dial in again after the end, since another division follows."""
    remote: frozenset[str] = frozenset()
    """All entrants that dial in."""
    awaited: frozenset[str] = frozenset()
    """The remote entrants for which play waits to begin."""


def free_address(text: str) -> str:
    """The address HOST:PORT, with a free port in the place of 0.

    Raises UserError when it is no address, or cannot be listened on.
    """
    host, colon, port = text.rpartition(":")
    if not (host and colon and is_port(port)):
        raise UserError(f"--listen must be HOST:PORT, such as {ADDRESS}; received {text!r}")
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            # Closed again, as it is the worker process that listens later.
            listeners = bound(text)
            found = listeners[0].getsockname()[1]
            for listener in listeners:
                listener.close()
            return f"{host}:{found}"
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > end:
                raise UserError(f"{text} cannot be listened on: {error.strerror}") from None
        time.sleep(0.1)


def check_dialled(address: str) -> None:
    """Check an address at which a referee is dialled, HOST:PORT or unix:PATH. Raises UserError."""
    host, colon, port = address.rpartition(":")
    known = host and colon and is_port(port) and int(port) and " " not in host
    # With control characters it could not be handed on as it is printed.
    if not (known or address.startswith("unix:")) or not address.isprintable():
        raise UserError(f"an address is HOST:PORT, such as example.org:7424; received {address!r}")


def is_port(text: str) -> bool:
    """Whether the text is the number of a port, 0 to 65535, in decimal digits."""
    # The length is checked first: `int` raises ValueError for thousands of digits.
    return len(text) <= _PORT_DIGITS and text.isascii() and text.isdecimal() and int(text) < 1 << 16


def is_local(address: str) -> bool:
    """Whether nobody but this machine can dial there."""
    host = address.rpartition(":")[0]
    return host in ("localhost", "[::1]") or host.startswith("127.")


def read_certificate(chain: Path | None, key: Path | None) -> Certificate | None:
    """The pair of these files; None without any. Raises UserError."""
    if chain is None and key is None:
        return None
    if chain is None or key is None:
        given, missing = ("--tls-cert", "--tls-key") if chain else ("--tls-key", "--tls-cert")
        raise UserError(f"TLS needs a certificate and its key: {missing} is missing beside {given}")
    pair = Certificate(_read(chain), _read(key))
    # Tried here, so that what is wrong is said in words before anything runs.
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(chain, key, password=_no_password)
    except ssl.SSLError as error:
        raise UserError(
            f"{chain} and {key} must be a certificate chain and its key, in PEM;"
            f" received what TLS calls {error.reason or error}"
        ) from None
    except _PasswordError:
        raise UserError(f"{key} must be a key without a password") from None
    return pair


class _PasswordError(Exception):
    """The key cannot be read without a password."""


def _no_password() -> bytes:
    # Without this OpenSSL would ask for it at the terminal.
    raise _PasswordError


def _read(path: Path) -> bytes:
    try:
        return read_file(path, PEM_BYTES)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise UserError(f"{path} {error}") from None
