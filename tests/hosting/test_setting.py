"""Where a tournament is hosted: addresses and certificates, and what is wrong with them."""

import socket
from collections.abc import Callable
from pathlib import Path

import pytest
import trustme

from referee.errors import UserError
from tests.e2e.command import call, write_bot
from tournaments.hosting import setting
from tournaments.hosting.setting import free_address, is_local, read_certificate


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0", "[::1]"])
def test_port_0_becomes_a_free_one(host: str) -> None:
    address = free_address(f"{host}:0")
    assert address.startswith(f"{host}:")
    assert free_address(address) == address


@pytest.mark.parametrize(
    "text",
    ["", "50505", ":50505", "host:", "host:x", "host:65536", "h:-1", f"host:{'1' * 5000}"],
)
def test_what_is_no_address(text: str) -> None:
    with pytest.raises(UserError) as caught:
        free_address(text)
    said = f"--listen must be HOST:PORT, such as 127.0.0.1:7424; received {text!r}"
    assert str(caught.value) == said


def test_an_address_that_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setting, "_BUSY_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(UserError, match="cannot be listened on: Address already in use"):
            free_address(address)
    assert free_address(address) == address


def test_an_address_of_somebody_else() -> None:
    with pytest.raises(UserError, match=r"^192\.0\.2\.1:50505 cannot be listened on: "):
        free_address("192.0.2.1:50505")


def test_which_addresses_are_for_this_machine_alone() -> None:
    assert all(map(is_local, ("127.0.0.1:1", "127.1.2.3:1", "localhost:1", "[::1]:1")))
    assert not any(map(is_local, ("0.0.0.0:1", "[::]:1", "cup.example.org:1", "10.0.0.1:1")))


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate chain and its key, in files."""
    issued = trustme.CA().issue_cert("localhost")
    chain, key = tmp_path / "chain.pem", tmp_path / "key.pem"
    chain.write_bytes(b"".join(pem.bytes() for pem in issued.cert_chain_pems))
    issued.private_key_pem.write_to_path(str(key))
    return chain, key


def test_a_certificate_and_its_key(pair: tuple[Path, Path]) -> None:
    found = read_certificate(*pair)
    assert found is not None
    assert (found.chain, found.key) == (pair[0].read_bytes(), pair[1].read_bytes())
    assert read_certificate(None, None) is None


def another_key(chain: Path, key: Path) -> None:
    trustme.CA().issue_cert("localhost").private_key_pem.write_to_path(str(key))


def no_certificate(chain: Path, key: Path) -> None:
    chain.write_text("hello")


def no_key(chain: Path, key: Path) -> None:
    key.write_bytes(chain.read_bytes())


def with_a_password(chain: Path, key: Path) -> None:
    pem = key.read_text()
    first, *rest = pem.splitlines()
    info = ["Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-256-CBC,0123456789ABCDEF0123456789ABCDEF", ""]
    key.write_text("\n".join([first, *info, *rest, ""]))


def missing(chain: Path, key: Path) -> None:
    chain.unlink()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (another_key, "must be a certificate chain and its key, in PEM; received what TLS calls"),
        (no_certificate, "must be a certificate chain and its key, in PEM; received what"),
        (no_key, "must be a certificate chain and its key, in PEM; received what TLS calls"),
        (with_a_password, "must be a key without a password"),
        (missing, "cannot be read: No such file or directory"),
    ],
)
def test_files_that_are_no_pair_end_the_command_with_a_sentence(
    tmp_path: Path,
    pair: tuple[Path, Path],
    spoil: Callable[[Path, Path], None],
    words: str,
) -> None:
    chain, key = pair
    spoil(chain, key)
    file = tmp_path / "cup.toml"
    bot = write_bot(tmp_path / "one")
    file.write_text(
        'name = "cup"\ngame = "fox"\nboards = 1\n'
        f'[[entrants]]\nbot = "{bot}"\n[[entrants]]\nremote = true\nname = "ann"\n'
    )
    options = ("--listen", "127.0.0.1:0", "--tls-cert", chain, "--tls-key", key)
    done = call("--data", tmp_path / "data", "host", file, *options)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert words in done.err


def test_one_of_the_two_is_not_enough(pair: tuple[Path, Path]) -> None:
    chain, key = pair
    with pytest.raises(UserError, match="--tls-key is missing beside --tls-cert"):
        read_certificate(chain, None)
    with pytest.raises(UserError, match="--tls-cert is missing beside --tls-key"):
        read_certificate(None, key)
