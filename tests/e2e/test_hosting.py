"""Hosted tournaments over real processes: tokens, TLS, lost connections, kill -9, several seats."""

import json
import os
import signal
import time
from pathlib import Path

import pytest
import trustme

from referee.record import Record
from tests.e2e.command import BOTS, call, finish, write_bot
from tests.e2e.hosting import ended, running_host, said, write_cup
from tests.e2e.processes import descendants, gone
from tests.e2e.proxy import proxy
from tests.records.matches import FakeBot, play, uniform
from tests.seeds import SEED
from tournaments.config import competition
from tournaments.hosting.setting import Hosting
from tournaments.run.organiser import Organiser
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow

REMOTE = ("ann", "bob")


def records(data: Path) -> dict[str, Record]:
    with Store(data) as store:
        return {record.id: record for record in store.records("cup")}


def expected(folder: Path, file: Path) -> dict[str, Record]:
    """The records of random play from the bots' seeds, played in this process."""
    with Store(folder / "expected") as store:
        organiser = Organiser(store, competition.read(file).tournaments[0], file.parent)
        plan = organiser.plan(Hosting("nowhere", folder))
        found = [play(plan, each, FakeBot(uniform), FakeBot(uniform)) for each in organiser.missing]
    return {record.id: record for record in found}


def plays(data: Path) -> dict[str, tuple[int, ...]]:
    return {id_: record.actions for id_, record in records(data).items()}


def test_two_remote_bots_and_a_local_one(tmp_path: Path) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "random", remote=REMOTE, boards=3)
    with running_host(tmp_path, file) as there:
        host = there.host()
        bots = [there.bot(name, BOTS / "random") for name in REMOTE]
        done = finish(host)
        assert (done.code, done.err) == (0, "")
        lines = [line for line in done.out.splitlines() if not line.startswith("isolation: ")]
        assert lines[:2] == [f"Listening on {there.address} without TLS.", "awaited: ann, bob"]
        assert sorted(lines[2:4]) == ["ann: here", "bob: here"]
        assert lines[4] == "play begins"
        assert "18 of 18 matches in 9 whole blocks." in done.out
        for bot in bots:
            code, err = ended(bot)
            assert (code, err.splitlines()[-1]) == (
                0,
                "stych: goodbye: there is nothing more to play",
            )
        found = records(there.data)
        assert {id_: each.actions for id_, each in found.items()} == {
            id_: each.actions for id_, each in expected(tmp_path, file).items()
        }
        for record in found.values():
            assert record.ending == "played"
            seats = {seat.entrant: (seat.bot, seat.version) for seat in record.seats}
            assert all(seats[name] == (f"{name}-bot", "7") for name in seats if name in REMOTE)
            assert set(record.measured.sdks) == {"stych-python 0.1.0"}
        verified = call("--data", there.data, "verify", file)
        assert (verified.code, verified.err) == (0, "")
        # When all is played nobody is waited for.
        again = call("--data", there.data, "host", file, "--listen", there.address)
        assert (again.code, "Listening" in again.out) == (0, False)


def test_who_has_no_good_token_does_not_get_in_and_hears_why(tmp_path: Path) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "first", remote=("ann",), boards=1)
    with running_host(tmp_path, file) as there:
        there.token("ann")
        assert call("--data", there.data, "token", "ann", "--revoke").code == 0
        there.token("max")  # who is no entrant
        host = there.host()
        said(host, "awaited")
        for name in ("ann", "max"):
            code, err = ended(there.bot(name, BOTS / "first"))
            assert code == 3
            assert "with the token of an entrant of this tournament" in err
        del there.tokens["ann"]  # a new one is good while the host waits
        assert ended(there.bot("ann", BOTS / "first"))[0] == 0
        assert finish(host).code == 0


STEADY = """
import time
from random import Random
from stych_bot import Bot, run

class Steady(Bot):
    def choose(self, observation, legal):
        time.sleep(0.05)
        moment = len(observation.public_view.history)
        return Random(f"{self.match.seed}/{moment}").randrange(len(legal))

run(Steady, games=["fox"])
"""
"""It takes its time, and plays the same wherever in a match it begins."""


