"""Addresses, tokens and TLS as they are given, and what a failed connection may mean."""

from pathlib import Path

import pytest

from referee.errors import UserError
from tournaments.person.endpoint import Endpoint, find_endpoint


def test_what_is_given_is_taken() -> None:
    assert find_endpoint("example.org:7424", "secret", None) == Endpoint(
        "example.org:7424", "secret"
    )
    assert find_endpoint("unix:/tmp/x", "secret", "") == Endpoint("unix:/tmp/x", "secret")
    assert find_endpoint("[::1]:7424", "secret", None).address == "[::1]:7424"


def test_authorities_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_bytes(b"-----BEGIN CERTIFICATE-----\n")
    assert find_endpoint("a:1", "secret", str(file)).authorities == file.read_bytes()
    assert find_endpoint("a:1", "secret", "on").authorities is not None


@pytest.mark.parametrize(
    ("address", "token", "tls", "words"),
    [
        ("example.org", "t", None, "an address is HOST:PORT, such as example.org:7424; received"),
        ("example.org:http", "t", None, "received 'example.org:http'"),
        ("example.org:70000", "t", None, "received 'example.org:70000'"),
        (":7424", "t", None, "received ':7424'"),
        (f"a:{'1' * 5000}", "t", None, "an address is HOST:PORT"),
        ("x y:7424", "t", None, "received 'x y:7424'"),
        ("unix:/tmp/a\nb", "t", None, r"received 'unix:/tmp/a\nb'"),
        ("a:1", None, None, "a token is needed: set STYCH_TOKEN, or give --token; received none"),
        ("a:1", "", None, "a token is needed"),
        ("a:1", "nové", None, "a token is printable ASCII"),
        ("a:1", "a\nb", None, "a token is printable ASCII"),
        ("a:1", "t", "none.pem", "'none.pem' cannot be read: No such file or directory"),
        ("a:1", "t", pytest.__file__, "has no certificates"),
    ],
)
def test_what_makes_no_sense(address: str, token: str | None, tls: str | None, words: str) -> None:
    with pytest.raises(UserError) as found:
        find_endpoint(address, token, tls)
    assert words in str(found.value)
    # A wrong token is secret too.
    if token in ("nové", "a\nb"):
        assert token not in str(found.value)


@pytest.mark.parametrize(
    ("tls", "why", "words"),
    [
        (False, "Failed to connect to remote host: connect: Connection refused", "nothing listens"),
        (True, "Failed to connect to remote host: connect: Connection refused", "nothing listens"),
        (False, "errors resolving nowhere.invalid:7424: []", "no such host is known here"),
        (False, "connection attempt timed out before receiving SETTINGS", "nobody answers there"),
        (False, "Failed parsing HTTP/2 (Expected SETTINGS frame)", "what listens there is no refe"),
        (True, "Cannot check peer: missing selected ALPN property.", "what listens there is no"),
        (True, "Hostname Verification Check failed.", "its certificate is for another name"),
        (False, "Received http2 header with status: 404", "a web server answers there"),
        (False, "Method not found!", "it may be another service"),
        (False, "connect: Network is unreachable (101)", "there is no route to that host"),
    ],
)
def test_what_a_failed_connection_may_mean(tls: bool, why: str, words: str) -> None:
    endpoint = Endpoint("example.org:7424", "secret", b"" if tls else None)
    told = endpoint.explained(why)
    assert told.startswith(words)
    assert told.endswith(f" ({why})")
    plain = Endpoint("unix:/socket", "secret")
    assert plain.explained(why) == why
    assert endpoint.explained("it broke") == "it broke"
