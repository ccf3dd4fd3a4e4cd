"""The variants of games in a check: short ones for most steps, long ones for many events."""

from collections.abc import Mapping

from referee.games.game import AnyGame
from referee.games.registry import GAMES
from referee.testing.variants import Value, variants


def player_counts(game: str) -> list[int]:
    """The numbers of players that the game with this id can have, ascending."""
    return sorted({each.seats for each in every_variant(game)})


def every_variant(game: str) -> list[AnyGame]:
    """The game with this id in all variants that `variants` gives."""
    return [GAMES[game](options) for options in variants(GAMES[game])]


def short(game: str, seats: int = 0) -> AnyGame:
    """A variant for a short match, by `Game.shortest`, with this number of seats.

    0 is the default number, but at least two, since several steps need another player. Raises
    ValueError when no variant has that many seats.
    """
    return _nearest(game, GAMES[game].shortest, seats)


def long(game: str) -> AnyGame:
    """A variant for a long match, by `Game.longest`, with as many seats as `short` gives for 0."""
    return _nearest(game, GAMES[game].longest, 0)


def _nearest(game: str, wanted: Mapping[str, Value], seats: int) -> AnyGame:
    """The variant that differs in the fewest options from the defaults with those of `wanted`.

    With 0 for `seats` it has at least two. Raises ValueError when no variant has the seats.
    """
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

    # Of several nearest variants this is the first, so that all checks of a bot are alike.
    return min(fitting, key=differs)
