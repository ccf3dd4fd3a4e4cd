"""A match as drawn steps: what the referee and each seat are shown after every action."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from referee.errors import UserError
from referee.games.nase_hra.actions import TAKE
from referee.games.scene import Boundary, Lie
from referee.games.the_game.actions import FLAG_ACTIONS, GLAD_ACTIONS
from referee.record_check import replay
from stych_web.replaying import DrawnStep, drawn_match, parting, seat_names, step_html
from tests.records.matches import LATE, FakeBot, failing_after, make_plan, play, uniform
from tests.records.spelling import NAMES, played
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


@pytest.mark.slow
@every_match
def test_each_action_is_a_step_and_all_views_have_the_same_steps(
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
def test_a_seat_and_the_referee_differ_only_in_the_actions_of_others(
    game: str, options: dict[str, Any]
) -> None:
    record = played(game, options)
    whole = drawn_match(record, None).steps
    own = drawn_match(record, 0).steps
    for step, other in zip(whole, own, strict=True):
        # The first clause tells the action. Only the referee and the seat that acted see all of it.
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
    # No round ends before the first deal, and no deal follows the last round.
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


def test_the_last_step_has_the_points_of_the_record() -> None:
    record = played("nase-hra", {"series": "triple"})
    last = drawn_match(record, None).steps[-1].scene
    for seat, points in enumerate(record.outcome.points):
        assert last.sides[seat].tallies[-1].words.startswith(f"{points} ")


def test_each_trick_that_was_played_ends_once() -> None:
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


def test_only_the_seat_that_took_cards_of_the_talon_and_the_referee_see_which() -> None:
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


def test_a_seat_that_never_talks_has_no_steps_for_talk() -> None:
    options = {"players": 3}
    plan = replace(make_plan(*NAMES, options=options), game="the-game")
    match = make_fixture("cup/seed/the-game/1", Block(1, NAMES[:3]), 0)
    silent = play(plan, match, *(FakeBot(uniform, silent=True) for _ in range(3)))
    steps = drawn_match(silent, None).steps
    shown = [silent.actions[step.actions - 1] for step in steps[1:]]
    assert not {*GLAD_ACTIONS, *FLAG_ACTIONS}.intersection(shown)
    assert len(steps) < len(silent.actions)


def test_a_forfeit_is_told_at_the_step_of_the_fault() -> None:
    record = played("fox", {"target": 21}, 1, FakeBot(uniform), FakeBot(failing_after(5, LATE)))
    match = drawn_match(record, None)
    told = [step for step in match.steps if any("forfeits" in words for words in step.words)]
    assert [step.actions for step in told] == [entry.at for entry in record.faults]


# After so many decisions the next one of the seat is the first after a deal.
@pytest.mark.parametrize(("seat", "decisions"), [(0, 13), (1, 24)])
def test_a_forfeit_after_a_dealing_is_told_once(seat: int, decisions: int) -> None:
    bots = [FakeBot(uniform), FakeBot(uniform)]
    bots[seat] = FakeBot(failing_after(decisions, LATE))
    steps = drawn_match(played("fox", {"target": 21}, 1, *bots), None).steps
    assert [step.seat is None for step in steps[-2:]] == [False, True]
    told = [any("forfeits" in words for words in step.words) for step in steps]
    assert told == [False] * (len(steps) - 1) + [True]


def test_two_matches_of_a_board_part_at_the_first_action_that_differs() -> None:
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


def test_a_name_in_two_seats_is_shown_with_its_seats() -> None:
    record = played("fox", {"target": 1})
    seats = tuple(replace(seat, entrant="me") for seat in record.seats)
    assert seat_names(replace(record, seats=seats)) == ["me (0)", "me (1)"]


def test_a_match_that_cannot_be_shown_is_refused_with_a_sentence() -> None:
    record = played("fox", {"target": 1})
    with pytest.raises(UserError, match="seats of this match are 0 to 1; received 2"):
        drawn_match(record, 2)
    with pytest.raises(UserError, match="is not true"):
        drawn_match(replace(record, actions=(*record.actions, 1)), None)
    with pytest.raises(UserError, match="cannot be shown step by step"):
        drawn_match(replace(record, rules_version=99), None)
