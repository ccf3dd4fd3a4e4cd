"""The harness's own checks, over every variant."""

from random import Random

import pytest

from referee.deals import derive
from referee.games.game import AnyGame
from referee.games.registry import GAMES, make_game
from referee.testing import check_game, check_no_leak, variants
from referee.testing.playing import variant_text
from referee.testing.soak import bytes_of
from referee.wire import codec, option_values

ALL = [GAMES["hearts"](own) for own in variants(GAMES["hearts"])]
SHORT = [game for game in ALL if game.options.target == 1]
MIDDLING = [game for game in ALL if 1 < game.options.target < 100]


@pytest.mark.parametrize("game", [*SHORT, *MIDDLING], ids=variant_text)
def test_it_keeps_its_promises(game: AnyGame) -> None:
    check_game(game, derive("every variant", variant_text(game)), Random(1), every=16)


@pytest.mark.parametrize("game", SHORT, ids=variant_text)
def test_it_leaks_nothing_to_bots(game: AnyGame) -> None:
    key = derive("every variant", variant_text(game))
    assert check_no_leak(game, key, Random(2), bytes_of(game), pairs=2).compared > 0


@pytest.mark.parametrize("game", ALL, ids=variant_text)
def test_bots_are_told_the_variant(game: AnyGame) -> None:
    message = codec(game.id).options(game.options)
    sent = type(message).FromString(message.SerializeToString())
    assert make_game(game.id, option_values(sent)).options == game.options


@pytest.mark.slow
@pytest.mark.parametrize("game", ALL, ids=variant_text)
def test_it_keeps_its_promises_at_length(game: AnyGame) -> None:
    check_game(game, derive("at length", variant_text(game)), Random(3), every=64)
    key = derive("at length", variant_text(game))
    check_no_leak(game, key, Random(4), bytes_of(game), pairs=2)
