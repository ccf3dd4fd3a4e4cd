"""What a person writes: numbers, notation, beginnings, and three kinds of mistakes."""

import pytest

from referee.games.answers import (
    AmbiguousError,
    AnswerError,
    NotLegalError,
    UnreadableError,
    choose,
)
from referee.games.game import AnyGame
from referee.games.registry import make_game
from tests.games.golden import PLAYTHROUGHS
from tests.joining.moments import moments


def legal_of(game: AnyGame, *texts: str) -> list[int]:
    return [game.parse_action(text) for text in texts]


FOX = make_game("fox", {})
KORIST = make_game("korist", {})
NASE_HRA = make_game("nase-hra", {})
PLAY = legal_of(FOX, "B7", "B10", "K11")
GIVE = legal_of(FOX, "give B7", "give K3", "keep")
SETS = legal_of(KORIST, "4", "4 J", "5", "7 7", "J")


@pytest.mark.parametrize(
    ("text", "index"),
    [("1", 0), ("3", 2), ("#2", 1), ("B7", 0), ("b10", 1), (" K11  ", 2), ("k", 2), ("K11", 2)],
)
def test_a_number_a_notation_or_a_beginning(text: str, index: int) -> None:
    assert choose(text, FOX, PLAY) == index


def test_words_and_their_beginnings() -> None:
    assert choose("keep", FOX, GIVE) == 2
    assert choose("KE", FOX, GIVE) == 2
    assert choose("give  b7", FOX, GIVE) == 0
    assert choose("give k", FOX, GIVE) == 1


def test_a_number_that_is_also_a_notation() -> None:
    assert choose("7 7", KORIST, SETS) == 3
    assert choose("#4", KORIST, SETS) == 3
    assert choose("j", KORIST, SETS) == 4
    assert choose("3", KORIST, SETS) == 2, "no 3 can be laid: it is the number"
    with pytest.raises(AmbiguousError) as found:
        choose("4", KORIST, SETS)
    assert str(found.value) == (
        "'4' is ambiguous: it may be #1 (4), #4 (7 7); write # and the number"
    )
    legal = legal_of(KORIST, "1", "2")
    assert [choose(text, KORIST, legal) for text in "12"] == [0, 1], "both mean the same"


@pytest.mark.parametrize(
    ("game", "legal", "text", "kind", "words"),
    [
        (FOX, PLAY, "hello", UnreadableError, "'hello' is no card of the fox: a card is"),
        (FOX, PLAY, "say B7", UnreadableError, "'say B7' is no action of the fox: write a card"),
        (FOX, PLAY, "", UnreadableError, "nothing was chosen: write a number from 1 to 3, or"),
        (FOX, PLAY, "M3", NotLegalError, "'M3' is not legal now: choose one of 1 to 3 above"),
        (FOX, PLAY, "m3", NotLegalError, "'m3' is not legal now"),
        (FOX, PLAY, "B1", NotLegalError, "'B1' is not legal now"),
        (FOX, PLAY, "give b7", NotLegalError, "'give b7' is not legal now"),
        (FOX, PLAY, "keep", NotLegalError, "'keep' is not legal now"),
        (FOX, PLAY, "0", NotLegalError, "the choices are 1 to 3; received '0'"),
        (FOX, PLAY, "4", NotLegalError, "the choices are 1 to 3; received '4'"),
        (FOX, PLAY, "1" * 5000, NotLegalError, "the choices are 1 to 3; received '111"),
        (FOX, PLAY, "#" + "1" * 5000, NotLegalError, "are #1 to #3; received '#111"),
        (FOX, PLAY, "#4", NotLegalError, "the choices are #1 to #3; received '#4'"),
        (FOX, PLAY, "#x", NotLegalError, "the choices are #1 to #3; received '#x'"),
        (FOX, PLAY, "²", UnreadableError, "'²' is no card of the fox"),
        (FOX, PLAY, "b", AmbiguousError, "'b' is ambiguous: it may be #1 (B7), #2 (B10)"),
        (FOX, GIVE, "give", AmbiguousError, "#1 (give B7), #2 (give K3)"),
        (KORIST, SETS, "J 4", UnreadableError, "'J 4' is no set of Kořist"),
        (KORIST, SETS, "13 13", NotLegalError, "'13 13' is not legal now"),
        (NASE_HRA, legal_of(NASE_HRA, "play on", "refuse"), "Z0", NotLegalError, "not legal now"),
    ],
)
def test_three_kinds_of_mistakes(
    game: AnyGame, legal: list[int], text: str, kind: type[AnswerError], words: str
) -> None:
    with pytest.raises(kind) as found:
        choose(text, game, legal)
    assert words in str(found.value)


def test_numbers_mean_nothing_where_none_are_shown() -> None:
    game = make_game("the-game", {})
    legal = legal_of(game, "flags 0000", "flags 0001")
    with pytest.raises(UnreadableError) as found:
        choose("1", game, legal, listed=False)
    assert "number" not in str(found.value)
    assert choose("flags 0001", game, legal, listed=False) == 1
    with pytest.raises(NotLegalError, match="'A47' is not legal now: it is no answer to this"):
        choose("A47", game, legal, listed=False)
    with pytest.raises(AmbiguousError, match="write more of it"):
        choose("flags", game, legal, listed=False)


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_what_is_on_the_screen_chooses_itself(name: str) -> None:
    for moment in moments(name):
        legal = moment.state.legal_actions()
        listed = moment.match.view.listed(moment.seen)
        for index, action in enumerate(legal):
            assert not listed or choose(f"#{index + 1}", moment.game, legal) == index
            text = moment.game.action_text(action)
            if not (listed and text.isdecimal() and int(text) <= len(legal)):
                assert choose(text.lower(), moment.game, legal, listed=listed) == index
