"""Events, and clauses of a replay, as sentences to the person at the table."""

import re

import pytest

from referee.deals import Deal, derive
from referee.games.events import pack
from referee.games.plain_picture import picture_of
from referee.games.registry import make_game
from stych_web.playing.wording import event_sentence, replay_sentence, sentence_to_person

NAMES = ("thumb", "you", "random")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("seat 1 plays B7", "You play B7"),
        ("seat 1 passes", "You pass"),
        ("seat 1 is to place 2 or more", "You are to place 2 or more"),
        ("seat 1 would start most gladly (3)", "You would start most gladly (3)"),
        ("seat 1 draws a card and puts one under it", "You draw a card and put one under it"),
        ("seat 0 plays B7", "thumb plays B7"),
        ("seat 0 captures 2 from seat 1", "thumb captures 2 from you"),
        ("seat 1 captures 2 from seat 2", "You capture 2 from random"),
        ("3 players; seat 1 begins", "3 players; you begin"),
        ("game 1: seat 1 deals", "game 1: you deal"),
        ("seat 7 plays B7", "seat 7 plays B7"),
        ("round over: 8 and 3 points", "round over: 8 and 3 points"),
    ],
)
def test_the_person_is_spoken_to(words: str, said: str) -> None:
    assert sentence_to_person(words, NAMES) == said


@pytest.mark.parametrize(
    ("game", "event", "said"),
    [
        ("korist", (12, 1, 0, 14, 1), "You draw joker from the supply"),
        ("korist", (12, 0, 3, 7, 3), "thumb draws 7 and 2 on it from the supply"),
        ("korist", (5, 1, 4, 2, 1), "You lay 4, 4, joker"),
        ("korist", (7, 1, 2, 4, 2 + 16), "You capture 4, 4, joker from random"),
        ("korist", (6, 0, 9, 2, 0), "thumb captures 9, 9 from the shadow offer"),
        ("korist", (13, 1, 0, 0, 0), "You draw from the deck"),
    ],
)
def test_codes_of_cards_become_the_words_of_their_faces(
    game: str, event: tuple[int, int, int, int, int], said: str
) -> None:
    picture = picture_of(make_game(game, {}))
    assert event_sentence(picture, NAMES, pack(*event)) == said


def test_what_was_lifted_is_said_in_words() -> None:
    game = make_game("nase-hra", {})
    state = game.new(Deal(derive("wording")))
    told = event_sentence(picture_of(game), NAMES, state.events[0])
    assert re.fullmatch(r"\w+ lifts? the .+ of .+, the .+ of .+ and the .+ of .+", told), told


def test_clauses_of_a_record() -> None:
    clauses = ("thumb plays B7", "you takes the trick")
    assert replay_sentence(clauses) == "thumb plays B7; you take the trick"
    assert replay_sentence(clauses[1:]) == "You take the trick"
    assert replay_sentence(("young plays B7",)) == "young plays B7"
