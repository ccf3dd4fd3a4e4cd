"""The pack, the deal and the order of rounds: FOX-1 to FOX-4."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest

from referee.deals import Deal, derive
from referee.games.events import Event, unpack
from referee.games.fox.actions import FoxEventKind
from referee.games.fox.cards import PACK, card_text
from referee.testing import play_randomly
from tests.games.fox_positions import cards, dealt, draws, fox, hand, names, play
from tests.games.statistics import assert_fits


def _happened(seed: str, target: int = 35) -> list[Event]:
    played = play_randomly(fox(target), Deal(derive("setup", seed)), Random(seed))
    return [unpack(event) for event in played.events]


@pytest.mark.rule("FOX-1")
def test_two_players_and_33_cards() -> None:
    game = fox()
    assert game.seats == 2
    assert {card_text(card) for card in range(PACK)} == {
        f"{suit}{rank}" for suit in "BKM" for rank in range(1, 12)
    }
    assert sorted(game.placed(dealt())) == list(range(33))


@pytest.mark.rule("FOX-2")
def test_the_first_dealer_is_drawn_at_random() -> None:
    deals = [Deal(derive("dealers", str(number))) for number in range(2000)]
    assert_fits(Counter(fox().new(deal).dealer for deal in deals), {0: 0.5, 1: 0.5})


@pytest.mark.rule("FOX-2")
@pytest.mark.parametrize("seed", "abcde")
def test_the_deal_alternates(seed: str) -> None:
    dealers = [event.seat for event in _happened(seed) if event.kind == FoxEventKind.ROUND]
    assert len(dealers) > 2
    assert all(now == 1 - before for before, now in pairwise(dealers))


@pytest.mark.rule("FOX-3")
def test_thirteen_each_a_decree_card_and_six_in_the_deck() -> None:
    order = draws("B1 B2 B3", "K1 K2 K3", "M4", "M11 M10 B11")
    state = dealt("B1 B2 B3", "K1 K2 K3", "M4", "M11 M10 B11")
    assert cards(hand(state, 0)) == sorted(order[:13])
    assert cards(hand(state, 1)) == sorted(order[13:26])
    assert state.decree == order[26] == cards("M4")[0]
    assert tuple(state.deck) == order[27:]
    assert names(state.deck[:3]) == "M11 M10 B11"


@pytest.mark.rule("FOX-3", "FOX-14")
def test_the_deck_keeps_its_order() -> None:
    state = dealt("B5 K5 M5 B2 B4", "B6 B8 K6 M6 K1", "M4", "M11 M10 B11", dealer=1)
    play(state, "B5", "under B2", "B6")
    play(state, "B8", "B4")
    play(state, "K6", "K5", "under M5")
    assert names(state.drawn[0]) == "M11 M10"
    assert names(state.deck)[:4] == "B11 "
    assert names(state.deck).endswith("B2 M5")


@pytest.mark.rule("FOX-3")
def test_every_round_is_dealt_anew() -> None:
    state = fox(35).new(Deal(derive("anew")))
    random = Random(1)
    while len(state.past_rounds) < 4:
        state.apply(random.choice(state.legal_actions()))
    rounds = [state.deal.drawn[f"round/{number}/cards"] for number in (1, 2, 3)]
    assert len(set(rounds)) == 3
    assert [size.bit_count() for size in state.hands] == [13, 13]
    assert len(state.deck) == 6


@pytest.mark.rule("FOX-4")
@pytest.mark.parametrize("seed", "abcde")
def test_the_player_who_did_not_deal_leads_and_a_round_has_thirteen_tricks(seed: str) -> None:

    happened = _happened(seed)
    for number, event in enumerate(happened):
        if event.kind == FoxEventKind.ROUND:
            assert happened[number + 1].kind == FoxEventKind.PLAY
            assert happened[number + 1].seat == 1 - event.seat
    kinds = Counter(event.kind for event in happened)
    assert (
        kinds[FoxEventKind.TRICK]
        == 13 * kinds[FoxEventKind.ROUND]
        == 13 * kinds[FoxEventKind.SCORE]
    )
    assert kinds[FoxEventKind.PLAY] == 26 * kinds[FoxEventKind.ROUND]
