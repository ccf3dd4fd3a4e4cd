"""Finds the option with which a game has as many seats as a tournament has entrants."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from referee.games.registry import GAMES, OptionsError, make_game
from tournaments.config.tournament_file import QUICK


def seats_hint(name: str, game: str, options: Mapping[str, Any], seats: int, entrants: int) -> str:
    """A hint for a message about too few entrants: the option with which they are enough.

    The hint is the end of a sentence; "" if there is no such option, if the game is cooperative, or
    if entrants are not too few. `seats` is the number of seats with these options. `name` is the
    tournament's: it tells whether options are given on a command line or in a file.
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
    """The option that gives the game this number of seats when set to it; "" if there is none."""
    # All options are tried, since only the game knows which of them is the number of players.
    for option in GAMES[game].options_type.model_fields:
        with suppress(OptionsError):
            if make_game(game, {**options, option: seats}).seats == seats:
                return option
    return ""
