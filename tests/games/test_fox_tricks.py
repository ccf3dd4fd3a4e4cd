"""Who takes a trick, and what that means: FOX-7, FOX-8, FOX-11, FOX-15, FOX-17, FOX-18."""

from itertools import permutations

import pytest

from referee.games.fox import FoxPhase
from tests.games.fox_positions import (
    deciding,
    ending,
    last_events,
    names,
    play,
    winner_of,
)

PACK = [f"{suit}{rank}" for suit in "BKM" for rank in range(1, 12)]


def _follower_takes(led: str, answer: str, trump: str) -> bool:
    """FOX-7, FOX-17 and FOX-18, written anew: the stronger card by class, then by rank."""
    witches = [card for card in (led, answer) if card[1:] == "9"]

    def strength(card: str) -> tuple[int, int]:
        is_trump = witches == [card] or card[0] == trump
        return (2 if is_trump else 1 if card[0] == led[0] else 0, int(card[1:]))

    return strength(answer) > strength(led)


def _take(led: str, answer: str, trump: str) -> int:
    """Who takes this trick when it is really played, without exchanges."""
    decree = next(card for card in PACK if card[0] == trump and card not in (led, answer))
    state = play(ending(led, answer, decree), led)
    if state.phase == FoxPhase.WOODCUTTER:
        state.apply(state.legal_actions()[0])
    play(state, answer)
    if state.phase == FoxPhase.WOODCUTTER:
        state.apply(state.legal_actions()[0])
    return winner_of(state)


@pytest.mark.rule("FOX-7", "FOX-17", "FOX-18")
@pytest.mark.parametrize("trump", "BKM")
def test_every_trick_there_is(trump: str) -> None:
    for led, answer in permutations(PACK, 2):
        expected = int(_follower_takes(led, answer, trump))
        assert _take(led, answer, trump) == expected, (led, answer, trump)


@pytest.mark.rule("FOX-7")
@pytest.mark.parametrize(
    ("led", "answer", "winner"),
    [
        ("B4", "B6", 1),
        ("B6", "B4", 0),
        ("B2", "K10", 0),
        ("B10", "M2", 1),
        ("M2", "B10", 0),
        ("M4", "M6", 1),
        ("M6", "M4", 0),
    ],
)
def test_trumps_then_the_led_suit_then_rank(led: str, answer: str, winner: int) -> None:
    assert _take(led, answer, "M") == winner


@pytest.mark.rule("FOX-17")
@pytest.mark.parametrize(
    ("led", "answer", "winner"),
    [
        ("B9", "B10", 0),
        ("B9", "M10", 1),
        ("B9", "M8", 0),
        ("M8", "B9", 1),
        ("M10", "B9", 0),
        ("K2", "B9", 1),
        ("B11", "B9", 1),
        ("M9", "M10", 1),
        ("M9", "M8", 0),
    ],
)
def test_a_single_witch_is_the_nine_of_trumps(led: str, answer: str, winner: int) -> None:
    assert _take(led, answer, "M") == winner


@pytest.mark.rule("FOX-18")
@pytest.mark.parametrize(
    ("led", "answer", "winner"), [("B9", "K9", 0), ("B9", "M9", 1), ("M9", "B9", 0)]
)
def test_two_witches_are_plain_nines(led: str, answer: str, winner: int) -> None:
    assert _take(led, answer, "M") == winner


@pytest.mark.rule("FOX-8")
def test_the_winner_is_counted_for_everybody_and_leads() -> None:
    state = ending("B2 K2 K4", "B6 K6 K8", "M2", tricks=(6, 4))
    play(state, "B2", "B6")
    assert deciding(state) == (1, FoxPhase.PLAY)
    assert [state.observe(seat).tricks for seat in (0, 1)] == [(6, 5), (6, 5)]
    assert state.observe(0).leader == 1
    assert last_events(state, 1) == ["seat 1 takes the trick"]
    play(state, "K8", "K2")
    assert deciding(state) == (1, FoxPhase.PLAY)


@pytest.mark.rule("FOX-11", "FOX-8")
@pytest.mark.parametrize(
    ("led", "answer", "winner", "next_leader"),
    [
        ("B1", "B2", 1, 0),  # the leader's Swan loses
        ("B2", "B1", 0, 1),  # the follower's Swan loses
        ("B2", "K1", 0, 1),  # a Swan thrown away loses too
        ("B1", "K2", 0, 0),  # a Swan that wins changes nothing
        ("B2", "M1", 1, 1),  # nor does the Swan of trumps that wins
        ("M1", "B2", 0, 0),
        ("B1", "K1", 0, 1),  # two Swans: the loser leads
        ("B1", "M1", 1, 0),
        ("M1", "B1", 0, 1),
        ("B1", "K9", 1, 0),
    ],
)
def test_a_swan_that_loses_leads(led: str, answer: str, winner: int, next_leader: int) -> None:
    state = play(ending(f"{led} K8", f"{answer} K10", "M2"), led, answer)
    assert winner_of(state) == winner
    assert deciding(state) == (next_leader, FoxPhase.PLAY)


@pytest.mark.rule("FOX-11", "FOX-4")
@pytest.mark.parametrize(("led", "answer"), [("B2", "B1"), ("B1", "B2"), ("B1", "K1")])
def test_in_the_last_trick_a_swan_does_nothing(led: str, answer: str) -> None:
    for dealer in (0, 1):
        state = ending(led, answer, "M2")
        state.dealer = dealer
        play(state, led, answer)
        assert state.dealer == 1 - dealer
        assert deciding(state) == (dealer, FoxPhase.PLAY)


@pytest.mark.rule("FOX-15")
@pytest.mark.parametrize(
    ("led", "answer", "points"),
    [
        ("B7", "B8", (0, 1)),
        ("B7", "B6", (1, 0)),
        ("B8", "B7", (1, 0)),
        ("B7", "K7", (2, 0)),
        ("B7", "M7", (0, 2)),
        ("B6", "B8", (0, 0)),
    ],
)
def test_the_winner_scores_treasures_at_once(
    led: str, answer: str, points: tuple[int, int]
) -> None:
    state = ending(f"{led} M8", f"{answer} M10", "M2", totals=(10, 12))
    play(state, led, answer)
    assert state.points() == (10 + points[0], 12 + points[1])
    assert state.observe(0).treasures == state.observe(1).treasures == points
    taken = max(points)
    assert last_events(state, 1)[0].endswith(f"{taken} for Treasures" if taken else "the trick")


@pytest.mark.rule("FOX-15")
def test_treasures_add_up() -> None:
    state = ending("B7 K8 M4", "B6 K7 M6", "M2", treasures=(1, 0))
    play(state, "B7", "B6", "K8", "K7")
    assert state.points() == (3, 0)


@pytest.mark.rule("FOX-8")
def test_a_finished_trick_leaves_the_table() -> None:
    state = play(ending("B2 K2", "B6 K6", "M2"), "B2")
    assert [names(state.observe(seat).trick) for seat in (0, 1)] == ["B2", "B2"]
    play(state, "B6")
    assert [state.observe(seat).trick for seat in (0, 1)] == [(), ()]
    over = play(ending("B2", "B6", "M2", totals=(20, 20)), "B2", "B6")
    assert [over.observe(seat).trick for seat in (0, 1)] == [(), ()]
