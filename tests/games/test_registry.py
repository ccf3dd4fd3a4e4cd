"""The games by id, and what is said about wrong ids and options."""

import pytest

from referee.games.fox import FoxGame
from referee.games.registry import GAMES, OptionsError, UnknownGameError, make_game


def test_games_are_known_by_their_ids() -> None:
    assert GAMES["fox"] is FoxGame
    for game_id, game in GAMES.items():
        assert game.id == game_id
        assert game.title
        assert game.rules_version >= 1
        assert make_game(game_id, {}).options == game.options_type()


def test_every_option_says_what_it_is_for_and_has_a_default() -> None:
    for game in GAMES.values():
        for name, field in game.options_type.model_fields.items():
            assert field.description, f"{name} of {game.id}"
            assert not field.is_required(), f"{name} of {game.id}"


def test_options_make_the_game() -> None:
    game = make_game("fox", {"target": 16})
    assert isinstance(game, FoxGame)
    assert game.options.target == 16


def test_an_unknown_game() -> None:
    with pytest.raises(UnknownGameError, match=r"the games are .*fox.*; received 'chess'"):
        make_game("chess", {})


def test_an_unknown_option() -> None:
    with pytest.raises(OptionsError, match=r"options of fox are target \(.*received lenght = 16$"):
        make_game("fox", {"lenght": 16})


def test_an_impossible_value() -> None:
    with pytest.raises(OptionsError) as refused:
        make_game("fox", {"target": 0})
    assert str(refused.value) == (
        "the option target of fox should be greater than or equal to 1 (points at which the game "
        "ends after a round: 16 short, 21 standard, 35 long); received 0"
    )


def test_two_wrong_options_are_both_named() -> None:
    with pytest.raises(OptionsError, match=r"whole number.*received '21'; .*lenght = 3"):
        make_game("fox", {"target": "21", "lenght": 3})


def test_both_errors_are_value_errors() -> None:
    assert issubclass(UnknownGameError, ValueError)
    assert issubclass(OptionsError, ValueError)
