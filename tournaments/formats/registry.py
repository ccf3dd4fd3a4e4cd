"""All formats. A new format is an object in a file of this folder, added to a tuple here."""

from collections.abc import Mapping
from typing import Final

from referee.games.game import AnyGame
from tournaments.formats.duel import DUEL
from tournaments.formats.format import Format
from tournaments.formats.gauntlet import GAUNTLET
from tournaments.formats.ladder import LADDER
from tournaments.formats.round_robin import ROUND_ROBIN
from tournaments.formats.rounds import ROUNDS
from tournaments.formats.swiss import SWISS
from tournaments.formats.teams import ALL_TEAMS, MIXED_TEAMS, SELF_PLAY

COMPETITIVE: Final = (ROUND_ROBIN, ROUNDS, GAUNTLET, SWISS, LADDER, DUEL)
"""The formats of games in which every seat plays for itself, the usual one first."""

COOPERATIVE: Final = (SELF_PLAY, MIXED_TEAMS, ALL_TEAMS, DUEL)
"""The formats of cooperative games, the usual one first. A duel fits both kinds."""

FORMATS: Final[Mapping[str, Format]] = {each.name: each for each in (*COMPETITIVE, *COOPERATIVE)}
"""All formats by name."""


def formats_of(game: AnyGame) -> tuple[Format, ...]:
    """The formats that fit the game, the usual one first."""
    kind = COOPERATIVE if game.cooperative else COMPETITIVE
    return tuple(each for each in kind if game.seats >= each.least_seats)


def owners(key: str) -> tuple[str, ...]:
    """The names of the formats to which a key of tournament files belongs."""
    return tuple(each.name for each in FORMATS.values() if key in each.keys)
