"""The options that a game is checked with: short games for most steps, long ones for history."""

from collections.abc import Mapping

from referee.games.game import AnyGame
from referee.games.registry import GAMES
from referee.testing.variants import Value, variants


def counts(game: str) -> list[int]:
    """The numbers of players that the game (an id) can have, ascending."""
    return sorted({each.seats for each in every_variant(game)})


def every_variant(game: str) -> list[AnyGame]:
    """The game under all options that `variants` gives."""
    return [GAMES[game](options) for options in variants(GAMES[game])]


def short(game: str, seats: int = 0) -> AnyGame:
    """The shortest variant for `seats` seats; with 0 for the default number, but at least two.

    Several steps need another player. Raises ValueError when no variant has that many seats.
    """
    return _nearest(game, GAMES[game].shortest, seats)


def long(game: str) -> AnyGame:
    """The longest variant with the default number of players, but at least two."""
    return _nearest(game, GAMES[game].longest, 0)


def _nearest(game: str, wanted: Mapping[str, Value], seats: int) -> AnyGame:
    """The variant that differs in the fewest options from the defaults with `wanted` set."""
    kind = GAMES[game]
    target = kind.options_type().model_dump() | dict(wanted)
    fitting = [
        each
        for each in every_variant(game)
        if each.seats == seats or (not seats and each.seats >= 2)
    ]

    def differs(candidate: AnyGame) -> int:
        values = candidate.options.model_dump()
        return sum(values[name] != value for name, value in target.items())

    # Of several nearest variants the first, so that every check asks the same of a bot.
    return min(fitting, key=differs)
