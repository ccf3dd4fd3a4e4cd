"""Which option of a game seats as many as there are."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from referee.games.registry import GAMES, OptionsError, make_game
from tournaments.config.tournament_file import QUICK


def seats_hint(name: str, game: str, options: Mapping[str, Any], seats: int, entrants: int) -> str:
    """The end of a sentence about too few entrants: the option by which they suffice, if any.

    The tournament `name` is of the game with these options, which seats so many.
    """
    if GAMES[game].cooperative or entrants >= seats:
        return ""
    option = _option(game, options, entrants)
    if not option:
        return ""
    if name in QUICK:
        return f"; for {entrants} there is --option {option}={entrants}"
    return f"; for {entrants} there is {option} = {entrants} in [options]"


def _option(game: str, options: Mapping[str, Any], seats: int) -> str:
    """The game is asked what its options lead to; "" where none leads to so many seats."""
    for option in GAMES[game].options_type.model_fields:
        with suppress(OptionsError):
            if make_game(game, {**options, option: seats}).seats == seats:
                return option
    return ""
