"""The runner with real workers and real bots."""

import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from referee.conduct import Conduct, FaultKind
from referee.record import Record
from referee.record_check import verify
from referee.rpc.bot_entry import BotEntry
from referee.rpc.manifest import read_manifest
from tests.e2e.command import BOTS, write_bot
from tests.e2e.processes import bots, descendants, gone, workers
from tests.e2e.worker_server import forked_now
from tests.records.matches import FakeBot, make_plan, play, uniform
from tournaments.core.errors import WorkersDieError
from tournaments.core.fixtures import Fixture
from tournaments.formats.round_robin import round_robin
from tournaments.hosting.setting import Hosting
from tournaments.run.descriptors import fit_to_file_limit
from tournaments.run.plan import Plan
from tournaments.run.runner import LocalRunner

pytestmark = pytest.mark.slow

TELLING = """
import os
from stych_bot import Bot, run

class Telling(Bot):
    def over(self, result):
        print(os.getpid())

    def choose(self, observation, legal):
        return self.random.randrange(len(legal))

run(Telling, games=["fox"], at_once=8)
"""


def real(logs: Path, **folders: Path) -> Plan:
    """The plan of a tournament of short games between the bots in these folders."""
    entries = {name: BotEntry(name, path, read_manifest(path)) for name, path in folders.items()}
    return replace(make_plan(options={"target": 1}), entries=entries, logs=logs)


def fixtures(plan: Plan, boards: int) -> list[Fixture]:
    return list(round_robin("cup", sorted(plan.entries), 2, boards))


def in_process(plan: Plan, fixture: Fixture) -> str:
    """The record, as JSON, of two bots that play at random from their seeds in this process."""
    return play(plan, fixture, FakeBot(uniform), FakeBot(uniform)).to_json(measured=False)


class Recorder:
    """Keeps records, notes processes, and does something once when there are so many records."""

    def __init__(self, after: int = 10**9, do: Callable[[], None] = lambda: None) -> None:
        self.records: list[Record] = []
        self._after = after
        self._do = do
        self.seen: set[psutil.Process] = set()
        self.workers: set[psutil.Process] = set()

    def keep(self, records: Sequence[Record]) -> None:
        self.records += records

    def stopped(self) -> bool:
        """Note what runs, and stop nothing; the runner asks several times a second."""
        self.seen |= set(descendants())
        self.workers |= {*workers(), *forked_now()}
        if len(self.records) >= self._after:
            self._after = 10**9
            self._do()
        return False


def test_a_worker_that_is_killed_is_replaced_and_no_match_is_lost(tmp_path: Path) -> None:
    plan = real(tmp_path, ann=BOTS / "random", bob=BOTS / "random")
    killed: list[psutil.Process] = []

    def kill() -> None:
        killed.append(workers()[0])
        os.kill(killed[0].pid, signal.SIGKILL)

    recorder, played = Recorder(10, kill), fixtures(plan, 24)
    plan, at_once = fit_to_file_limit(plan, played, 8)
    assert LocalRunner(plan, played, recorder.keep, jobs=2, at_once=at_once).run(recorder.stopped)
    assert killed
    assert len(recorder.workers) == 3
    by_id = {record.id: record for record in recorder.records}
    assert len(by_id) == len(recorder.records) == len(played)
    for fixture in played:
        assert by_id[fixture.id].to_json(measured=False) == in_process(plan, fixture)
        assert by_id[fixture.id].ending == "played"
    verify(recorder.records[-1])
    gone(bots(recorder.seen))


@pytest.mark.usefixtures("forked")
def test_workers_that_die_at_once(tmp_path: Path) -> None:
    """A seed that no deal can be derived from gets past no tournament file; here it breaks all."""
    plan = replace(real(tmp_path, ann=BOTS / "first", bob=BOTS / "first"), seed="\0")
    recorder = Recorder()
    with pytest.raises(
        WorkersDieError, match=r"3 worker processes ended in a row .* exit code was 1"
    ):
        LocalRunner(plan, fixtures(plan, 2), recorder.keep).run(recorder.stopped)
    assert recorder.records == []
    gone(recorder.workers)


