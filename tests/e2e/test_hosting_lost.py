"""Hosted tournaments in which connections are cut, and bots or the host are killed."""

import time
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, call, finish, write_bot
from tests.e2e.hosting import (
    REMOTE,
    STEADY,
    ended,
    expected,
    host_and_bots,
    records,
    said,
    write_cup,
)
from tests.e2e.processes import descendants, gone
from tests.e2e.proxy import proxy
from tests.e2e.sleepers import sleeper
from tournaments.storage.store import Store

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]


def plays(data: Path) -> dict[str, tuple[int, ...]]:
    return {id_: record.actions for id_, record in records(data).items()}


def test_a_bot_whose_connection_is_cut_again_and_again_plays_the_same(tmp_path: Path) -> None:
    steady = write_bot(tmp_path / "steady", STEADY)
    told = []
    for cuts in (0, 4):
        folder = tmp_path / str(cuts)
        folder.mkdir()
        file = write_cup(folder / "cup.toml", BOTS / "random", remote=("ann",), boards=2)
        with host_and_bots(folder, file) as there, proxy(there.address) as between:
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
    with host_and_bots(tmp_path, file) as there, proxy(there.address) as between:
        host = there.host()
        bot = there.bot("ann", steady, between.address)
        said(host, "play begins")
        between.stall()
        done = finish(host)
        assert (done.code, "fault" in done.out) == (0, False)
        code, err = ended(bot)
        assert (code, "dialling again" in err) == (0, True)


def test_a_bot_that_does_not_come_back_loses_what_is_under_way_and_is_withdrawn(
    tmp_path: Path,
) -> None:
    steady = write_bot(tmp_path / "steady", STEADY)
    more = "conduct.reconnect_ms = 300\nconduct.faults_in_a_row = 2\nplay.matches_at_once = 2\n"
    file = write_cup(tmp_path / "cup.toml", BOTS / "first", remote=("ann",), boards=4, more=more)
    with host_and_bots(tmp_path, file) as there:
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


def test_a_host_that_is_started_again_goes_on_and_the_bots_come_back(tmp_path: Path) -> None:
    file = write_cup(tmp_path / "cup.toml", BOTS / "random", remote=REMOTE, boards=10)
    with host_and_bots(tmp_path, file) as there:
        host = there.host()
        # Slow bots, so that the host is killed before all is played.
        slow = sleeper(tmp_path / "slow", "random", 0.005)
        bots = [there.bot(name, slow) for name in REMOTE]
        said(host, "cup: ")
        below = descendants(host.pid)
        host.kill()
        host.wait()
        with Store(there.data) as store:
            assert 0 < len(store.played("cup")) < 60
        done = finish(there.host())
        assert (done.code, done.err) == (0, "")
        gone(below)
        assert [ended(bot)[0] for bot in bots] == [0, 0]
        assert plays(there.data) == {
            id_: record.actions for id_, record in expected(tmp_path, file).items()
        }
        assert call("--data", there.data, "verify", file).code == 0
