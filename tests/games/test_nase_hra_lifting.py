"""Who starts (NH-4, NH-R2), and what the shuffles of a match depend on."""

from collections import Counter

import pytest

from referee.deals import Deal, FixedDeal, derive
from referee.games.events import unpack
from referee.games.nase_hra.actions import NaseHraEventKind, event_text
from referee.games.nase_hra.cards import trick_value
from referee.games.nase_hra.lifting import lift
from tests.games.nase_hra_positions import (
    dealt,
    happened,
    last_events,
    nase_hra,
    pack,
    play,
    play_out,
)
from tests.games.statistics import assert_fits


def _lifted(*packs: tuple[int, ...], players: int = 3) -> tuple[int, list[str]]:
    draws = {f"triple/1/lift/{number}": cards for number, cards in enumerate(packs, 1)}
    starter, events = lift(FixedDeal(draws), 1, players)
    return starter, [event_text(event) for event in events]


@pytest.mark.rule("NH-4")
def test_the_best_trick_starts() -> None:
    cards = pack(("K7 C7 L7", 3), ("KP K8 C8", 3), ("ZE Z0 L8", 3))
    assert _lifted(cards) == (
        1,
        ["seat 0 lifts K7 C7 L7", "seat 1 lifts KP K8 C8", "seat 2 lifts ZE Z0 L8"],
    )


@pytest.mark.rule("NH-4")
def test_those_who_tie_lift_again_and_only_the_new_lift_counts() -> None:
    tied = pack(
        ("K7 KP C8", 3),  # seat 0: 7
        ("LE L0 C7", 3),  # seat 1: 1
        ("Z7 ZP L8", 3),  # seat 2: 7
        ("K8 C9 L9", 3),  # seat 0: 0
        ("ZE Z0 K9", 3),  # seat 2: 1
    )
    starter, events = _lifted(tied)
    assert starter == 2
    assert [text[:6] for text in events] == ["seat 0", "seat 1", "seat 2", "seat 0", "seat 2"]


@pytest.mark.rule("NH-4")
def test_a_lower_lift_falls_out_for_good() -> None:
    cards = pack(
        ("K8 KE C8", 3),  # seat 0: 3
        ("Z8 ZE L8", 3),  # seat 1: 3
        ("C7 L7 Z7", 3),  # seat 2: 0
        ("K7 C9 L9", 3),  # seat 0: 0
        ("K9 C0 L0", 3),  # seat 1: 0
        ("KP CP LP", 3),  # seat 0: 0
        ("Z0 ZK LV", 3),  # seat 1: 2
    )
    starter, events = _lifted(cards)
    assert starter == 1
    assert "".join(text[5] for text in events) == "0120101"


@pytest.mark.rule("NH-R2")
@pytest.mark.parametrize(("players", "rounds"), [(3, 3), (2, 5)])
def test_a_used_up_pack_is_shuffled_anew(players: int, rounds: int) -> None:
    """All tie until the next round of lifting would need more cards than are left."""
    even = _without_value()
    win = pack(("K8 C8 L8", 3), ("K7 KP C7", 3))
    starter, events = _lifted(even, win, players=players)
    assert starter == 1
    assert len(events) == (rounds + 1) * players
    assert events[-players:][1] == "seat 1 lifts K7 KP C7"


def _without_value() -> tuple[int, ...]:
    """A pack whose lifts are all worth nothing: numbers, then figures, none of them mixed."""
    numbers = [card for card in range(32) if card & 4 == 0]
    figures = [card for card in range(32) if card & 4]
    return (*numbers[:15], *figures[:15], numbers[15], figures[15])


@pytest.mark.rule("NH-4")
@pytest.mark.parametrize("players", [2, 3])
def test_every_seat_is_equally_likely_to_start(players: int) -> None:
    starters = Counter(
        lift(Deal(derive("lifts", str(number))), 1, players)[0] for number in range(2000)
    )
    assert_fits(starters, dict.fromkeys(range(players), 1 / players))


@pytest.mark.rule("NH-4")
@pytest.mark.parametrize("players", [2, 3])
def test_lifting_by_the_rule_alone(players: int) -> None:
    """The starter is the one whom the events name, recomputed from them."""
    for number in range(200):
        starter, events = lift(Deal(derive("again", str(number))), 1, players)
        tied = list(range(players))
        lifted = iter([unpack(event) for event in events])
        while len(tied) > 1:
            values = {}
            for seat in tied:
                event = next(lifted)
                assert (event.kind, event.seat) == (NaseHraEventKind.LIFT, seat)
                values[seat] = trick_value([event.a, event.b, event.c])
            tied = [seat for seat in tied if values[seat] == max(values.values())]
        assert tied == [starter]
        assert not list(lifted)


@pytest.mark.rule("NH-4", "NH-5")
@pytest.mark.parametrize("chooser", [0, 1, 2])
def test_the_starter_chooses_and_scores_nothing_for_the_lift(chooser: int) -> None:
    state = dealt(chooser=chooser)
    assert (state.chooser, state.seat) == (chooser, chooser)
    assert state.points() == (0, 0, 0)
    assert last_events(state, 1) == [f"triple 1, game 1: seat {chooser} deals"]


def test_shuffles_depend_on_the_board_and_the_place_in_the_series_alone() -> None:
    """Two ways to play the same board: what both draw for a purpose is the same."""
    game, key = nase_hra(series="nine"), derive("aligned")
    one = play_out(game.new(Deal(key)))
    other = game.new(Deal(key))
    while other.seat >= 0:
        other.apply(other.legal_actions()[-1])  # refuses whenever it may
    shared = set(one.deal.drawn) & set(other.deal.drawn)
    assert {purpose for purpose in one.deal.drawn if "lift" in purpose} <= shared
    assert {f"triple/{t}/game/{g}/redeal/0/cards" for t in (1, 2, 3) for g in (1, 2, 3)} <= shared
    assert all(one.deal.drawn[purpose] == other.deal.drawn[purpose] for purpose in shared)
    assert len({one.deal.drawn[purpose] for purpose in one.deal.drawn}) == len(one.deal.drawn)


def test_a_redeal_has_a_shuffle_of_its_own() -> None:
    state = dealt("K7 C7 L7 Z7 K8 C8 L8 Z8 K9 C9")
    play(state, "figures", "play on", "play on", "refuse")
    assert sorted(purpose for purpose in state.deal.drawn if "game" in purpose) == [
        "triple/1/game/1/redeal/0/cards",
        "triple/1/game/1/redeal/1/cards",
    ]
    assert [event.c for event in happened(state) if event.kind == NaseHraEventKind.DEAL] == [0, 1]
