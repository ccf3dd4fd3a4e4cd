"""The runner: every match once, whatever the workers do, and no deal opened too early."""

import errno
import os
from collections import Counter
from contextlib import suppress
from random import Random

import pytest

from referee.conduct import Conduct, FaultKind
from referee.record import Record
from tests.records.matches import CRASHED, FakeBot, make_plan, play, uniform
from tests.tournaments.scripted import Script, ThreadProcess
from tournaments.core.dealing import DealId, Deals, deal_of
from tournaments.core.errors import NotStartedError, NoWorkersError, WorkersDieError
from tournaments.core.fixtures import Fixture
from tournaments.formats.round_robin import round_robin
from tournaments.run.runner import LocalRunner
from tournaments.run.withdrawal import FaultCount

NAMES = ("ann", "bob", "cyd", "dan")
PLAN = make_plan(*NAMES, options={"target": 1}, conduct=Conduct(faults_in_a_row=3))


def fixtures(boards: int, names: tuple[str, ...] = NAMES) -> list[Fixture]:
    return list(round_robin("cup", names, 2, boards))


def ids(records: list[Record]) -> list[str]:
    return sorted(record.id for record in records)


def check_whole(script: Script, played: list[Fixture]) -> None:
    assert ids(script.kept) == sorted(fixture.id for fixture in played)
    on_deal: dict[DealId, set[str]] = {}
    for fixture in played:
        on_deal.setdefault(deal_of(fixture, PLAN.deals), set()).add(fixture.id)
    for deal, kept in script.openings:
        assert on_deal[deal] <= kept, f"{deal} was opened while it was played"


