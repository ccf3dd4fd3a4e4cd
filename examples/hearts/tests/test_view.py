"""What a seat sees, and what people are told."""

from random import Random

import pytest
from positions import dealt, game, play, text

from referee.deals import Deal, derive
from referee.games.events import pack
from referee.games.notation import NotationError
from referee.games.state import NOBODY
from referee.testing import play_randomly
from stych_hearts import GAME
from stych_hearts.actions import PASS, HeartsEventKind


@pytest.mark.rule("H-R4")
def test_the_history_has_every_event_of_the_game() -> None:
    state = dealt(target=999)
    while len(state.past_rounds) < 8:
        state.apply(state.legal_actions()[0])
    assert all(state.observe(seat).history == tuple(state.events) for seat in range(4))
    kinds = [event & 31 for event in state.observe(0).history]
    assert kinds.count(HeartsEventKind.ROUND) == 3
    assert kinds.count(HeartsEventKind.PLAY) == 2 * 52


def test_the_round_is_told_also_when_the_game_is_over() -> None:
    own = game(target=1)
    state, random = own.new(Deal(derive("round"))), Random(1)
    while state.seat != NOBODY:
        state.apply(random.choice(state.legal_actions()))
    assert len(state.past_rounds) == 4
    assert own.seen_text(state.observe(0))["round"].startswith("1, ")


def test_every_action_has_a_text_of_its_own() -> None:
    own = game()
    texts = [own.action_text(action) for action in range(2 * PASS)]
    assert [own.parse_action(text) for text in texts] == list(range(2 * PASS))
    assert (own.action_text(36), own.action_text(PASS + 21)) == ("QS", "pass 10D")


@pytest.mark.parametrize("nonsense", ["", "1C", "qs", "pass", "pass ", "passQS", "QS ", "keep"])
def test_anything_else_is_no_action(nonsense: str) -> None:
    with pytest.raises(NotationError):
        game().parse_action(nonsense)


def test_numbers_that_are_nothing_have_no_text() -> None:
    own = game()
    for number in (-1, 2 * PASS):
        with pytest.raises(NotationError):
            own.action_text(number)
    with pytest.raises(NotationError):
        own.card_text(52)
    for event in (pack(9, 0), pack(HeartsEventKind.ROUND, 0, 5)):
        with pytest.raises(NotationError):
            own.event_text(event)


def test_events_in_words() -> None:
    texts = map(game().event_text, play_randomly(game(), Deal(derive("words")), Random(1)).events)
    told = " | ".join(texts)
    for part in ("passing: left", "seat 0 passes 3 cards to seat 1", "plays QS", "takes the trick"):
        assert part in told


def test_people_are_told_what_a_seat_may_know_and_not_the_numbers_of_events() -> None:
    state = dealt()
    hand = text(state.hands[0]).split()
    play(state, f"pass {hand[0]}")
    told = game().seen_text(state.observe(0))
    assert told["hand"] == " ".join(hand[1:])
    assert told["passed"] == hand[0]
    assert "history" not in told


def test_there_is_a_summary_of_the_rules() -> None:
    assert GAME.summary
