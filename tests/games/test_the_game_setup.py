"""The pack, the hands, and who starts: TG-1 to TG-3, TG-12 to TG-14, TG-R1."""

from collections import Counter

import pytest

from referee.deals import Deal, derive
from referee.games.game import Game
from referee.games.the_game import TheGame, TheGamePhase, TheGameState
from referee.games.the_game.cards import FIRE_CARDS
from tests.games.statistics import assert_fits
from tests.games.the_game_positions import (
    dealt,
    deciding,
    draws,
    last_events,
    legal,
    play,
    the_game,
)


@pytest.mark.rule("TG-1")
def test_the_pack_and_the_rows() -> None:
    state = dealt("", "")
    assert sorted(the_game().placed(state)) == list(range(2, 100))
    assert state.tops == [1, 1, 100, 100]


@pytest.mark.rule("TG-2", "TG-12", "TG-13")
@pytest.mark.parametrize(
    ("variant", "hands", "minimum"),
    [("base", "87666", 2), ("expert", "87666", 3), ("master", "76555", 3)],
)
def test_hands_and_minimum(variant: str, hands: str, minimum: int) -> None:
    for players, size in enumerate(map(int, hands), 1):
        game = the_game(players, variant=variant)
        state = game.new(Deal(derive("hands")))
        assert game.seats == players
        assert [len(hand) for hand in state.hands] == [size] * players
        assert len(state.deck) - state.deck_index == 98 - size * players
        assert state.minimum == minimum


@pytest.mark.rule("TG-2")
def test_the_deal_follows_the_shuffle() -> None:
    order = draws(["2 99 50", "3 4 5"], "77 12")
    state = dealt("2 99 50", "3 4 5", deck="77 12")
    assert state.hands[0] == sorted(card + 2 for card in order[:7])
    assert state.hands[1] == sorted(card + 2 for card in order[7:14])
    assert state.deck[:2] == (77, 12)


@pytest.mark.rule("TG-14")
def test_fire_cards_are_ordinary_cards_of_the_pack() -> None:
    assert FIRE_CARDS == (22, 33, 44, 55, 66, 77)
    game = the_game(fire=True)
    assert sorted(game.placed(game.new(Deal(bytes(32))))) == list(range(2, 100))


@pytest.mark.rule("TG-3", "TG-R1")
def test_in_silence_every_seat_is_equally_likely_to_start() -> None:
    deals = [Deal(derive("starters", str(number))) for number in range(1500)]
    first = Counter(the_game(3).new(deal).seat for deal in deals)
    assert_fits(first, {0: 1 / 3, 1: 1 / 3, 2: 1 / 3})


@pytest.mark.rule("TG-3")
def test_turns_go_clockwise() -> None:
    state = dealt("2 3", "4 5", "6 7", starter=1, size=6)
    movers = [state.seat]
    for first, second in (("A4", "A5"), ("A6", "A7"), ("B2", "B3")):
        play(state, first, second, "end")
        movers.append(state.seat)
    assert movers == [1, 2, 0, 1]


def _asked(answers: str, starter: int) -> TheGameState:
    state = dealt("", "", "", starter=starter, size=6, talk=True)
    for answer in answers:
        play(state, f"glad {answer}")
    return state


@pytest.mark.rule("TG-R1")
def test_each_is_asked_once_from_the_seat_drawn() -> None:
    state = _asked("", 2)
    for seat, answer in ((2, "1"), (0, "3"), (1, "0")):
        assert deciding(state) == (seat, TheGamePhase.GLADNESS)
        assert legal(state) == "glad 0 glad 1 glad 2 glad 3"
        play(state, f"glad {answer}")
    assert state.phase == TheGamePhase.FLAGS


@pytest.mark.rule("TG-R1", "TG-3")
@pytest.mark.parametrize(
    ("answers", "starter", "starts"),
    [
        ("000", 2, 2),
        ("010", 2, 0),
        ("011", 2, 0),
        ("001", 2, 1),
        ("223", 0, 2),
        ("332", 0, 0),
        ("133", 1, 2),
    ],
)
def test_the_gladdest_starts_and_of_equals_the_one_asked_first(
    answers: str, starter: int, starts: int
) -> None:
    assert _asked(answers, starter).mover == starts


@pytest.mark.rule("TG-R1")
def test_earlier_answers_are_heard() -> None:
    state = _asked("31", 0)
    assert last_events(state, 2) == [
        "seat 0 would start most gladly (3)",
        "seat 1 would start if need be (1)",
    ]
    assert state.observe(2).history == tuple(state.events)


@pytest.mark.rule("TG-R1")
def test_one_player_is_not_asked() -> None:
    state = dealt("", size=8, talk=True)
    assert deciding(state) == (0, TheGamePhase.TURN)


def test_it_is_cooperative_and_games_are_not_by_default() -> None:
    assert TheGame.cooperative
    assert not Game.cooperative
    assert (TheGame.perfect_points, Game.perfect_points) == (0, None)


@pytest.mark.parametrize("talk", [True, False])
def test_the_deal_fixes_the_deck_whatever_is_decided(talk: bool) -> None:
    key = derive("board")
    one, other = (the_game(3, talk=talk).new(Deal(key)) for _ in range(2))
    assert one.deck == other.deck
    one.apply(one.legal_actions()[-1])
    assert one.deck == other.deck
    assert set(one.deal.drawn) == {"cards", "starter"}
