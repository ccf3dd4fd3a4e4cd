"""A failing endpoint pauses the matches of its entrant alone, and counts to no limit of voids."""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

import pytest

from referee.conduct import Hold
from referee.evidence import Cause, Evidence
from referee.record import Record
from tests.records.matches import make_plan
from tests.tournaments.scripted import Script
from tournaments.commands.held_matches import HeldMatches
from tournaments.core.errors import AlwaysVoidError, HeldError
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.formats.round_robin import round_robin
from tournaments.run import void_count
from tournaments.run.fixture_queue import FixtureQueue
from tournaments.run.holds import Holds
from tournaments.run.orders import PlayOrder
from tournaments.run.plan import Plan
from tournaments.run.runner import LocalRunner

NAMES = ("ann", "bob", "cyd")
PLAN = make_plan(*NAMES, options={"target": 1})


def fixtures(boards: int = 4) -> list[Fixture]:
    return list(round_robin("cup", NAMES, 2, boards))


def void_of(fixture: Fixture, hold: Hold | None, entrant: str = "ann") -> Void:
    found = Void.of_match(fixture, Cause.MACHINE, "its endpoint sleeps", Evidence())
    return found.model_copy(update={"entrant": entrant, "hold": hold})


class Failing(Script):
    """Workers with whom a match is void if `hold` gives a Hold for it, at most `times` in all."""

    def fail(self, times: int, hold: Callable[[Fixture], Hold | None]) -> None:
        self.times, self.hold, self.failed_of = times, hold, Counter[str]()

    def _record(self, plan: Plan, order: PlayOrder) -> Record | Void:
        fixture = order.fixture
        with self.lock:
            hold = self.hold(fixture)
            if hold and self.failed_of.total() < self.times:
                self.failed_of[fixture.id] += 1
                return void_of(fixture, hold)
        return super()._record(plan, order)


class Busy(Failing):
    """As Failing; but a match is void for another reason as often as `voids` says."""

    def _record(self, plan: Plan, order: PlayOrder) -> Record | Void:
        with self.lock:
            busy = self.voids[order.fixture.id] > 0
        return Script._record(self, plan, order) if busy else super()._record(plan, order)


def of_ann(hold: Hold) -> Callable[[Fixture], Hold | None]:
    return lambda fixture: hold if "ann" in fixture.seats else None


def run(script: Failing, played: list[Fixture]) -> tuple[bool, list[Void]]:
    told: list[Any] = []
    runner = LocalRunner(PLAN, played, script.keep, jobs=2, at_once=4, tell=told.append)
    return runner.run(), [each for each in told if isinstance(each, Void)]


def check_once(script: Script, played: list[Fixture]) -> None:
    assert sorted(each.id for each in script.kept) == sorted(each.id for each in played)


