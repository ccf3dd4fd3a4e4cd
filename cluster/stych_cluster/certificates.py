"""Makes the certificates of a cluster: of its own authority, and one that all machines share."""

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from referee.errors import UserError
from stych_cluster.dask_settings import CERTIFICATES

DAYS: Final = 1000
"""The number of days for which the certificates are valid."""


def make_certificates(folder: Path) -> None:
    """Write the files named in CERTIFICATES into a new folder that only its owner may read.

    All machines have the same certificate: any of them can run programs on any other anyway. The
    key of the authority is written nowhere, so that nobody can ever make another certificate.
    Raises UserError when the folder exists already or cannot be written; then a part of the files
    may be there.
    """
    authority_key, machine_key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = _name("Stych cluster authority")
    root = _builder(issuer, issuer, authority_key)
    root = root.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    root = root.add_extension(_usage(signs=True), critical=True)
    leaf = _builder(_name("Stych cluster"), issuer, machine_key)
    leaf = leaf.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    leaf = leaf.add_extension(_usage(signs=False), critical=True)
    # A worker of Dask both dials the scheduler and listens for connections.
    usages = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
    leaf = leaf.add_extension(x509.ExtendedKeyUsage(usages), critical=False)
    names = x509.SubjectAlternativeName([x509.DNSName("stych-cluster")])
    leaf = leaf.add_extension(names, critical=False)
    contents = (
        root.sign(authority_key, hashes.SHA256()).public_bytes(Encoding.PEM),
        leaf.sign(authority_key, hashes.SHA256()).public_bytes(Encoding.PEM),
        machine_key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
    )
    try:
        folder.mkdir(mode=0o700, parents=True)
        for name, content in zip(CERTIFICATES, contents, strict=True):
            handle = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(content)
    except FileExistsError:
        raise UserError(
            f"{folder} is there already: name a new folder, or remove it; machines with copies of"
            " the old certificates cannot join a cluster with new ones"
        ) from None
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}") from None


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Valid since yesterday, as the clock of another machine may be behind.
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
    """The usage of the authority's key, which `signs` certificates, or of the machines' key."""
    return x509.KeyUsage(
        digital_signature=not signs,
        key_cert_sign=signs,
        crl_sign=signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
