"""check_game and check_no_leak over every variant of every game, whatever games there are."""

from random import Random
from typing import Any

import pytest

from devtools.line_samples import line_encoder
from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame
from referee.games.registry import make_game
from referee.testing import check_game, check_no_leak
from referee.testing.leaks import Encode
from referee.testing.playing import play_randomly
from referee.testing.soak import bytes_of
from referee.wire import codec, option_values
from tests.games.every_variant import all_variants, name_of


def sent(game: AnyGame) -> Encode:
    """All that bots are sent of an observation, by either protocol."""
    message, line = bytes_of(game), line_encoder(game)
    lines: dict[bytes, bytes] = {}

    def both(seen: Any) -> bytes:
        told = message(seen)
        # A line is for a decision, and there is none when the game is over.
        if told not in lines:
            lines[told] = line(seen) if seen.to_move != NOBODY else b""
        return told + lines[told]

    return both


LONG = 1000
"""In a playing of fewer decisions all are checked in full; from this many on one in two, from twice
as many on one in three, and so on, chosen at random. At the others only the legal actions are
checked."""

every_variant = pytest.mark.parametrize("game", all_variants(), ids=name_of)


@pytest.mark.slow
@every_variant
def test_it_keeps_its_promises(game: AnyGame) -> None:
    check_game(game, derive("every variant", name_of(game)), Random(1), every=16)


@pytest.mark.slow
@every_variant
def test_it_leaks_nothing_to_bots(game: AnyGame) -> None:
    key = derive("every variant", name_of(game))
    assert check_no_leak(game, key, Random(2), sent(game), pairs=4).compared > 0


@every_variant
def test_bots_are_told_the_variant(game: AnyGame) -> None:
    message = codec(game.id).options(game.options)
    sent = type(message).FromString(message.SerializeToString())
    assert make_game(game.id, option_values(sent)).options == game.options


@pytest.mark.slow
@pytest.mark.statistics
@every_variant
def test_it_keeps_its_promises_at_length(game: AnyGame) -> None:
    key = derive("at length", name_of(game))
    decisions = len(play_randomly(game, Deal(key), Random(3)).actions)
    check_game(game, key, Random(3), every=1 + decisions // LONG)


@pytest.mark.slow
@pytest.mark.statistics
@every_variant
def test_it_leaks_nothing_to_bots_at_length(game: AnyGame) -> None:
    key = derive("at length", name_of(game))
    check_no_leak(game, key, Random(4), sent(game), pairs=12)
