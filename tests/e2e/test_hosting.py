"""Hosted tournaments over real processes: who is waited for, when play begins, how it ends."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, call, finish, write_bot
from tests.e2e.hosting import REMOTE, ended, expected, host_and_bots, records, said, write_cup
from tests.e2e.processes import descendants, gone
from tests.seeds import SEED

pytestmark = pytest.mark.slow


def test_two_remote_bots_and_a_local_one(tmp_path: Path) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "random", remote=REMOTE, boards=3)
    with host_and_bots(tmp_path, file) as there:
        host = there.host()
        bots = [there.bot(name, BOTS / "random") for name in REMOTE]
        done = finish(host)
        assert (done.code, done.err) == (0, "")
        lines = [line for line in done.out.splitlines() if not line.startswith("isolation: ")]
        dialled = f"Bots dial in at {there.address} without TLS, as soon as they are awaited."
        assert lines[:2] == [dialled, "awaited: ann, bob"]
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
        assert (again.code, "dial in" in again.out) == (0, False)


def test_after_the_wait_play_begins_without_those_who_are_missing(tmp_path: Path) -> None:
    more = "conduct.start_ms = 300\nconduct.faults_in_a_row = 2\n"
    file = write_cup(tmp_path / "cup.toml", remote=REMOTE, boards=4, more=more)
    with host_and_bots(tmp_path, file) as there:
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


@pytest.mark.unconfined
@pytest.mark.parametrize("begun", [False, True])
def test_ctrl_c_tells_the_bots_and_says_how_it_goes_on(tmp_path: Path, begun: bool) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "random", remote=REMOTE, boards=200)
    with host_and_bots(tmp_path, file) as there:
        there.token("bob")
        host = there.host("--wait", "1000", "--isolation", "off")
        bots = [there.bot(name, BOTS / "random") for name in REMOTE[: 1 + begun]]
        said(host, "cup: " if begun else "ann: here")
        below = descendants(host.pid)
        os.killpg(host.pid, signal.SIGINT)
        done = finish(host)
        assert done.code == 130
        again = f"host {file} --listen {there.address} --wait 1000.0 --isolation off\n"
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


@pytest.mark.unconfined
def test_in_self_play_a_bot_dials_in_once_a_seat(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "one-seat", ONE_SEAT, games='["the-game"]')
    file = tmp_path / "cup.toml"
    file.write_text(
        f'name = "cup"\ngame = "the-game"\nseed = "{SEED}"\nboards = 3\n[options]\nplayers = 3\n'
        f'[[entrants]]\nremote = true\nname = "ann"\n[[entrants]]\nbot = "{BOTS / "random"}"\n'
    )
    with host_and_bots(tmp_path, file) as there:
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


@pytest.mark.unconfined
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
    with host_and_bots(tmp_path, file) as there:
        host = there.host()
        remote = there.bot("ann", bot)
        done = finish(host)
        assert (done.code, done.err) == (0, "")
        assert done.out.count("ann: here") == 2
        code, err = ended(remote)
        assert code == 0
        assert "dial in again" in err


def test_a_port_that_is_taken_and_a_file_without_remote_bots(tmp_path: Path) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "first", remote=("ann",), boards=1)
    with host_and_bots(tmp_path, file) as there:
        said(there.host(), "awaited")
        other = tmp_path / "other"
        done = call("--data", other, "host", file, "--listen", there.address)
        taken = f"stych: {there.address} cannot be listened on: Address already in use\n"
        assert (done.code, done.out, done.err) == (2, "", taken)
        file = write_cup(tmp_path / "local.toml", BOTS / "first", remote=(), boards=1)
        done = call("--data", other, "host", file)
        none = f"stych: {file} has no entrant with remote = true: `stych run` plays it\n"
        assert (done.code, done.out, done.err) == (2, "", none)
