"""The settings of a hosted tournament: its address, its certificate, and how long it waits."""

import errno
import ssl
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.files import PEM_BYTES, FileError, read_file
from referee.rpc.listening import listening_sockets
from referee.rpc.proxy_process import Certificate

ADDRESS: Final = "127.0.0.1:7424"
"""The default address of `stych host`, which only this machine can reach."""
_PORT_DIGITS: Final = 5
"""How many digits a port may have."""
_BUSY_SECONDS: Final = 5.0
"""How long an address in use is waited for: a host that was killed a moment ago may still hold it.
"""


@dataclass(frozen=True, slots=True)
class Hosting:
    """The settings of the worker that has the lobby; plain and picklable."""

    address: str
    """HOST:PORT, at which the lobby listens."""
    data: Path
    """The data folder, whose database has the tokens."""
    certificate: Certificate | None = None
    """The certificate for TLS; None to listen without TLS."""
    wait: float | None = None
    """Seconds after which play begins without the entrants that are missing; None for no limit."""
    coming_again: frozenset[str] = frozenset()
    """The entrants that are to dial in again after the end, for another division."""
    remote: frozenset[str] = frozenset()
    """All entrants that dial in."""
    awaited: frozenset[str] = frozenset()
    """The remote entrants for which play waits to begin."""


def free_address(text: str) -> str:
    """The address `text` of the form HOST:PORT, with a free port in the place of port 0.

    It waits up to 5 s for an address that is in use. Raises UserError when the text is no address,
    or when nobody can listen there.
    """
    host, colon, port = text.rpartition(":")
    if not (host and colon and is_port(port)):
        raise UserError(f"--listen must be HOST:PORT, such as {ADDRESS}; received {text!r}")
    end = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            # Only a trial: the sockets are closed, and the worker process listens later.
            listeners = listening_sockets(text)
            free_port = listeners[0].getsockname()[1]
            for listener in listeners:
                listener.close()
            return f"{host}:{free_port}"
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > end:
                raise UserError(f"{text} cannot be listened on: {error.strerror}") from None
        time.sleep(0.1)


def check_dialled(address: str) -> None:
    """Raise UserError unless the address has a form that can be dialled: HOST:PORT or unix:PATH."""
    host, colon, port = address.rpartition(":")
    is_host_port = host and colon and is_port(port) and int(port) and " " not in host
    # An address with control characters could not be copied from where it is printed.
    if not (is_host_port or address.startswith("unix:")) or not address.isprintable():
        raise UserError(f"an address is HOST:PORT, such as example.org:7424; received {address!r}")


def is_port(text: str) -> bool:
    """Whether the text is the number of a port, 0 to 65535, in decimal digits."""
    # The length is checked first: `int` raises ValueError for thousands of digits.
    return len(text) <= _PORT_DIGITS and text.isascii() and text.isdecimal() and int(text) < 1 << 16


def is_local(address: str) -> bool:
    """Whether only this machine can dial the address HOST:PORT."""
    host = address.rpartition(":")[0]
    return host in ("localhost", "[::1]") or host.startswith("127.")


def read_certificate(chain: Path | None, key: Path | None) -> Certificate | None:
    """The certificate chain and its key from these PEM files; None if both are None.

    Raises UserError when one is missing or cannot be read, when they do not fit together, and when
    the key has a password.
    """
    if chain is None and key is None:
        return None
    if chain is None or key is None:
        given, missing = ("--tls-cert", "--tls-key") if chain else ("--tls-key", "--tls-cert")
        raise UserError(f"TLS needs a certificate and its key: {missing} is missing beside {given}")
    pair = Certificate(_read(chain), _read(key))
    # Loaded as a trial, so that the user hears of a problem before anything runs.
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
    # Without this function OpenSSL would ask for the password at the terminal.
    raise _PasswordError


def _read(path: Path) -> bytes:
    try:
        return read_file(path, PEM_BYTES)
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}") from None
    except FileError as error:
        raise UserError(f"{path} {error}") from None
