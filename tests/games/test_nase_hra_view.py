"""What a seat sees and what it does not: the list of the rules page, and NH-R11."""

from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.game import NOBODY
from referee.games.nase_hra import NaseHraObservation, NaseHraPhase, NaseHraState, RankOrder
from referee.games.nase_hra.actions import event_text
from tests.games.nase_hra_positions import (
    VARIANTS,
    cards,
    dealt,
    hand,
    names,
    nase_hra,
    play,
    play_out,
    playing,
    tricks,
)


def test_the_first_view_in_full() -> None:
    state = dealt("K7 K8", chooser=1)
    assert state.observe(0) == NaseHraObservation(
        phase=NaseHraPhase.ORDER,
        to_move=1,
        series="single",
        triple=1,
        game=1,
        redeal=0,
        chooser=1,
        order=RankOrder.UNCHOSEN,
        leader=1,
        trick=(),
        hand_sizes=(10, 10, 10),
        pile_size=0,
        talon_size=2,
        cross=(),
        took=(0, 0, 0),
        renounced=(False, False, False),
        announced=(-1, -1, -1),
        points=(0, 0, 0),
        tricks=(0, 0, 0),
        triple_points=(0, 0, 0),
        totals=(0, 0, 0),
        past_games=(),
        lifts=tuple(state.events[:3]),
        history=(state.events[3],),
        seat=0,
        hand=tuple(cards(hand(state, 0))),
        taken=(),
    )


@pytest.mark.rule("NH-4")
def test_the_lifts_are_seen_through_the_whole_triple() -> None:
    state = play_out(dealt(series="triple"), until_game=2)
    for seat in range(3):
        assert [event_text(event)[:12] for event in state.observe(seat).lifts] == [
            "seat 0 lifts",
            "seat 1 lifts",
            "seat 2 lifts",
        ]


@pytest.mark.rule("NH-8", "NH-9", "NH-R4")
def test_only_the_taker_sees_what_was_taken() -> None:
    state = dealt(talon="ZE Z0")
    play(state, "figures", "play on", "play on", "play on", "take 1")
    assert names(state.observe(1).taken) == "ZE"
    for seat in (0, 2):
        view = state.observe(seat)
        assert view.taken == ()
        assert (view.took, view.talon_size, view.hand_sizes) == ((0, 1, 0), 1, (10, 11, 10))
        assert "ZE" not in names(view.hand)
    play(state, "discard ZE", "renounce")
    view = state.observe(0)
    assert (names(view.cross), view.renounced) == ("ZE", (False, False, True))
    assert event_text(view.history[-2]) == "seat 1 discards ZE"


@pytest.mark.rule("NH-7", "NH-R3")
def test_that_somebody_refused_is_public_and_their_cards_are_not() -> None:
    numbers = "K7 C7 L7 Z7 K8 C8 L8 Z8 K9 C9"
    state = play(dealt("", numbers), "figures", "refuse")
    for seat in range(3):
        texts = [event_text(event) for event in state.observe(seat).history]
        assert texts == [
            "triple 1, game 1: seat 0 deals",
            "seat 0 chooses figures",
            "seat 1 refuses the game",
            "triple 1, game 1, redeal 1: seat 0 deals",
        ]


@pytest.mark.rule("NH-R3")
@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_being_asked_tells_nobody_anything(count: int) -> None:
    """Whoever plays on leaves the same trace, whether they had a choice or not."""
    figures = ["KE", "CE", "LE", "ZE", "KK"][:count]
    numbers = ["K7", "C7", "L7", "Z7", "K8", "C8", "L8", "Z8", "K9", "C9"][: 10 - count]
    state = play(dealt("", " ".join(figures + numbers)), "figures", "play on")
    assert [event_text(event) for event in state.observe(2).history] == [
        "triple 1, game 1: seat 0 deals",
        "seat 0 chooses figures",
        "seat 1 plays on",
    ]


@pytest.mark.rule("NH-R11")
def test_tricks_are_open_to_all() -> None:
    state = playing(dealt("K7 Z7", "KP CE", "K0 L0"))
    tricks(state, "K7 KP K0")
    for seat in range(3):
        texts = [event_text(event) for event in state.observe(seat).history]
        assert texts[-4:] == [
            "seat 0 plays K7",
            "seat 1 plays KP",
            "seat 2 plays K0",
            "seat 1 takes trick 1 of value 4 for 4",
        ]


@pytest.mark.rule("NH-18")
def test_the_order_of_the_pile_is_seen_by_nobody() -> None:
    one = playing(dealt(players=2))
    other = one.copy()
    other.pile = tuple(reversed(other.pile))
    for seat in (0, 1):
        assert one.observe(seat) == other.observe(seat)
    assert one.observe(0).pile_size == 9


def _public_part(view: NaseHraObservation) -> NaseHraObservation:
    return view._replace(seat=0, hand=(), taken=())


@pytest.mark.parametrize(("players", "series"), VARIANTS)
def test_the_public_part_is_the_same_for_all(players: int, series: str) -> None:
    random = Random(5)
    state = nase_hra(players, series).new(Deal(derive("public")))
    while state.seat != NOBODY:
        state.apply(random.choice(state.legal_actions()))
        assert len({_public_part(state.observe(seat)) for seat in range(players)}) == 1


@pytest.mark.parametrize("players", [2, 3])
def test_public_numbers_agree_with_each_other(players: int) -> None:
    random = Random(6)
    state = nase_hra(players, "triple").new(Deal(derive("numbers")))
    while state.seat != NOBODY:
        _assert_sound(state.observe(state.seat), state)
        state.apply(random.choice(state.legal_actions()))


def _assert_sound(view: NaseHraObservation, state: NaseHraState) -> None:
    cards_in_play = sum(view.hand_sizes) + view.pile_size + view.talon_size + len(view.cross)
    taken = sum(view.tricks[: len(view.hand_sizes)])
    assert cards_in_play + len(view.trick) + 3 * taken == 32
    assert len(view.past_games) == (view.game - 1) * (len(view.hand_sizes) + 1)
    assert state.points() == tuple(a + b for a, b in zip(view.totals, view.points, strict=True))
    assert len(view.hand) == view.hand_sizes[view.seat]
    assert len(view.taken) == view.took[view.seat]
