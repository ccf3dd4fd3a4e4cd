"""Actions, cards, sets and events of Kořist as text."""

import pytest

from referee.games.events import pack
from referee.games.game import NotationError
from referee.games.korist.actions import (
    ACTIONS,
    BACK,
    DECK,
    DISCARD,
    LEAVE,
    NONE,
    PILE,
    SHADOW,
    TAKE,
    action_text,
    parse_action,
)
from referee.games.korist.cards import kind_text, parse_kind
from referee.games.korist.events import KoristEndReason, KoristEventKind, capture_event, event_text
from referee.games.korist.sets import SETS, parse_set, set_text
from tests.games.korist_positions import korist


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (0, "1"),
        (1, "1 J"),
        (6, "1 1"),
        (151, "4 4 J"),
        (623, "13 13 13 13 13 13 13 13 J J J J J"),
        (624, "J"),
        (628, "J J J J J"),
        (SHADOW, "shadow 1"),
        (SHADOW + 11, "shadow 12"),
        (TAKE, "take"),
        (LEAVE, "leave"),
        (BACK, "back"),
        (DISCARD, "discard"),
        (PILE + 5, "pile 5"),
        (DECK, "deck"),
        (NONE, "none"),
    ],
)
def test_actions_as_text(action: int, text: str) -> None:
    assert action_text(action) == text
    assert parse_action(text) == action


def test_every_action_has_a_text_of_its_own() -> None:
    game = korist()
    texts = [game.action_text(action) for action in range(ACTIONS)]
    assert len(set(texts)) == ACTIONS == 653
    assert [game.parse_action(text) for text in texts] == list(range(ACTIONS))


@pytest.mark.parametrize("action", [-1, ACTIONS, 10**9])
def test_other_numbers_are_no_actions(action: int) -> None:
    with pytest.raises(NotationError, match=str(action)):
        action_text(action)


_NOTHING = (
    *("", " ", "0", "14", "4 5", "J 4", "4 J 4", "4  4", " 4", "4 ", "j", "1 x", "J J J J J J"),
    *("1 1 1 1 1 1 1 1 1", "Take", "pile", "pile 6", "shadow 13", "shadow J", "draw deck"),
)


@pytest.mark.parametrize("text", _NOTHING)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text)


def test_sets_and_cards() -> None:
    assert [parse_set(set_text(laid)) for laid in range(SETS)] == list(range(SETS))
    assert [parse_kind(kind_text(kind)) for kind in range(1, 15)] == list(range(1, 15))
    for number in (0, 15):
        with pytest.raises(NotationError, match=f"{number} is no card"):
            kind_text(number)
    with pytest.raises(NotationError, match="is no set"):
        set_text(SETS)


def test_the_cards_of_the_deal() -> None:
    game = korist()
    assert [game.card_text(card) for card in (0, 7, 8, 103, 104, 108)] == [
        "1#0",
        "1#7",
        "2#0",
        "13#7",
        "J#0",
        "J#4",
    ]
    assert len({game.card_text(card) for card in range(109)}) == 109
    with pytest.raises(NotationError, match="109 is no card"):
        game.card_text(109)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (pack(KoristEventKind.START, 2, 4), "4 players; seat 2 begins"),
        (pack(KoristEventKind.SUPPLY, 0, 13), "13 is turned up for the supply"),
        (pack(KoristEventKind.SHADOW, 0, 7), "7 is turned up for the shadow offer"),
        (pack(KoristEventKind.PILED, 0, 14, 3), "J is turned up and put on pile 3"),
        (pack(KoristEventKind.LAY, 1, 4, 2, 1), "seat 1 lays 4 4 J"),
        (pack(KoristEventKind.LAY, 1, 14, 0, 2), "seat 1 lays J J"),
        (
            pack(KoristEventKind.SHADOW_CAPTURE, 0, 5, 2),
            "seat 0 captures 5 5 from the shadow offer",
        ),
        (capture_event(0, 3, parse_set("4 4 J")), "seat 0 captures 4 4 J from seat 3"),
        (pack(KoristEventKind.TAKE, 4), "seat 4 takes the captured cards"),
        (pack(KoristEventKind.LEAVE, 4), "seat 4 leaves the captured cards"),
        (pack(KoristEventKind.BACK, 4), "seat 4 takes the cards back"),
        (pack(KoristEventKind.DISCARD, 4), "seat 4 discards the cards"),
        (pack(KoristEventKind.PILE, 1, 5, 7, 1), "seat 1 draws pile 5: 7"),
        (pack(KoristEventKind.PILE, 1, 0, 7, 3), "seat 1 draws pile 0: 7 and 2 on it"),
        (pack(KoristEventKind.DECK, 1), "seat 1 draws from the deck"),
        (pack(KoristEventKind.NONE, 1), "seat 1 draws nothing"),
        (
            pack(KoristEventKind.END, 0, KoristEndReason.HAND),
            "game over: the last card of a hand was laid",
        ),
    ],
)
def test_events_as_text(event: int, text: str) -> None:
    assert korist().event_text(event) == text


@pytest.mark.parametrize(
    "event", [0, 16, 31, pack(KoristEventKind.END, 0), pack(KoristEventKind.LAY, 0, 0)]
)
def test_other_numbers_are_no_events(event: int) -> None:
    with pytest.raises(NotationError, match=r"no (event|set|card|reason)"):
        event_text(event)
