"""The runner of a cluster saves every match once, whatever machines do, and opens no deal early.

Dask, processes and bots are replaced: machines and their workers are threads of this process.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from referee.conduct import FaultKind
from referee.errors import RunError, UserError
from referee.record import Record
from stych_cluster.link import SeenMachine
from stych_cluster.machine_run import MachineRun
from stych_cluster.parcels import Parcel, ParcelReport
from tests.cluster.here import here
from tests.cluster.thread_cup import PLAN, Cup, ThreadLink
from tests.e2e.processes import until
from tests.records.matches import CRASHED, FakeBot, uniform
from tests.tournaments.scripted import Script
from tournaments.core.dealing import deal_of


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_every_match_is_saved_once_while_machines_come_and_go(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, link = Random(seed), ThreadLink("a", "b", "c")
    cup = Cup(link, 12, monkeypatch, Script(seed))
    names = iter(f"new-{number}" for number in range(1000))

    def trouble(kept: int) -> None:
        if random.random() < 0.3 and len(link.seen) > 1:
            link.kill(random.choice(sorted(link.seen)))
        if random.random() < 0.3:
            link.join(next(names))

    cup.do = trouble
    try:
        assert cup.runner.run(begin=cup.begin)
    finally:
        link.end()
    cup.check_whole()


@pytest.mark.slow
def test_two_machines_of_one_name_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    link = ThreadLink("a", "b")
    link.seen = dict.fromkeys(link.seen, SeenMachine("box", here()))
    cup = Cup(link, 20, monkeypatch, Script())
    try:
        assert cup.runner.run(begin=cup.begin)
    finally:
        link.end()
    cup.check_whole()
    for name in ("box", "box (2)"):
        assert any(text.startswith(f"{name} plays: ") for text in cup.news), cup.news
        assert any(text.startswith(f"{name} played ") for text in cup.news), cup.news


@pytest.mark.slow
def test_blocks_stay_together_and_parcels_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    link = ThreadLink("a", "b")
    cup = Cup(link, 40, monkeypatch, Script())
    try:
        assert cup.runner.run(begin=cup.begin)
    finally:
        link.end()
    cup.check_whole()
    assert {machine for machine, _ in link.parcels} == {"a", "b"}
    assert max(size for _, size in link.parcels) > link.parcels[0][1]
    assert all(size % 2 == 0 for _, size in link.parcels)
    # In the end every deal was opened.
    opened = {deal for deal, _ in cup.script.openings}
    assert opened == {deal_of(each, PLAN.deals) for each in cup.fixtures}


def test_voids_are_reported_and_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    link, script = ThreadLink("a"), Script()
    cup = Cup(link, 3, monkeypatch, script)
    spoiled = [each.id for each in cup.fixtures[:4]]
    script.voids.update(spoiled)
    try:
        assert cup.runner.run(begin=cup.begin)
    finally:
        link.end()
    cup.check_whole()
    assert sorted(each.match for each in cup.voids) == sorted(spoiled)
    assert any("4 voids" in text for text in cup.news)


@pytest.mark.slow
def test_a_withdrawn_bot_forfeits_on_all_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    link = ThreadLink("a", "b")
    script = Script(seat=lambda name: FakeBot(lambda *_: CRASHED if name == "bob" else uniform(*_)))
    cup = Cup(link, 30, monkeypatch, script)
    try:
        assert cup.runner.run(begin=cup.begin)
    finally:
        link.end()
    cup.check_whole()
    assert cup.runner.faults.withdrawn == {"bob"}
    assert frozenset({"bob"}) in [names for _, names in link.withdrawals]
    last = [each for each in script.kept if "bob" in [seat.entrant for seat in each.seats]][-1]
    assert last.faults[0].fault.kind is FaultKind.WITHDRAWN


def test_a_run_that_no_machine_can_play_ends_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link = ThreadLink("a", unable="ann cannot be built")
    cup = Cup(link, 2, monkeypatch, Script())
    with pytest.raises(UserError, match="can play cup: a: ann cannot be built; no match was"):
        cup.runner.run(begin=cup.begin)
    assert not cup.begun


@pytest.mark.slow
def test_a_machine_that_fails_leaves_its_matches_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link = ThreadLink("a", "b")
    cup = Cup(link, 10, monkeypatch, Script())
    play = MachineRun.play
    failed: list[MachineRun] = []

    def fails_once(run: MachineRun, *arguments: Any) -> ParcelReport:
        if not failed:
            failed.append(run)
            run.problem = "its disk is full"
            run.end()
        return play(run, *arguments)

    monkeypatch.setattr(MachineRun, "play", fails_once)
    try:
        assert cup.runner.run(begin=cup.begin)
    finally:
        link.end()
    cup.check_whole()
    assert any("does not play: its disk is full" in text for text in cup.news)


def test_when_the_last_machine_fails_what_was_played_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link, script = ThreadLink("a"), Script()
    cup = Cup(link, 20, monkeypatch, script)

    def doom(_: int) -> None:
        script.doomed = 10**6

    # From the first parcel that is saved on, all workers die.
    cup.do = doom
    try:
        with pytest.raises(RunError, match="3 worker processes ended in a row"):
            cup.runner.run(begin=cup.begin)
    finally:
        link.end()
    kept = {each.id for each in script.kept}
    assert 0 < len(kept) == len(script.kept) < len(cup.fixtures)


def test_a_run_stops_when_it_is_told_to(monkeypatch: pytest.MonkeyPatch) -> None:
    link = ThreadLink("a", "b")
    cup = Cup(link, 100, monkeypatch, Script())
    try:
        assert not cup.runner.run(lambda: len(cup.script.kept) > 10, cup.begin)
    finally:
        link.end()
    kept: list[Record] = cup.script.kept
    assert 10 < len({each.id for each in kept}) == len(kept) < len(cup.fixtures)


def test_a_stopped_run_ends_on_machines_that_have_nothing_to_play(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # More machines than the six blocks of one board.
    link = ThreadLink(*(f"m{number}" for number in range(8)))
    cup = Cup(link, 1, monkeypatch, Script())

    def plays_until_given_up(
        run: MachineRun, _: Parcel, is_wanted: Callable[[], bool]
    ) -> ParcelReport:
        until(lambda: not is_wanted())
        run.end()
        return ParcelReport(())

    monkeypatch.setattr(MachineRun, "play", plays_until_given_up)

    def all_are_ready() -> bool:
        started = [text for text in cup.news if " plays: " in text]
        return len(started) == len(link.seen) and bool(link.parcels)

    try:
        assert not cup.runner.run(all_are_ready, cup.begin)
        assert 0 < len({machine for machine, _ in link.parcels}) < len(link.seen)
        until(lambda: all(map(link.is_over, link.seen)))
    finally:
        link.end()


def test_matches_that_come_to_a_machine_again_get_new_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link, script = ThreadLink("a"), Script()
    cup = Cup(link, 1, monkeypatch, script)
    run = link._run(cup._setting())
    try:
        assert run.wait_started(lambda: True)
        for number in range(2):
            run.play(Parcel(number, tuple(cup.fixtures)), lambda: True)
    finally:
        run.end()
    assert [each.earlier_attempts for each in script.orders] == [0] * 12 + [1] * 12