@pytest.mark.usefixtures("forked")
def test_an_address_that_nobody_can_listen_on_is_told_in_a_sentence(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    hosting = Hosting("203.0.113.1:50505", tmp_path / "data", remote=frozenset({"bob"}))
    (tmp_path / "data").mkdir()
    plan = replace(real(tmp_path, ann=BOTS / "first", bob=BOTS / "first"), hosting=hosting)
    recorder = Recorder()
    said = r"^203.0.113.1:50505 cannot be listened on: Cannot assign requested address$"
    with pytest.raises(WorkersDieError, match=said):
        LocalRunner(plan, fixtures(plan, 2), recorder.keep).run(recorder.stopped)
    assert recorder.records == []
    assert "Traceback" not in capfd.readouterr().err
    gone(recorder.workers)


@pytest.mark.usefixtures("forked")
def test_a_bot_that_always_dies_is_withdrawn_and_started_no_more(tmp_path: Path) -> None:
    count = "open('starts', 'a').write('x'); print('I am ill'); raise SystemExit(7)"
    ill = write_bot(tmp_path / "ill", count)
    plan = real(tmp_path / "logs", ann=BOTS / "random", ill=ill)
    plan = replace(plan, conduct=Conduct(faults_in_a_row=3))
    recorder = Recorder()
    assert LocalRunner(plan, fixtures(plan, 5), recorder.keep, at_once=1).run()
    faults = [record.faults[0].fault for record in recorder.records]
    assert [fault.kind for fault in faults] == [FaultKind.CRASHED] * 3 + [FaultKind.WITHDRAWN] * 7
    assert faults[0].text == "the process exited with code 7 before it said hello"
    assert (ill / "starts").read_text() == "xxx"
    assert all(
        "I am ill" in record.measured.evidence[seat_of(record)].words
        for record in recorder.records[:3]
    )
    for record in recorder.records:
        verify(record)
        assert record.outcome.places[seat_of(record)] == 2


def seat_of(record: Record) -> int:
    return record.faults[0].seat


@pytest.mark.usefixtures("forked")
@pytest.mark.parametrize("fresh", [True, False])
def test_processes_are_fresh_for_every_match_or_one_for_each_encounter(
    tmp_path: Path, fresh: bool
) -> None:
    telling = write_bot(tmp_path / "telling", TELLING)
    plan = real(tmp_path / "logs", ann=telling, bob=BOTS / "random")
    plan = replace(plan, fresh_processes=fresh)
    recorder, played = Recorder(), fixtures(plan, 2)
    assert LocalRunner(plan, played, recorder.keep, at_once=2).run()
    told = {file.parent.name: file.read_text().split() for file in plan.logs.rglob("stdout.txt")}
    if fresh:
        assert set(told) == {f"match-{fixture.id}" for fixture in played}
        assert len({pid for pids in told.values() for pid in pids}) == len(played)
    else:
        # One for each of its two encounters with a deal.
        assert set(told) == {"worker-1", "worker-1-encounter-1"}
        assert [len(set(pids)) for pids in told.values()] == [1, 1]
        assert sum(map(len, told.values())) == len(played)
    # A restarted bot has the seeds of its matches, and so plays them as ever.
    texts = {record.id: record.to_json(measured=False) for record in recorder.records}
    assert texts == {fixture.id: in_process(plan, fixture) for fixture in played}


@pytest.mark.usefixtures("forked")
def test_stopping_abandons_the_rest_and_leaves_no_process(tmp_path: Path) -> None:
    plan = real(tmp_path, ann=BOTS / "random", bob=BOTS / "first")
    recorder, played = Recorder(), fixtures(plan, 2000)

    def stopped() -> bool:
        recorder.stopped()
        return len(recorder.records) > 10

    assert not LocalRunner(plan, played, recorder.keep, jobs=2).run(stopped)
    assert 10 < len(recorder.records) < len(played)
    assert {record.ending for record in recorder.records} == {"played"}
    assert len({record.id for record in recorder.records}) == len(recorder.records)
    assert len(recorder.workers) == 2
    assert workers() + forked_now() + bots(descendants()) == []
