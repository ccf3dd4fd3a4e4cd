"""Checks the address of a scheduler, and its certificates, before anybody dials it."""

import ssl
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.text import quoted
from stych_cluster.dask_settings import CERTIFICATES
from tournaments.hosting.setting import check_dialled, is_local

PORT: Final = 8786
"""The port on which a scheduler listens by default."""
_EXAMPLE: Final = f"tls://example.org:{PORT}"


def check_address(text: str, tls: Path | None) -> None:
    """Raise UserError unless the scheduler's address may be dialled with these certificates.

    `tls` is the folder of certificates; None for plain TCP. Plain TCP is for this machine alone:
    anybody who can dial a scheduler can run programs on all machines of its cluster, and the plan
    that is sent to them contains the tournament's seed.
    """
    scheme, _, place = text.partition("://")
    if scheme not in ("tcp", "tls") or place.startswith("unix:"):
        raise UserError(
            f"a scheduler's address is tls://HOST:PORT, such as {_EXAMPLE}, or tcp://127.0.0.1:PORT;"
            f" received {quoted(text)}"
        )
    check_dialled(place)
    if scheme == "tcp":
        if not is_local(place):
            raise UserError(
                f"{text} leads to other machines over plain TCP, where anybody could run programs"
                " on all of them: use tls:// (`stych cluster certificates FOLDER`)"
            )
        if tls:
            raise UserError(f"--tls is for an address with tls://; received {text}")
    elif tls is None:
        raise UserError(
            f"{text} needs --tls FOLDER, the certificates that `stych cluster certificates` made"
        )
    if tls:
        check_certificates(tls)


def no_scheduler(address: str, tls: Path | None) -> UserError:
    """The error for an address at which no scheduler answers, or none with the certificates."""
    why = ", or it has other certificates" if tls else ""
    return UserError(
        f"no scheduler answers at {address}{why}: `stych cluster scheduler` starts one"
    )


def check_certificates(folder: Path) -> None:
    """Raise UserError unless the folder has the CERTIFICATES, with the key of its certificate.

    Whether the authority has signed the certificate is not checked.
    """
    for name in CERTIFICATES:
        if not (folder / name).is_file():
            raise UserError(
                f"{folder} has no {name}: `stych cluster certificates {folder}` makes a folder of"
                " certificates, which all machines have copies of"
            )
    ca, certificate, key = (folder / name for name in CERTIFICATES)
    try:
        context = ssl.create_default_context(cafile=str(ca))
        context.load_cert_chain(certificate, key)
    except (ssl.SSLError, OSError) as error:
        why = getattr(error, "reason", None) or error.strerror or error
        raise UserError(f"the certificates in {folder} cannot be used: {why}") from None