@pytest.mark.parametrize("seed", range(12))
def test_any_number_of_workers_in_any_order(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(seed)
    jobs, at_once = random.choice((1, 2, 5)), random.choice((1, 3, 8, 100))
    script = Script(seed)
    script.install(monkeypatch)
    played = fixtures(4)
    assert LocalRunner(PLAN, played, script.keep, jobs=jobs, at_once=at_once).run()
    check_whole(script, played)
    assert len(script.orders) == len(played)
    assert script.workers == jobs
    assert script.most_at_once <= at_once
    opened = Counter(deal for deal, _ in script.openings)
    assert set(opened.values()) <= {jobs}
    assert set(opened) <= {deal_of(fixture, PLAN.deals) for fixture in played}


@pytest.mark.parametrize("seed", range(12))
def test_workers_that_die_are_replaced_and_nothing_is_lost_or_doubled(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sometimes three die in a row; then what was kept is kept, and the next run goes on."""
    script = Script(seed, deadly=0.1, doomed=1)
    script.install(monkeypatch)
    played = fixtures(4)
    for _ in range(50):
        known = {record.id for record in script.kept}
        left = [fixture for fixture in played if fixture.id not in known]
        with suppress(WorkersDieError):
            if LocalRunner(PLAN, left, script.keep, jobs=3, at_once=4).run():
                break
    check_whole(script, played)
    assert script.workers > 3
    again = Counter(order.fixture.id for order in script.orders)
    assert max(again.values()) > 1


@pytest.mark.parametrize(
    ("deals", "expected"),
    [
        ("board", [(1,), (2,), (3,)]),
        ("duplicate", [(board, '["ann","bob"]') for board in (1, 2, 3)]),
        (
            "independent",
            [
                (board, names, "match")
                for board in (1, 2, 3)
                for names in ('["ann","bob"]', '["bob","ann"]')
            ],
        ),
    ],
)
def test_the_deals_that_are_opened_are_those_that_the_matches_have(
    deals: Deals, expected: list[DealId], monkeypatch: pytest.MonkeyPatch
) -> None:
    script = Script()
    script.install(monkeypatch)
    plan = make_plan("ann", "bob", options={"target": 1}, deals=deals)
    assert LocalRunner(plan, fixtures(3, ("ann", "bob")), script.keep, jobs=1, at_once=1).run()
    opened = sorted(deal for deal, _ in script.openings)
    # The last order may come when the worker is gone.
    assert len(opened) >= len(expected) - 1
    assert set(opened) <= set(expected)


def test_a_deal_is_opened_only_when_a_dead_workers_match_was_played_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(deadly=1.0, deaths=2)
    script.install(monkeypatch)
    played = fixtures(3)
    assert LocalRunner(PLAN, played, script.keep, jobs=1, at_once=12).run()
    check_whole(script, played)
    assert script.workers == 3


def test_three_deaths_in_a_row_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(deadly=1.0)
    script.install(monkeypatch)
    with pytest.raises(
        WorkersDieError, match="ended in a row without playing a match; the last exit"
    ):
        LocalRunner(PLAN, fixtures(2), script.keep, jobs=2).run()
    assert script.kept == []


def test_workers_may_die_for_ever_if_each_plays_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(lifetime=1)
    script.install(monkeypatch)
    played = fixtures(1)
    assert LocalRunner(PLAN, played, script.keep, jobs=1, at_once=3).run()
    check_whole(script, played)
    assert script.workers >= len(played)


def test_every_local_bot_is_started_before_play_begins_and_nothing_is_played_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script()
    script.install(monkeypatch)
    begun: list[int] = []
    plan = make_plan(*NAMES[1:], options={"target": 1})
    played = fixtures(2)
    runner = LocalRunner(plan, played, script.keep, jobs=3, withdrawn=frozenset({"bob"}))
    assert runner.run(begin=lambda: begun.append(len(script.orders)))
    assert script.starts == [("cyd", "dan")], "ann is remote, bob was withdrawn"
    assert begun == [0]
    check_whole(script, played)


def test_what_the_machine_cannot_start_ends_the_run_before_anything_is_saved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(failed=(("bob", "there is no python"), ("cyd", "there is no java")))
    script.install(monkeypatch)
    begun: list[int] = []
    with pytest.raises(
        NotStartedError,
        match=r"bob cannot be started on this machine: there is no python, and 1 more entrant"
        r" likewise; no match was played\. `stych doctor`",
    ):
        LocalRunner(PLAN, fixtures(2), script.keep, jobs=2).run(begin=lambda: begun.append(1))
    assert (begun, script.orders, script.kept) == ([], [], [])


def test_a_worker_that_dies_while_it_starts_bots_is_replaced_before_play_begins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(deaths_at_the_start=1)
    script.install(monkeypatch)
    begun: list[int] = []
    told: list[object] = []
    played = fixtures(1)
    runner = LocalRunner(PLAN, played, script.keep, jobs=2, tell=told.append)
    assert runner.run(begin=lambda: begun.append(1))
    assert script.starts == [NAMES, NAMES]
    assert (begun, told) == ([1], [])
    check_whole(script, played)


def test_workers_that_die_while_they_start_bots_are_the_machines_lack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(deaths_at_the_start=3)
    script.install(monkeypatch)
    begun: list[int] = []
    with pytest.raises(
        NoWorkersError,
        match=r"^no match was played: 3 worker processes ended in a row before every bot was"
        r" started; the last one exited with code 1; `stych doctor` tells what the machine lacks$",
    ):
        LocalRunner(PLAN, fixtures(1), script.keep).run(begin=lambda: begun.append(1))
    assert (begun, script.orders, script.kept) == ([], [], [])


def test_a_worker_that_cannot_be_started_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(_: ThreadProcess) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    script = Script()
    script.install(monkeypatch)
    monkeypatch.setattr(ThreadProcess, "start", refuse)
    with pytest.raises(NoWorkersError, match=r"started: Resource temp.*ulimit -u, ulimit -v"):
        LocalRunner(PLAN, fixtures(1), script.keep).run(begin=lambda: None)
    with pytest.raises(WorkersDieError, match="no worker process can be started: Resource temp"):
        LocalRunner(PLAN, fixtures(1), script.keep).run()


def test_stopped_while_bots_are_started_nothing_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script()
    script.install(monkeypatch)
    begun: list[int] = []
    runner = LocalRunner(PLAN, fixtures(1), script.keep)
    assert not runner.run(lambda: True, lambda: begun.append(1))
    assert (begun, script.kept) == ([], [])


def test_no_more_workers_than_matches(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script()
    script.install(monkeypatch)
    assert LocalRunner(PLAN, fixtures(1)[:2], script.keep, jobs=64).run()
    assert script.workers == 2
    assert LocalRunner(PLAN, [], script.keep, jobs=64).run()
    assert script.workers == 2


def test_stopping_leaves_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script()
    script.install(monkeypatch)
    assert not LocalRunner(PLAN, fixtures(40), script.keep, at_once=2).run(
        lambda: len(script.kept) > 9
    )
    assert 9 < len(script.kept) < 40 * 12
    assert len(set(ids(script.kept))) == len(script.kept)
    assert not LocalRunner(PLAN, fixtures(1), script.keep).run(lambda: True)


def test_an_error_while_records_are_saved_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script()
    script.install(monkeypatch)

    def full(records: object) -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="the disk is full"):
        LocalRunner(PLAN, fixtures(3), full, jobs=3).run()


def test_who_is_at_fault_too_often_in_a_row_is_not_asked_any_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script = Script(seat=lambda name: FakeBot(uniform, missing=CRASHED if name == "bob" else None))
    script.install(monkeypatch)
    played = fixtures(6, NAMES[:2])
    assert LocalRunner(PLAN, played, script.keep, jobs=1, at_once=1).run()
    kinds = [record.faults[0].fault.kind for record in script.kept]
    assert kinds == [FaultKind.CRASHED] * 3 + [FaultKind.WITHDRAWN] * 9
    assert [order.withdrawn for order in script.orders] == [frozenset()] * 3 + [{"bob"}] * 9
    assert {
        entry.seat for r in script.kept for entry in r.faults if r.seats[0].entrant == "bob"
    } == {0}


def test_who_was_withdrawn_before_is_not_asked_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script()
    script.install(monkeypatch)
    runner = LocalRunner(
        PLAN, fixtures(1), script.keep, at_once=1, withdrawn=frozenset({"ann", "eve"})
    )
    assert runner.run()
    for order in script.orders:
        assert order.withdrawn == {"ann"} & set(order.fixture.seats)


def test_a_match_without_fault_begins_the_count_anew() -> None:
    plan = make_plan("ann", "bob", options={"target": 1})
    match = fixtures(1, ("ann", "bob"))[0]
    seat = match.seats.index("bob")
    fine = play(plan, match)
    bots: list[FakeBot | None] = [FakeBot(uniform), FakeBot(uniform)]
    bots[seat] = FakeBot(uniform, missing=CRASHED)
    faulty = play(plan, match, *bots)
    count = FaultCount(limit=2)
    for record in (faulty, fine, faulty):
        count.note(record)
        assert count.withdrawn == frozenset()
    count.note(faulty)
    assert count.withdrawn == {"bob"}
    count.note(fine)
    assert count.withdrawn == {"bob"}
