"""Who gets in at a host: with which token, and over TLS or without it."""

from pathlib import Path

import pytest
import trustme

from tests.e2e.command import BOTS, call, finish, write_bot
from tests.e2e.hosting import REMOTE, STEADY, ended, host_and_bots, records, said, write_cup

pytestmark = pytest.mark.slow


def test_who_has_no_good_token_does_not_get_in_and_hears_why(tmp_path: Path) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "first", remote=("ann",), boards=1)
    with host_and_bots(tmp_path, file) as there:
        there.token("ann")
        assert call("--data", there.data, "token", "ann", "--revoke").code == 0
        there.token("max")  # who is no entrant
        host = there.host()
        said(host, "awaited")
        for name in ("ann", "max"):
            code, err = ended(there.bot(name, BOTS / "first"))
            assert code == 3
            assert "with the token of an entrant of this tournament" in err
        del there.tokens["ann"]  # so that `bot` has a new one issued: the waiting host takes it
        assert ended(there.bot("ann", BOTS / "first"))[0] == 0
        assert finish(host).code == 0


def test_a_token_that_two_use_lets_the_later_one_play(tmp_path: Path) -> None:
    steady = write_bot(tmp_path / "steady", STEADY)
    file = write_cup(tmp_path / "cup.toml", BOTS / "random", remote=("ann",), boards=2)
    with host_and_bots(tmp_path, file) as there:
        host = there.host()
        first = there.bot("ann", steady)
        said(host, "play begins")
        second = there.bot("ann", steady)
        code, err = ended(first)
        assert (code, "ended" in err or "has taken this place" in err) == (3, True), err
        assert ended(second)[0] == 0
        done = finish(host)
        assert (done.code, "fault" in done.out) == (0, False)
        assert {record.ending for record in records(there.data).values()} == {"played"}


def test_over_tls(tmp_path: Path) -> None:
    authority, other = trustme.CA(), trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    names = {name: str(tmp_path / f"{name}.pem") for name in ("chain", "key", "trusted", "other")}
    Path(names["chain"]).write_bytes(b"".join(pem.bytes() for pem in issued.cert_chain_pems))
    issued.private_key_pem.write_to_path(names["key"])
    authority.cert_pem.write_to_path(names["trusted"])
    other.cert_pem.write_to_path(names["other"])
    file = write_cup(tmp_path / "cup.toml", BOTS / "first", remote=("ann", "bob"), boards=1)
    with host_and_bots(tmp_path, file) as there:
        there.token("bob")
        host = there.host("--tls-cert", names["chain"], "--tls-key", names["key"])
        assert said(host, "awaited")[0] == (
            f"Bots dial in at {there.address} over TLS, as soon as they are awaited."
        )
        for tls in ("", "on", names["other"]):
            bot = there.bot("ann", BOTS / "first", STYCH_TLS=tls, STYCH_RECONNECT="")
            code, err = ended(bot)
            assert (code, "the connection failed" in err) == (3, True)
        # A system that trusts the authority, as Python is told by OpenSSL's own variable.
        system = there.bot("ann", BOTS / "first", STYCH_TLS="on", SSL_CERT_FILE=names["trusted"])
        said(host, "ann: here")
        system.kill()
        said(host, "ann: lost")
        bots = [there.bot(n, BOTS / "first", STYCH_TLS=names["trusted"]) for n in REMOTE]
        assert [ended(bot)[0] for bot in bots] == [0, 0]
        assert finish(host).code == 0


def test_tls_against_the_plain_port_of_a_host_is_told_in_plain_words(tmp_path: Path) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "first", remote=("ann",), boards=1)
    trustme.CA().cert_pem.write_to_path(tmp_path / "ca.pem")
    tls = str(tmp_path / "ca.pem")
    with host_and_bots(tmp_path, file) as there:
        said(there.host(), "awaited")
        bot = there.bot("ann", BOTS / "first", STYCH_TLS=tls, STYCH_RECONNECT="")
        code, err = ended(bot)
        assert (code, "the referee there does not speak TLS: unset STYCH_TLS" in err) == (3, True)
        line = ("join", "--address", there.address, "--token", there.token("ann"), "--tls", tls)
        done = call(*line)
        assert (done.code, "it does not speak TLS: leave --tls out" in done.err) == (2, True)
