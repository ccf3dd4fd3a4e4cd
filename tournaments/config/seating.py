"""Finds the option of a game that seats as many entrants as there are."""

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
    """The option that leads to so many seats when it is that number; "" if there is none."""
    # Tried out, since only the game knows which of its options is the number of players.
    for option in GAMES[game].options_type.model_fields:
        with suppress(OptionsError):
            if make_game(game, {**options, option: seats}).seats == seats:
                return option
    return ""
