"""Actions, cards and events as text."""

import pytest

from referee.games.events import pack
from referee.games.game import NotationError
from referee.games.the_game.actions import (
    END,
    FLAG_ACTIONS,
    GLAD_ACTIONS,
    TheGameEventKind,
    action_text,
    event_text,
    flags_code,
    flags_text,
    parse_action,
)
from referee.games.the_game.cards import card_text, parse_card
from tests.games.the_game_positions import the_game


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (2, "A2"),
        (147, "B47"),
        (399, "D99"),
        (END, "end"),
        (412, "glad 2"),
        (500, "flags 0000"),
        (515, "flags 0120"),
        (580, "flags 2222"),
    ],
)
def test_actions_as_text(action: int, text: str) -> None:
    assert action_text(action) == text
    assert parse_action(text) == action


def test_every_action_has_a_text_of_its_own() -> None:
    game = the_game()
    placings = [100 * row + card for row in range(4) for card in range(2, 100)]
    actions = [*placings, END, *GLAD_ACTIONS, *FLAG_ACTIONS]
    texts = [game.action_text(action) for action in actions]
    assert len(set(texts)) == len(actions) == 4 * 98 + 1 + 4 + 81
    assert [game.parse_action(text) for text in texts] == actions


@pytest.mark.parametrize("action", [-1, 0, 1, 100, 301, 401, 409, 414, 499, 581, 10**9])
def test_other_numbers_are_no_actions(action: int) -> None:
    with pytest.raises(NotationError, match=r"is no (action|card)"):
        action_text(action)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "A",
        "A1",
        "A100",
        "a47",
        "A 47",
        "A047",
        "E47",
        "47",
        "End",
        "glad",
        "glad 4",
        "flags",
        "flags 012",
        "flags 0130",
        "flags 01200",
    ],
)
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(NotationError):
        parse_action(text)


def test_cards() -> None:
    assert [parse_card(card_text(card)) for card in range(2, 100)] == list(range(2, 100))
    assert the_game().card_text(47) == "47"
    for number in (-1, 0, 1, 100):
        with pytest.raises(NotationError, match=f"{number} is no card"):
            card_text(number)


def test_flags() -> None:
    for code in range(81):
        assert flags_code(tuple(map(int, flags_text(code)))) == code


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (pack(TheGameEventKind.GLAD, 4, 0), "seat 4 would start unwillingly (0)"),
        (pack(TheGameEventKind.TURN, 1, 2), "seat 1 is to place 2 or more"),
        (
            pack(TheGameEventKind.TURN, 1, 3, 0b1001),
            "seat 1 is to place 3 or more, covering A and D",
        ),
        (pack(TheGameEventKind.FLAGS, 0, 15), "seat 0 sets flags 0120"),
        (pack(TheGameEventKind.PLACE, 2, 47, 3), "seat 2 places 47 on D"),
        (pack(TheGameEventKind.END, 2, 0), "seat 2 ends the turn and draws 0"),
        (pack(TheGameEventKind.STUCK, 2), "seat 2 is stuck"),
        (pack(TheGameEventKind.OVER, 0, 1), "the game is over: 1 card left"),
        (pack(TheGameEventKind.OVER, 0, 30, 1), "the game is lost by fire: 30 cards left"),
    ],
)
def test_events_as_text(event: int, text: str) -> None:
    assert the_game().event_text(event) == text


@pytest.mark.parametrize(
    "event", [0, 8, pack(TheGameEventKind.PLACE, 0, 1), pack(TheGameEventKind.FLAGS, 0, 81)]
)
def test_other_numbers_are_no_events(event: int) -> None:
    with pytest.raises(NotationError, match=r"no (event|card|flags)"):
        event_text(event)
