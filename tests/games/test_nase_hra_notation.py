"""Actions, cards and events of Naše hra as text and back."""

import pytest

from referee.games.events import pack
from referee.games.game import NotationError
from referee.games.nase_hra.actions import DISCARD, LAST_ACTION, NaseHraEventKind
from referee.games.nase_hra.cards import card_text, parse_card
from tests.games.nase_hra_positions import nase_hra

Z0 = parse_card("Z0")


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "K7"),
        (11, "C0"),
        (20, "LP"),
        (31, "ZE"),
        (DISCARD, "discard K7"),
        (DISCARD + 31, "discard ZE"),
        (64, "figures"),
        (65, "numbers"),
        (66, "play on"),
        (67, "refuse"),
        (68, "renounce"),
        (69, "take 1"),
        (70, "take 2"),
        (71, "announce 0"),
        (81, "announce 10"),
    ],
)
def test_actions_as_text(action: int, text: str) -> None:
    assert nase_hra().action_text(action) == text
    assert nase_hra().parse_action(text) == action


def test_every_action_has_a_text_of_its_own() -> None:
    game = nase_hra()
    texts = [game.action_text(action) for action in range(LAST_ACTION + 1)]
    assert len(set(texts)) == LAST_ACTION + 1 == 82
    assert [game.parse_action(text) for text in texts] == list(range(82))


@pytest.mark.parametrize("action", [-1, 82, 10**9])
def test_other_numbers_are_no_actions(action: int) -> None:
    with pytest.raises(NotationError, match=str(action)):
        nase_hra().action_text(action)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "K1",
        "B7",
        "z0",
        "Z10",
        " Z0",
        "Z0 ",
        "discard",
        "discard  Z0",
        "take 0",
        "take 3",
        "announce",
        "announce 11",
        "play",
        "Figures",
    ],
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(NotationError):
        nase_hra().parse_action(text)


def test_cards() -> None:
    assert [parse_card(card_text(card)) for card in range(32)] == list(range(32))
    assert nase_hra().card_text(31) == "ZE"
    for number in (-1, 32):
        with pytest.raises(NotationError, match=f"{number} is no card"):
            card_text(number)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (pack(NaseHraEventKind.LIFT, 2, 0, 11, Z0), "seat 2 lifts K7 C0 Z0"),
        (pack(NaseHraEventKind.DEAL, 0, 3, 2), "triple 3, game 2: seat 0 deals"),
        (pack(NaseHraEventKind.DEAL, 1, 1, 1, 4), "triple 1, game 1, redeal 4: seat 1 deals"),
        (pack(NaseHraEventKind.ORDER, 1, 1), "seat 1 chooses figures"),
        (pack(NaseHraEventKind.ORDER, 1, 2), "seat 1 chooses numbers"),
        (pack(NaseHraEventKind.PLAY_ON, 0), "seat 0 plays on"),
        (pack(NaseHraEventKind.REFUSE, 2), "seat 2 refuses the game"),
        (pack(NaseHraEventKind.RENOUNCE, 2), "seat 2 renounces the talon"),
        (pack(NaseHraEventKind.TAKE, 2, 2), "seat 2 takes 2 from the talon"),
        (pack(NaseHraEventKind.DISCARD, 0, Z0), "seat 0 discards Z0"),
        (pack(NaseHraEventKind.ANNOUNCE, 0, 6), "seat 0 announces 6"),
        (pack(NaseHraEventKind.TURN, 0, Z0), "the talon's Z0 is turned up"),
        (pack(NaseHraEventKind.PILE, 0, Z0), "the pile plays Z0"),
        (pack(NaseHraEventKind.PLAY, 1, Z0), "seat 1 plays Z0"),
        (pack(NaseHraEventKind.TRICK, 1, 9, 7, 10), "seat 1 takes trick 10 of value 7 for 9"),
        (pack(NaseHraEventKind.PILE_TRICK, 0, 0, 3, 4), "the pile takes trick 4 of value 3"),
        (pack(NaseHraEventKind.SCORE, 2, 4, 3, 15), "game over: 4, 3, 15 points"),
        (pack(NaseHraEventKind.SCORE, 1, 4, 3), "game over: 4, 3 points"),
    ],
)
def test_events_as_text(event: int, text: str) -> None:
    assert nase_hra().event_text(event) == text


@pytest.mark.parametrize(
    "event", [0, 16, pack(NaseHraEventKind.PLAY, 0, 32), pack(NaseHraEventKind.ORDER, 0, 0)]
)
def test_other_numbers_are_no_events(event: int) -> None:
    with pytest.raises(NotationError, match=r"no (event|card|order)"):
        nase_hra().event_text(event)
