"""The drawn cards: all are there, they can be told apart, and they fit a strict policy."""

import re
from functools import cache

from referee.games.game import AnyGame
from referee.games.picture import GamePicture
from referee.games.plain_picture import PlainPicture, picture_of
from referee.games.registry import GAMES, make_game, part_of
from stych_web.drawn.cards import sheet
from tests.web.walks import Checked, every_variant

# Kept by text, since most variants have the same sheet as another one.
checked_once = cache(Checked)

FACES = {"fox": 33, "the-game": 100, "nase-hra": 32, "korist": 14}
"""How many faces a game has. In The Game two of them are no cards: the rows start from them."""


def both(game: AnyGame) -> list[GamePicture]:
    return [picture_of(game), PlainPicture(game)]


def test_each_of_our_games_has_a_picture_of_its_own() -> None:
    assert all(part_of(game, "picture") for game in FACES)


def test_every_game_has_all_its_faces() -> None:
    for game, number in FACES.items():
        assert len(picture_of(make_game(game, {})).faces) == number


@every_variant
def test_no_two_cards_look_or_sound_alike(game: AnyGame) -> None:
    for picture in both(game):
        faces = picture.faces.values()
        assert len({face.drawing for face in faces}) == len(faces)
        assert len({face.spoken for face in faces}) == len(faces)
        assert all(face.spoken.strip() for face in faces)


@every_variant
def test_suits_are_told_apart_without_colours(game: AnyGame) -> None:
    # Without classes, which alone have colours, the drawings still differ.
    shapes = [
        re.sub(r' class="[^"]*"', "", face.drawing) for face in picture_of(game).faces.values()
    ]
    assert len(set(shapes)) == len(shapes)


@every_variant
def test_the_sheet_has_all_that_it_uses_and_nothing_that_a_policy_refuses(game: AnyGame) -> None:
    for picture in both(game):
        checked = checked_once(sheet(picture))
        assert checked.used <= set(checked.ids)
        assert set(picture.faces) <= set(checked.ids)
        assert all(re.fullmatch(r"[A-Za-z0-9-]+", key) for key in checked.ids)


def test_fire_cards_burn_where_there_is_fire() -> None:
    plain, burning = (picture_of(make_game("the-game", {"fire": fire})) for fire in (False, True))
    differ = [key for key in plain.faces if plain.faces[key] != burning.faces[key]]
    assert differ == ["tg-22", "tg-33", "tg-44", "tg-55", "tg-66", "tg-77"]


def test_a_game_without_a_picture_shows_the_texts_of_its_cards() -> None:
    picture = PlainPicture(GAMES["fox"](GAMES["fox"].options_type()))
    assert ">K11<" in picture.faces["card-21"].drawing
    assert picture.faces["card-21"].spoken == "K11"
