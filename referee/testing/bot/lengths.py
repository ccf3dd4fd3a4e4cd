"""The options a game is checked with: short games to play many, long ones for their history."""

from collections.abc import Mapping

from referee.games.game import AnyGame
from referee.games.registry import GAMES
from referee.testing.variants import Value, variants


def counts(game: str) -> list[int]:
    """The numbers of players that the game can have, ascending."""
    return sorted({each.seats for each in every_variant(game)})


def every_variant(game: str) -> list[AnyGame]:
    """The game under all options that the checks go through."""
    return [GAMES[game](options) for options in variants(GAMES[game])]


def short(game: str, seats: int = 0) -> AnyGame:
    """The shortest variant for that many seats.

    Without a number for as many as usual, at least two.

    Two, as several steps need another player.
    """
    return _nearest(game, GAMES[game].shortest, seats)


def long(game: str) -> AnyGame:
    """The longest variant with the usual number of players."""
    return _nearest(game, GAMES[game].longest, 0)


def _nearest(game: str, wanted: Mapping[str, Value], seats: int) -> AnyGame:
    """The variant that differs in the fewest options from what is wanted and the defaults."""
    kind = GAMES[game]
    usual = kind.options_type().model_dump() | dict(wanted)
    fitting = [
        each
        for each in every_variant(game)
        if each.seats == seats or (not seats and each.seats >= 2)
    ]

    def differs(candidate: AnyGame) -> int:
        values = candidate.options.model_dump()
        return sum(values[name] != value for name, value in usual.items())

    # Of equals the first, so that a check asks the same of a bot each time.
    return min(fitting, key=differs)