def test_a_token_that_two_use_lets_the_later_one_play(tmp_path: Path) -> None:
    steady = write_bot(tmp_path / "steady", STEADY)
    file = write_cup(tmp_path / "cup.toml", BOTS / "random", remote=("ann",), boards=2)
    with running_host(tmp_path, file) as there:
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
    with running_host(tmp_path, file) as there:
        there.token("bob")
        host = there.host("--tls-cert", names["chain"], "--tls-key", names["key"])
        assert said(host, "awaited")[0] == f"Listening on {there.address} over TLS."
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
    with running_host(tmp_path, file) as there:
        said(there.host(), "awaited")
        bot = there.bot("ann", BOTS / "first", STYCH_TLS=tls, STYCH_RECONNECT="")
        code, err = ended(bot)
        assert (code, "the referee there does not speak TLS: unset STYCH_TLS" in err) == (3, True)
        line = ("join", "--address", there.address, "--token", there.token("ann"), "--tls", tls)
        done = call(*line)
        assert (done.code, "it does not speak TLS: leave --tls out" in done.err) == (2, True)


def test_a_bot_whose_connection_is_cut_again_and_again_plays_the_same(tmp_path: Path) -> None:
    steady = write_bot(tmp_path / "steady", STEADY)
    told = []
    for cuts in (0, 4):
        folder = tmp_path / str(cuts)
        folder.mkdir()
        file = write_cup(folder / "cup.toml", BOTS / "random", remote=("ann",), boards=2)
        with running_host(folder, file) as there, proxy(there.address) as between:
            host = there.host()
            bot = there.bot("ann", steady, between.address)
            said(host, "play begins")
            for _ in range(cuts):
                time.sleep(0.3)  # somewhere in the middle of a match
                between.cut()
                assert "ann: lost" in said(host, "ann: here")
            done = finish(host)
            assert (done.code, "ann: lost" in done.out) == (0, False)
            assert ended(bot)[0] == 0
            found = records(there.data)
            told.append({id_: each.to_json(measured=False) for id_, each in found.items()})
            assert {record.ending for record in found.values()} == {"played"}
    assert told[0] == told[1]


def test_a_bot_whose_connection_is_dead_without_a_word_finds_out_and_comes_back(
    tmp_path: Path,
) -> None:
    """Its second stream takes the place of the first, which the referee still believes in."""
    steady = write_bot(tmp_path / "steady", STEADY)
    more = "conduct.decision_ms = 600_000\n"
    file = write_cup(tmp_path / "cup.toml", BOTS / "random", remote=("ann",), boards=2, more=more)
    with running_host(tmp_path, file) as there, proxy(there.address) as between:
        host = there.host()
        bot = there.bot("ann", steady, between.address)
        said(host, "play begins")
        between.stall()
        done = finish(host)
        assert (done.code, "fault" in done.out) == (0, False)
        code, err = ended(bot)
        assert (code, "dialling again" in err) == (0, True)


def test_a_bot_that_does_not_come_back_loses_what_it_played(tmp_path: Path) -> None:
    steady = write_bot(tmp_path / "steady", STEADY)
    more = "conduct.reconnect_ms = 300\nconduct.faults_in_a_row = 2\nplay.matches_at_once = 2\n"
    file = write_cup(tmp_path / "cup.toml", BOTS / "first", remote=("ann",), boards=4, more=more)
    with running_host(tmp_path, file) as there:
        host = there.host()
        bot = there.bot("ann", steady)
        said(host, "play begins")
        bot.kill()
        done = finish(host)
        assert done.code == 3
        faults = [each.faults[0].fault for each in records(there.data).values() if each.faults]
        lost = {fault.text for fault in faults if fault.kind == "disconnected"}
        assert lost == {"the connection was lost, and the bot was not back within 0.3 s"}
        assert {fault.kind for fault in faults} == {"disconnected", "withdrawn"}
        assert call("--data", there.data, "verify", file).code == 0


def test_after_the_wait_play_begins_without_those_who_are_missing(tmp_path: Path) -> None:
    more = "conduct.start_ms = 300\nconduct.faults_in_a_row = 2\n"
    file = write_cup(tmp_path / "cup.toml", remote=REMOTE, boards=4, more=more)
    with running_host(tmp_path, file) as there:
        there.token("bob")
        host = there.host("--wait", "20")
        bot = there.bot("ann", BOTS / "first")
        done = finish(host)
        assert done.code == 0
        assert "play begins without bob" in done.out
        assert ended(bot)[0] == 0
        faults = {
            (record.seats[entry.seat].entrant, entry.fault.kind, entry.fault.text)
            for record in records(there.data).values()
            for entry in record.faults
        }
        assert ("bob", "late", "no hello within 0.3 s") in faults
        assert {name for name, _, _ in faults} == {"bob"}
        assert call("--data", there.data, "verify", file).code == 0


