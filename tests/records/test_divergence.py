"""Where two matches on one deal part."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.divergence import NotComparableError, find_divergence
from referee.record import Record
from referee.record_check import replay
from tests.e2e.command import call
from tests.pages import keys, section
from tests.records.matches import (
    CRASHED,
    FakeBot,
    failing_after,
    fixture,
    make_plan,
    make_record,
    play,
    uniform,
)
from tests.root import ROOT
from tournaments.core.fixtures import Block, make_fixture
from tournaments.present.terminal.record import spelled


def last_from(decision: int) -> FakeBot:
    """A bot that takes the first legal action, and after so many decisions the last one."""
    made = 0

    def answer(_: Random, legal: int) -> int:
        nonlocal made
        made += 1
        return legal - 1 if made > decision else 0

    return FakeBot(answer)


def matches(*decisions: int) -> list[Record]:
    """Matches on one deal; the bot in seat 0 makes so many decisions before it plays otherwise."""
    return [make_record(1, 0, last_from(n), last_from(10**6)) for n in decisions]


def test_matches_part_at_the_first_decision_that_is_not_the_same() -> None:
    """Held against the records spelled out, which are made by other code."""
    one, other = matches(4, 10**6)
    found = find_divergence(one, other)
    assert found is not None
    pairs = zip(spelled(one)["decisions"], spelled(other)["decisions"], strict=False)
    first, second = next(pair for pair in pairs if pair[0]["action"] != pair[1]["action"])
    decision = found.decision
    assert (decision.number, decision.seat) == (first["number"], first["seat"])
    assert decision.seat == 0
    steps = [*replay(one)]
    assert decision.observation == steps[decision.number].state.observe(0)
    assert decision.points == tuple(steps[decision.number].state.points())
    for record, branch, told in zip((one, other), found.branches, (first, second), strict=True):
        assert branch.action == record.actions[decision.number]
        assert told["number"] == decision.number
        assert branch.outcome == record.outcome
        assert branch.fault is None
        assert branch.actions_to_change is not None
        before, after = (
            [*replay(record)][decision.number + branch.actions_to_change - back].state
            for back in (1, 0)
        )
        assert tuple(before.points()) == decision.points
        assert tuple(after.points()) == branch.points != decision.points


def test_seatings_of_a_block_are_compared() -> None:
    plan, ann, bob = make_plan(), last_from(10**6), last_from(0)
    one = play(plan, fixture(plan, 1, 0), ann, bob)
    other = play(plan, fixture(plan, 1, 1), bob, ann)
    found = find_divergence(one, other)
    assert found is not None
    number, seat = found.decision.number, found.decision.seat
    assert [record.seats[seat].entrant for record in (one, other)] in (
        ["ann", "bob"],
        ["bob", "ann"],
    )
    # All before is the same; there one bot takes the first legal action and the other the last.
    assert one.actions[:number] == other.actions[:number]
    legal = found.decision.legal
    assert {branch.action for branch in found.branches} == {legal[0], legal[-1]}


def test_the_same_match_parts_nowhere() -> None:
    one, other = matches(7, 7)
    assert find_divergence(one, other) is None


def test_a_fault_is_where_matches_part() -> None:
    whole = make_record(1, 0, FakeBot(uniform), FakeBot(uniform))
    failed = make_record(1, 0, FakeBot(failing_after(5)), FakeBot(uniform))
    for records in ((whole, failed), (failed, whole)):
        found = find_divergence(*records)
        assert found is not None
        assert (found.decision.number, found.decision.seat) == (len(failed.actions), 0)
        branches = dict(zip((record.ending for record in records), found.branches, strict=True))
        assert branches["forfeit"].action is None
        assert branches["forfeit"].fault == failed.faults[0]
        assert branches["played"].fault is None
        assert branches["played"].action == whole.actions[len(failed.actions)]


def test_a_match_that_never_began_parts_at_the_first_decision() -> None:
    whole = make_record(1, 0, FakeBot(uniform), FakeBot(uniform))
    for missing in (0, 1):
        bots = [FakeBot(uniform, missing=CRASHED if seat == missing else None) for seat in (0, 1)]
        found = find_divergence(make_record(1, 0, *bots), whole)
        assert found is not None
        assert found.decision.number == 0
        assert found.branches[0].action is None
        assert found.branches[1].action == whole.actions[0]


def of_the_game() -> Record:
    names = ("ann", "bob")
    plan = make_plan(*names, game="the-game", options={"players": 2})
    match = make_fixture("cup/seed/the-game/1", Block(1, names), 0)
    return play(plan, match)


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ({"board": 2}, "the boards are 1 and 2"),
        ({"options": {"target": 1}}, "the options are target 16 and target 1"),
        ({"seed": "elsewhere"}, "the deals of board 1 are different"),
    ],
)
def test_matches_on_other_deals_are_refused(other: Mapping[str, Any], words: str) -> None:
    with pytest.raises(NotComparableError, match=words):
        find_divergence(make_record(), make_record(**other))


def test_matches_of_other_games_are_refused() -> None:
    with pytest.raises(NotComparableError, match="the games are fox and the-game"):
        find_divergence(make_record(), of_the_game())


def files(folder: Path, *records: Record) -> list[Path]:
    paths = [folder / f"{number}.json" for number in range(len(records))]
    for path, record in zip(paths, records, strict=True):
        path.write_text(record.to_json())
    return paths


def test_the_command_shows_where_they_part(tmp_path: Path) -> None:
    one, other = matches(4, 10**6)
    found = find_divergence(one, other)
    assert found is not None
    paths = files(tmp_path, one, other)
    done = call("diverge", *paths)
    assert (done.code, done.err) == (0, "")
    assert f"Decision {found.decision.number}, seat 0" in done.out
    told = json.loads(call("diverge", *paths, "--format", "json").out)
    docs = section((ROOT / "docs" / "ask.md").read_text(encoding="utf-8"), "JSON")
    assert set(told) == keys(docs.partition("`stych diverge --format json`")[2])
    assert all(f"`{key}`" in docs for key in (*told["decision"], *told["matches"][0]))
    assert told["decision"]["number"] == found.decision.number
    first, second = (spelled(each)["decisions"][found.decision.number] for each in (one, other))
    assert told["decision"]["legal"] == first["legal"]
    assert [each["action"] for each in told["matches"]] == [first["action"], second["action"]]
    for text in (first["action"], second["action"], *told["decision"]["screen"]):
        assert text in done.out
    assert [each["outcome"]["points"] for each in told["matches"]] == [
        list(record.outcome.points) for record in (one, other)
    ]
    later = [each["next_points"]["later"] for each in told["matches"]]
    assert later == [branch.actions_to_change for branch in found.branches]


def test_the_command_says_that_they_are_the_same(tmp_path: Path) -> None:
    [one] = matches(7)
    paths = files(tmp_path, one, one)
    assert f"The same to the end: {len(one.actions)} actions." in call("diverge", *paths).out
    told = json.loads(call("diverge", *paths, "--format", "json").out)
    assert told["decision"] is None
    assert "action" not in told["matches"][0]


@pytest.mark.parametrize("lie", [False, True])
def test_the_command_refuses_in_a_sentence(tmp_path: Path, lie: bool) -> None:
    one = make_record()
    other = replace(one, actions=one.actions[:-1]) if lie else make_record(2)
    done = call("diverge", *files(tmp_path, one, other))
    words = f"the record of match {one.id} is not true: " if lie else f"matches {one.id} and "
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"stych: {words}")
    assert len(done.err.splitlines()) == 1
