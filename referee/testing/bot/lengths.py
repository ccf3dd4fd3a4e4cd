"""Which options a game is checked with: short games to play many, long ones for their history."""

from collections.abc import Mapping

from referee.games.game import AnyGame
from referee.games.registry import GAMES
from referee.testing.variants import Value, variants


def counts(game: str) -> list[int]:
    """How many may play, ascending."""
    return sorted({each.seats for each in every_variant(game)})


def every_variant(game: str) -> list[AnyGame]:
    """The game under all options that the checks go through."""
    return [GAMES[game](options) for options in variants(GAMES[game])]


def short(game: str, seats: int = 0) -> AnyGame:
    """The quickest way to play it with so many; as many as usual, two at least, if none is said."""
    return _nearest(game, GAMES[game].shortest, seats)


def long(game: str) -> AnyGame:
    """The game as long as it can get with the usual number of players."""
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

    return min(fitting, key=differs)
