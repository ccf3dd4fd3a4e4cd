"""Tricks and the score of a game: NH-11 to NH-13, NH-R11."""

import pytest

from referee.games.game import NOBODY, IllegalActionError
from referee.games.nase_hra import NaseHraPhase
from referee.games.nase_hra.actions import NaseHraEventKind
from tests.games.nase_hra_positions import (
    dealt,
    deciding,
    ending,
    happened,
    last_events,
    legal,
    nase_hra,
    play,
    play_out,
    playing,
    tricks,
)


@pytest.mark.rule("NH-11")
@pytest.mark.parametrize("chooser", [0, 1, 2])
def test_the_chooser_leads_and_play_goes_clockwise(chooser: int) -> None:
    state = playing(dealt(chooser=chooser))
    for turn in range(3):
        assert deciding(state) == ((chooser + turn) % 3, NaseHraPhase.PLAY)
        state.apply(state.legal_actions()[0])


@pytest.mark.rule("NH-11")
def test_suit_must_be_followed_but_not_beaten() -> None:
    state = ending("KP K7 Z7", "KV K8 Z8", "CE C7 L7")
    assert legal(state) == ["K7", "KP", "Z7"]
    play(state, "KP")
    assert legal(state) == ["K8", "KV"]
    with pytest.raises(IllegalActionError):
        play(state, "Z8")
    play(state, "K8")
    assert legal(state) == ["C7", "CE", "L7"]


@pytest.mark.rule("NH-11")
def test_a_card_of_another_suit_never_takes() -> None:
    state = tricks(ending("K7 Z7", "C0 CE", "LE L0"), "K7 CE LE")
    assert (state.seat, state.tricks) == (0, [9, 0, 0])


@pytest.mark.rule("NH-2", "NH-11")
@pytest.mark.parametrize(("order", "winner"), [("figures", 1), ("numbers", 2)])
def test_the_order_decides_who_takes(order: str, winner: int) -> None:
    state = tricks(ending("K7 Z7", "KP CE", "K0 L0", order=order), "K7 KP K0")
    assert state.seat == winner
    assert last_events(state, 1) == [f"seat {winner} takes trick 9 of value 4 for 4"]


@pytest.mark.rule("NH-11", "NH-13")
def test_the_winner_scores_and_leads() -> None:
    state = tricks(ending("K7 Z7", "KP CE", "C0 L0"), "K7 KP C0")
    assert state.points() == (0, 7, 0)
    assert deciding(state) == (1, NaseHraPhase.PLAY)
    assert state.trick == ()
    assert legal(state) == ["CE"]


@pytest.mark.rule("NH-11")
def test_a_worthless_trick_also_gives_the_lead() -> None:
    state = tricks(ending("K7 Z7", "K8 CE", "C0 L0"), "K7 K8 C0")
    assert (state.seat, state.points()) == (1, (0, 0, 0))


@pytest.mark.rule("NH-12")
@pytest.mark.parametrize(
    ("trick", "points"),
    [("K7 KP C0", (0, 9, 0)), ("K7 CP L0", (2, 0, 0)), ("Z7 ZV KP", (0, 8, 0))],
)
def test_the_last_trick_is_worth_two_more(trick: str, points: tuple[int, ...]) -> None:
    state = tricks(ending(*trick.split()), trick)
    assert state.seat == NOBODY
    assert state.points() == state.outcome().points == points


@pytest.mark.rule("NH-12")
def test_the_trick_before_the_last_is_worth_its_value() -> None:
    state = tricks(ending("K7 Z7", "KP CE", "C0 L0"), "K7 KP C0")
    assert happened(state)[-1].a == happened(state)[-1].b == 7


@pytest.mark.rule("NH-10", "NH-12", "NH-13")
def test_the_tenth_trick_adds_to_the_point_for_renouncing() -> None:
    state = tricks(ending("K7", "KP", "C0", scores=(0, 1, 1)), "K7 KP C0")
    assert state.outcome().points == (0, 10, 1)
    assert last_events(state, 2) == [
        "seat 1 takes trick 10 of value 7 for 9",
        "game over: 0, 10, 1 points",
    ]


@pytest.mark.rule("NH-13")
@pytest.mark.parametrize("chooser", [0, 1, 2])
def test_the_score_is_what_the_events_say(chooser: int) -> None:
    state = play_out(dealt(chooser=chooser))
    scored = [0, 0, 0]
    for event in happened(state):
        if event.kind == NaseHraEventKind.TRICK:
            scored[event.seat] += event.a
            assert event.a == event.b + 2 * (event.c == 10)
        elif event.kind == NaseHraEventKind.RENOUNCE:
            scored[event.seat] += 1
    assert state.outcome().points == tuple(scored)


@pytest.mark.rule("NH-11", "NH-R11")
def test_ten_tricks_of_three_cards_all_open() -> None:
    state = play_out(playing(dealt()))
    plays = [event for event in happened(state) if event.kind == NaseHraEventKind.PLAY]
    takes = [event for event in happened(state) if event.kind == NaseHraEventKind.TRICK]
    assert (len(plays), [event.c for event in takes]) == (30, list(range(1, 11)))
    for seat in range(3):
        assert state.observe(seat).history == tuple(state.events[state.game_start :])
    assert sorted(nase_hra().placed(state)) == list(range(32))
