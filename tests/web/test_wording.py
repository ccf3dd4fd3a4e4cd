"""Events as sentences to the person who sits there."""

import pytest

from stych_web.playing.wording import of_person, to_person

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
    assert to_person(words, NAMES) == said


def test_clauses_of_a_record() -> None:
    clauses = ("thumb plays B7", "you takes the trick")
    assert of_person(clauses) == "thumb plays B7; you take the trick"
    assert of_person(clauses[1:]) == "You take the trick"
    assert of_person(("young plays B7",)) == "young plays B7"
