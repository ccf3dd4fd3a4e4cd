"""Matches as drawn steps: what is shown after each action, to the referee and to a seat."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from referee.errors import UserError
from referee.games.nase_hra.actions import TAKE
from referee.games.scene import Boundary, Lie
from referee.record import Record
from referee.record_check import replay
from stych_web.replaying import DrawnStep, drawn_match, parting, seat_names, step_html
from tests.records.matches import LATE, FakeBot, failing_after, make_plan, play, uniform
from tests.records.test_spelled import NAMES, played
from tests.web.walks import Checked
from tournaments.core.fixtures import Block, make_fixture

MATCHES: list[tuple[str, dict[str, Any]]] = [
    ("fox", {"target": 21}),
    ("the-game", {"players": 3, "fire": True}),
    ("nase-hra", {"series": "triple"}),
    ("nase-hra", {"players": 2, "series": "triple"}),
    ("korist", {"players": 2, "limit": 150}),
    ("korist", {"players": 4, "variant": "expert", "limit": 150}),
]
every_match = pytest.mark.parametrize(("game", "options"), MATCHES)


def shape(steps: Sequence[DrawnStep]) -> list[tuple[int, int, int | None, Boundary]]:
    return [(step.number, step.actions, step.seat, step.ends) for step in steps]


@every_match
def test_each_action_is_a_step_and_all_views_have_the_same(
    game: str, options: dict[str, Any]
) -> None:
    record = played(game, options)
    whole = drawn_match(record, None).steps
    assert [step.number for step in whole] == list(range(len(whole)))
    acted = [step for step in whole if step.seat is not None]
    assert [step.actions for step in acted] == list(range(1, len(record.actions) + 1))
    assert [step.seat for step in acted] == [step.seat for step in replay(record)]
    for seat in range(len(record.seats)):
        assert shape(drawn_match(record, seat).steps) == shape(whole)


@every_match
def test_every_step_is_told_in_words_with_names(game: str, options: dict[str, Any]) -> None:
    record = played(game, options)
    for step in drawn_match(record, None).steps:
        assert step.words
        assert not any("seat " in words for words in step.words)


@every_match
def test_a_seat_is_told_no_more_than_the_referee(game: str, options: dict[str, Any]) -> None:
    record = played(game, options)
    whole = drawn_match(record, None).steps
    public = drawn_match(record, 0).steps
    for step, other in zip(whole, public, strict=True):
        # What others alone saw of their actions stands first, in place of what all saw.
        assert len(step.words) == len(other.words)
        assert step.words[1:] == other.words[1:]
        assert step.seat not in (0, None) or step.words == other.words


@every_match
def test_fragments_are_well_formed(game: str, options: dict[str, Any]) -> None:
    match = drawn_match(played(game, options), 0)
    for step in match.steps[::7]:
        assert Checked(step_html(step, match.picture)).used <= {*match.picture.faces, "back"}


def test_a_round_is_shown_to_its_end_before_the_next_is_dealt() -> None:
    match = drawn_match(played("fox", {"target": 21}), None)
    ends = [step for step in match.steps if step.ends is Boundary.ROUND]
    deals = [step for step in match.steps if step.seat is None]
    # The first dealing ends no round, and after the last round none follows.
    assert len(deals) == len(ends) > 2
    for step in ends:
        trick = next(zone for zone in step.scene.centre if zone.lie is Lie.TRICK)
        assert len(trick.cards) == 2
        assert "trick 13 of 13" in step.scene.title
        assert not any(side.zones[0].cards for side in step.scene.sides)
    for step, following in pairwise(match.steps):
        if step.ends is Boundary.ROUND and following.seat is None:
            assert following.actions == step.actions
            assert all(len(side.zones[0].cards) == 13 for side in following.scene.sides)


def test_points_in_the_end_are_those_of_the_record() -> None:
    record = played("nase-hra", {"series": "triple"})
    last = drawn_match(record, None).steps[-1].scene
    for seat, points in enumerate(record.outcome.points):
        assert last.sides[seat].tallies[-1].words.startswith(f"{points} ")


def test_tricks_are_as_many_as_were_played() -> None:
    match = drawn_match(played("nase-hra", {}), 1)
    kinds = [step.ends for step in match.steps]
    assert kinds.count(Boundary.ROUND) >= 1
    assert kinds.count(Boundary.TRICK) == 9


def test_only_the_seat_itself_and_the_referee_see_what_a_woodcutter_drew() -> None:
    record = played("fox", {"target": 21})
    views = [drawn_match(record, seat).steps for seat in (None, 0, 1)]
    found = 0
    for whole, first, second in zip(*views, strict=True):
        if any("puts the" in words for words in whole.words):
            found += 1
            told = [any("puts the" in words for words in view.words) for view in (first, second)]
            assert told == [whole.seat == 0, whole.seat == 1]
    assert found


def test_cards_from_the_talon_are_told_to_who_took_them() -> None:
    record = played("nase-hra", {"series": "triple"})
    took = [action in (TAKE + 1, TAKE + 2) for action in record.actions]
    seats = [step.seat for step in replay(record)]
    for seat in (None, 0, 1, 2):
        for step in drawn_match(record, seat).steps:
            told = any(re.search(r" takes the .* from the talon", words) for words in step.words)
            if step.seat is not None:
                acted = step.actions - 1
                assert told == (took[acted] and seat in (None, seats[acted]))
    assert any(took)


def test_what_a_seat_that_never_talks_says_is_no_step() -> None:
    options = {"players": 3}
    plan = replace(make_plan(*NAMES, options=options), game="the-game")
    match = make_fixture("cup/seed/the-game/1", Block(1, NAMES[:3]), 0)
    silent = play(plan, match, *(FakeBot(uniform, silent=True) for _ in range(3)))
    steps = drawn_match(silent, None).steps
    assert not any(action >= 410 for action in map(_action(silent), steps[1:]))
    assert len(steps) < len(silent.actions)


def _action(record: Record) -> Any:
    return lambda step: record.actions[step.actions - 1]


def test_a_forfeit_is_told_where_it_happened() -> None:
    record = played("fox", {"target": 21}, 1, FakeBot(uniform), FakeBot(failing_after(5, LATE)))
    match = drawn_match(record, None)
    told = [step for step in match.steps if any("forfeits" in words for words in step.words)]
    assert [step.actions for step in told] == [entry.at for entry in record.faults]


def test_two_seatings_of_a_board_part_somewhere() -> None:
    one = played("fox", {"target": 21})
    other = played("fox", {"target": 21}, 1, FakeBot(lambda r, n: 0), FakeBot(lambda r, n: 0))
    at = parting(one, other)
    assert at is not None
    assert one.actions[:at] == other.actions[:at]
    assert one.actions[at] != other.actions[at]
    match = drawn_match(one, None)
    assert match.steps[match.step_at(at)].actions == at
    assert parting(one, one) is None
    with pytest.raises(UserError, match="cannot be compared"):
        parting(one, played("fox", {"target": 21}, board=2))


def test_one_name_in_two_seats_is_told_apart() -> None:
    record = played("fox", {"target": 1})
    seats = tuple(replace(seat, entrant="me") for seat in record.seats)
    assert seat_names(replace(record, seats=seats)) == ["me (0)", "me (1)"]


def test_what_cannot_be_shown_is_told_in_one_sentence() -> None:
    record = played("fox", {"target": 1})
    with pytest.raises(UserError, match="seats of this match are 0 to 1; received 2"):
        drawn_match(record, 2)
    with pytest.raises(UserError, match="is not true"):
        drawn_match(replace(record, actions=(*record.actions, 1)), None)
    with pytest.raises(UserError, match="cannot be shown step by step"):
        drawn_match(replace(record, rules_version=99), None)
