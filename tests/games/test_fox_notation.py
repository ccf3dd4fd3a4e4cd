"""Actions, cards and events as text."""

import pytest

from referee.games.events import pack
from referee.games.fox.actions import (
    GIVE,
    KEEP,
    UNDER,
    FoxEventKind,
    action_text,
    event_text,
    parse_action,
)
from referee.games.fox.cards import card_text, parse_card
from referee.games.game import NotationError
from tests.games.fox_positions import fox


@pytest.mark.parametrize(
    ("action", "text"),
    [(0, "B1"), (10, "B11"), (11, "K1"), (32, "M11"), (GIVE, "give B1"), (UNDER + 32, "under M11")],
)
def test_actions_as_text(action: int, text: str) -> None:
    assert action_text(action) == text
    assert parse_action(text) == action


def test_every_action_has_a_text_of_its_own() -> None:
    game = fox()
    texts = [game.action_text(action) for action in range(KEEP + 1)]
    assert len(set(texts)) == 100
    assert [game.parse_action(text) for text in texts] == list(range(100))


@pytest.mark.parametrize("action", [-1, 100, 10**9])
def test_other_numbers_are_no_actions(action: int) -> None:
    with pytest.raises(NotationError, match=str(action)):
        action_text(action)


@pytest.mark.parametrize(
    "text", ["", " ", "B0", "B12", "b7", "B07", " B7", "B7 ", "give", "give  B7", "take B7", "Keep"]
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text)


def test_cards() -> None:
    assert [parse_card(card_text(card)) for card in range(33)] == list(range(33))
    for number in (-1, 33):
        with pytest.raises(NotationError, match=f"{number} is no card"):
            card_text(number)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (pack(FoxEventKind.ROUND, 1, 25), "seat 1 deals; decree M4"),
        (pack(FoxEventKind.PLAY, 0, 6), "seat 0 plays B7"),
        (pack(FoxEventKind.GIVE, 1, 6, 25), "seat 1 gives B7 for the decree M4"),
        (pack(FoxEventKind.KEEP, 1), "seat 1 keeps the decree"),
        (pack(FoxEventKind.UNDER, 0), "seat 0 draws a card and puts one under the deck"),
        (pack(FoxEventKind.TRICK, 0), "seat 0 takes the trick"),
        (pack(FoxEventKind.TRICK, 1, 2), "seat 1 takes the trick and 2 for Treasures"),
        (pack(FoxEventKind.SCORE, 0, 6, 3), "round over: 6 and 3 points"),
    ],
)
def test_events_as_text(event: int, text: str) -> None:
    assert fox().event_text(event) == text


@pytest.mark.parametrize("event", [0, 8, pack(FoxEventKind.PLAY, 0, 33)])
def test_other_numbers_are_no_events(event: int) -> None:
    with pytest.raises(NotationError, match=r"no (event|card)"):
        event_text(event)
