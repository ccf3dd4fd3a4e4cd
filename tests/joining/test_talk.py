"""Talking in The Game, in words."""

import re

import pytest

from referee.games.the_game import TheGameObservation
from referee.games.the_game.observation import TheGamePhase
from referee.games.the_game.screen import VIEW
from tests.joining.moments import moments


@pytest.fixture(scope="module")
def seen() -> TheGameObservation:
    """The observation of a seat that is to set its flags, which are 0120 now."""
    for moment in moments("the-game-base"):
        view: TheGameObservation = moment.seen
        if view.phase == TheGamePhase.FLAGS:
            flags = list(view.flags)
            flags[4 * view.seat : 4 * view.seat + 4] = [0, 1, 2, 0]
            return view._replace(flags=tuple(flags))
    raise AssertionError("nobody talked")


@pytest.mark.parametrize(
    ("text", "notation"),
    [
        ("", "flags 0120"),
        ("2001", "flags 2001"),
        ("flags 0000", "flags 0000"),
        ("A no big jump please", "flags 1000"),
        ("a no b, C Leave it to me", "flags 1020"),
        ("d 2,B 1", "flags 0102"),
        ("A ~, b !", "flags 1200"),
        ("A nothing", "flags 0000"),
        ("A 1, A 2", "flags 2000"),
    ],
)
def test_flags(seen: TheGameObservation, text: str, notation: str) -> None:
    assert VIEW.read_words(seen, text) == notation


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello", "flags are four digits such as 0120, or a row and one of: nothing;"),
        ("E 1", "received 'E 1'"),
        ("A 3", "received 'A 3'"),
        ("A", "received 'A'"),
        ("A 1,", "received ''"),
        ("012", "received '012'"),
        ("0123", "received '0123'"),
        ("a no", "'a no' is ambiguous: nothing or no big jump please"),
    ],
)
def test_what_says_nothing_clear(seen: TheGameObservation, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=re.escape(words)):
        VIEW.read_words(seen, text)


def test_words_are_only_for_flags(seen: TheGameObservation) -> None:
    assert VIEW.read_words(seen._replace(phase=TheGamePhase.TURN), "A 1") is None