def test_such_voids_count_to_no_limit_of_voids(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one would end the run if it counted."""
    monkeypatch.setattr(void_count, "_VOIDS_OF_A_MATCH", 1)
    script, played = Failing(), fixtures()
    script.fail(9, of_ann(Hold(whole=True, seconds=0.0)))
    script.install(monkeypatch)
    done, voids = run(script, played)
    assert done
    assert len(voids) == 9
    check_once(script, played)


def test_others_play_on_and_the_run_ends_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    script, played = Failing(), fixtures()
    script.fail(10**6, of_ann(Hold(whole=True)))
    script.install(monkeypatch)
    with pytest.raises(HeldError, match=r"ann: its endpoint sleeps.*the next run goes on"):
        run(script, played)
    check_once(script, [each for each in played if "ann" not in each.seats])


def test_an_endpoint_that_never_comes_back_ends_the_run_after_some_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    script, played = Failing(), fixtures(1)
    script.fail(10**6, of_ann(Hold(whole=True, seconds=0.0)))
    script.install(monkeypatch)
    with pytest.raises(HeldError):
        run(script, played)
    check_once(script, [each for each in played if "ann" not in each.seats])


def test_one_match_alone_can_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    script, played = Failing(), fixtures()
    left_out = played[5].id
    script.fail(10**6, lambda each: Hold(whole=False) if each.id == left_out else None)
    script.install(monkeypatch)
    with pytest.raises(HeldError):
        run(script, played)
    check_once(script, [each for each in played if each.id != left_out])


def test_refused_prompts_leave_out_their_matches_and_too_many_in_a_row_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    refused = Hold(whole=False, all_after=5)
    # Only on every third board: the matches on the others are played in between.
    script, played = Failing(), fixtures(9)
    own = {each.id for each in played if "ann" in each.seats and each.block.board % 3 == 1}
    script.fail(10**6, lambda each: refused if each.id in own else None)
    script.install(monkeypatch)
    with pytest.raises(HeldError, match=rf"ann: its endpoint sleeps \(in {len(own)} matches\)"):
        LocalRunner(PLAN, played, script.keep, jobs=1, at_once=1).run()
    check_once(script, [each for each in played if each.id not in own])
    assert script.failed_of.total() == len(own), "none is begun a second time"

    script = Failing()
    script.fail(10**6, of_ann(refused))
    script.install(monkeypatch)
    with pytest.raises(HeldError, match="ann: its endpoint sleeps"):
        LocalRunner(PLAN, played, script.keep, jobs=1, at_once=1).run()
    check_once(script, [each for each in played if "ann" not in each.seats])
    assert script.failed_of.total() == 5


def test_a_run_can_be_stopped_in_a_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    script, played = Failing(), fixtures(1)
    script.fail(10**6, of_ann(Hold(whole=True, seconds=3600.0)))
    script.install(monkeypatch)
    free = sum("ann" not in each.seats for each in played)
    runner = LocalRunner(PLAN, played, script.keep)
    assert not runner.run(lambda: len(script.kept) == free and bool(script.failed_of))
    assert len(script.kept) == free


def test_pauses_grow_and_begin_anew_after_a_match() -> None:
    now = [0.0]
    [first, *rest] = [each for each in fixtures() if "ann" in each.seats]
    waiting = FixtureQueue([*rest], "duplicate", 0)
    holds = Holds(waiting, lambda: now[0])

    def pause(stated: float = 0.0) -> float:
        """How long the next pause is."""
        assert holds.note(void_of(first, Hold(whole=True, seconds=10.0, stated=stated)), first)
        assert not len(waiting)
        begun = now[0]
        while not holds.end_pauses():
            now[0] += 5.0
        assert len(waiting)
        assert waiting.take(set(), ()) is first, "it goes before all others again"
        return now[0] - begun

    assert [pause() for _ in range(3)] == [10.0, 20.0, 40.0]
    holds.note_played(first.seats)
    assert [pause(30.0) for _ in range(3)] == [30.0, 30.0, 40.0], "what is stated does not grow"
    assert pause(10.0**7) == 86_400.0
    holds.note_played(first.seats)
    assert pause() == 10.0
    assert [pause() for _ in range(7)][-1] == 200.0, "at most 20 times the first pause"


def test_voids_of_one_moment_are_one_pause() -> None:
    own = [each for each in fixtures() if "ann" in each.seats]
    waiting = FixtureQueue(own[3:], "duplicate", 0)
    holds = Holds(waiting, lambda: 0.0)
    for fixture in own[:3]:
        holds.note(void_of(fixture, Hold(whole=True, seconds=10.0)), fixture)
    assert holds._pauses["ann"] == 1
    assert len(waiting.held) == len(own)
    assert not holds.note(void_of(own[0], None), own[0])


def test_what_a_void_holds_is_not_in_the_journal() -> None:
    assert "hold" not in void_of(fixtures()[0], Hold(whole=True)).model_dump(mode="json")


def test_other_tournaments_go_on_and_the_same_reason_is_told_once() -> None:
    done: list[int] = []

    def play(number: int) -> bool:
        done.append(number)
        if number < 2:
            raise HeldError(["ann: its key is refused"])
        return number < 3

    held = HeldMatches()
    assert held.play(partial(play, each) for each in (0, 2, 1, 2))
    assert done == [0, 2, 1, 2]
    with pytest.raises(HeldError) as error:
        held.check(stopped=False)
    assert str(error.value).count("its key is refused") == 1
    assert not HeldMatches().play(partial(play, each) for each in (2, 3, 4))
    assert done[-1] == 3, "nothing is begun after a stop"


def test_what_must_be_alone_waits_for_no_paused_entrant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both matches were void too often; ann is held for the whole run, the other one is played."""
    script, played = Busy(), fixtures(1)
    of_hers = next(each for each in played if "ann" in each.seats)
    other = next(each for each in played if "ann" not in each.seats)
    script.voids.update({of_hers.id: 3, other.id: 3})
    script.fail(10**6, of_ann(Hold(whole=True)))
    script.install(monkeypatch)
    with pytest.raises(HeldError, match="ann: its endpoint sleeps"):
        LocalRunner(PLAN, played, script.keep, jobs=1, at_once=1).run()
    check_once(script, [each for each in played if "ann" not in each.seats])
    handed_out = [order.fixture.id for order in script.orders]
    assert handed_out.count(of_hers.id) == 3, "nobody is asked while it is held"


def test_a_run_does_not_give_up_what_only_waits_for_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All that bob needs is void, so often that the run would end; ann has a pause meanwhile."""
    monkeypatch.setattr(void_count, "_VOIDS_IN_A_ROW", 4)
    monkeypatch.setattr(void_count, "_VOIDS_IN_A_ROW_OF_EACH", 1)
    script, played = Busy(asked="bob"), fixtures(2)
    of_bob = [each.id for each in played if "bob" in each.seats]
    script.voids.update(dict.fromkeys(of_bob, 100))
    script.fail(1, of_ann(Hold(whole=True, seconds=0.2)))
    script.install(monkeypatch)
    # The first is ann's: it fails, and bob's come next.
    played.sort(key=lambda each: ("bob" in each.seats, "ann" not in each.seats))
    with pytest.raises(AlwaysVoidError):
        LocalRunner(PLAN, played, script.keep, jobs=1, at_once=1).run()
    check_once(script, [each for each in played if each.id not in of_bob])


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_held_and_void_all_is_played_once_or_the_run_gives_up(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, played = Random(seed), fixtures(3)
    script = Busy(seed=seed, asked=random.choice(NAMES), deadly=0.1, deaths=2)
    script.voids.update({each.id: random.choice((0, 0, 1, 4)) for each in played})
    hold = Hold(whole=True, seconds=0.01)
    script.fail(random.randrange(9), of_ann(hold))
    script.install(monkeypatch)
    monkeypatch.setattr(void_count, "_VOIDS_IN_A_ROW", random.choice((3, 20)))
    monkeypatch.setattr(void_count, "_VOIDS_IN_A_ROW_OF_EACH", 1)
    jobs, at_once = random.choice(((1, 1), (1, 4), (3, 2)))
    with suppress(AlwaysVoidError):
        assert LocalRunner(PLAN, played, script.keep, jobs=jobs, at_once=at_once).run()
        check_once(script, played)
    ids = [each.id for each in script.kept]
    assert len(ids) == len({*ids})