def test_a_host_that_is_killed_goes_on_and_the_bots_come_back(tmp_path: Path) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "random", remote=REMOTE, boards=30)
    with running_host(tmp_path, file) as there:
        host = there.host()
        bots = [there.bot(name, BOTS / "random") for name in REMOTE]
        said(host, "cup: ")
        below = descendants(host.pid)
        host.kill()
        host.wait()
        with Store(there.data) as store:
            assert 0 < len(store.played("cup")) < 180
        done = finish(there.host())
        assert (done.code, done.err) == (0, "")
        gone(below)
        assert [ended(bot)[0] for bot in bots] == [0, 0]
        assert plays(there.data) == {
            id_: record.actions for id_, record in expected(tmp_path, file).items()
        }
        assert call("--data", there.data, "verify", file).code == 0


@pytest.mark.parametrize("begun", [False, True])
def test_ctrl_c_tells_the_bots_and_says_how_it_goes_on(tmp_path: Path, begun: bool) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "random", remote=REMOTE, boards=200)
    with running_host(tmp_path, file) as there:
        there.token("bob")
        host = there.host("--wait", "1000")
        bots = [there.bot(name, BOTS / "random") for name in REMOTE[: 1 + begun]]
        said(host, "cup: " if begun else "ann: here")
        below = descendants(host.pid)
        os.killpg(host.pid, signal.SIGINT)
        done = finish(host)
        assert done.code == 130
        again = f"host {file} --listen {there.address} --wait 1000.0\n"
        assert done.err == f"Stopped. It goes on with: stych --data {there.data} {again}"
        for bot in bots:
            code, err = ended(bot)
            assert (code, err.splitlines()[-1]) == (0, "stych: goodbye: the referee was stopped")
        gone(below)


ONE_SEAT = """
from stych_bot import Bot, run

seats = set()

class OneSeat(Bot):
    def choose(self, observation, legal):
        seats.add(self.match.seat)
        assert len(seats) == 1, f"this process holds seats {seats}"
        return self.random.randrange(len(legal))

run(OneSeat, games=["the-game"], at_once=8)
"""


def test_in_self_play_a_bot_dials_in_once_a_seat(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "one-seat", ONE_SEAT, games='["the-game"]')
    file = tmp_path / "cup.toml"
    file.write_text(
        f'name = "cup"\ngame = "the-game"\nseed = "{SEED}"\nboards = 3\n[options]\nplayers = 3\n'
        f'[[entrants]]\nremote = true\nname = "ann"\n[[entrants]]\nbot = "{BOTS / "random"}"\n'
    )
    with running_host(tmp_path, file) as there:
        host = there.host()
        lines = []
        bots = []
        for number in (1, 2, 3):
            bots.append(there.bot("ann", bot))
            lines += said(host, f"ann: here, {number} of 3")
        assert "awaited: ann, 3 connections each" in lines
        assert finish(host).code == 0
        assert [ended(each)[0] for each in bots] == [0, 0, 0]
        made = json.loads(call("--data", there.data, "table", file, "--format", "json").out)
        assert all(each["matches"] == 3 and not each["faults"] for each in made["standings"])


def test_divisions_come_one_after_the_other_and_the_bots_with_them(tmp_path: Path) -> None:
    bot = write_bot(
        tmp_path / "both",
        'from stych_bot import run\nrun(lambda o, l, r: 0, games=["fox", "korist"], at_once=8)\n',
        games='["fox", "korist"]',
    )
    file = tmp_path / "cup.toml"
    file.write_text(
        f'name = "cup"\nseed = "{SEED}"\nboards = 1\n'
        '[[divisions]]\ngame = "fox"\n[divisions.options]\ntarget = 1\n'
        '[[divisions]]\ngame = "korist"\n[divisions.options]\nplayers = 2\n'
        f'[[entrants]]\nremote = true\nname = "ann"\n[[entrants]]\nbot = "{bot}"\n'
    )
    with running_host(tmp_path, file) as there:
        host = there.host()
        guest = there.bot("ann", bot)
        done = finish(host)
        assert (done.code, done.err) == (0, "")
        assert done.out.count("ann: here") == 2
        code, err = ended(guest)
        assert code == 0
        assert "dial in again" in err


def test_a_port_that_is_taken_and_a_file_without_remote_bots(tmp_path: Path) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "first", remote=("ann",), boards=1)
    with running_host(tmp_path, file) as there:
        said(there.host(), "awaited")
        other = tmp_path / "other"
        done = call("--data", other, "host", file, "--listen", there.address)
        taken = f"stych: {there.address} cannot be listened on: Address already in use\n"
        assert (done.code, done.out, done.err) == (2, "", taken)
        file = write_cup(tmp_path / "local.toml", BOTS / "first", remote=(), boards=1)
        done = call("--data", other, "host", file)
        none = f"stych: {file} has no entrant with remote = true: `stych run` plays it\n"
        assert (done.code, done.out, done.err) == (2, "", none)
