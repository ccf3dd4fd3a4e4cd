"""Makes the certificates of a cluster: an authority of its own, and what all its machines show."""

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
"""How long they are valid."""


def make_certificates(folder: Path) -> None:
    """Write the files into a new folder that only its owner may read. Raises UserError.

    All machines have the same certificate: any of them can run programs on any other anyway. The
    key of the authority is written nowhere, so that nobody can ever make another certificate.
    """
    authority, own = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    issuer = _name("Stych cluster authority")
    root = _begun(issuer, issuer, authority)
    root = root.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    root = root.add_extension(_usage(signs=True), critical=True)
    made = _begun(_name("Stych cluster"), issuer, own)
    made = made.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
    made = made.add_extension(_usage(signs=False), critical=True)
    both = [ExtendedKeyUsageOID.SERVER_AUTH, ExtendedKeyUsageOID.CLIENT_AUTH]
    made = made.add_extension(x509.ExtendedKeyUsage(both), critical=False)
    names = x509.SubjectAlternativeName([x509.DNSName("stych-cluster")])
    made = made.add_extension(names, critical=False)
    contents = (
        root.sign(authority, hashes.SHA256()).public_bytes(Encoding.PEM),
        made.sign(authority, hashes.SHA256()).public_bytes(Encoding.PEM),
        own.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
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
            " its certificates would not be let in with others"
        ) from None
    except OSError as error:
        raise UserError(f"{folder} cannot be written: {error.strerror}") from None


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # Clocks of machines differ.
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=DAYS))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _usage(*, signs: bool) -> x509.KeyUsage:
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
