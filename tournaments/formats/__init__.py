"""The formats of a tournament: who meets whom, stage by stage."""

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from typing import Final

from tournaments.core.fixtures import Block, Fixture, block_fixtures, checked_names
from tournaments.formats.duel import duel
from tournaments.formats.field import Field, Stages
from tournaments.formats.ladder import ladder
from tournaments.formats.resolving import resolving_round_robin, resolving_self_play
from tournaments.formats.round_robin import round_robin
from tournaments.formats.rounds import in_rounds
from tournaments.formats.swiss import swiss
from tournaments.formats.teams import all_teams, mixed_teams, self_play

__all__ = [
    "ADAPTIVE",
    "COMPETITIVE",
    "COOPERATIVE",
    "FORMATS",
    "OF_DIFFERENT",
    "RESOLVING",
    "Field",
    "Stages",
]


def gauntlet(field: Field) -> Iterator[Fixture]:
    """The hero against all others: on every board each group that he can be in.

    Raises ValueError when there is no such entrant, and as `checked_names` does.
    """
    others = checked_names(field.names, field.seats, field.boards)
    if field.hero not in others:
        raise ValueError(f"the hero of a gauntlet is one of {others}; received {field.hero!r}")
    others.remove(field.hero)
    for board in range(1, field.boards + 1):
        for number, rest in enumerate(combinations(others, field.seats - 1)):
            block = Block(board, tuple(sorted((field.hero, *rest))))
            yield from block_fixtures(field.tournament, block, number + board)


def _at_once(schedule: Callable[[Field], Iterator[Fixture]]) -> Callable[[Field], Stages]:
    """A format whose schedule does not depend on results: a single stage."""

    def stages(field: Field) -> Stages:
        yield list(schedule(field))

    return stages


def _until_resolved(
    whole: Callable[[Field], Stages], resolving: Callable[[Field], Stages]
) -> Callable[[Field], Stages]:
    """A format that is played whole, unless it may end when the ranking is resolved."""
    return lambda field: (resolving if field.resolved else whole)(field)


COMPETITIVE: Final[Mapping[str, Callable[[Field], Stages]]] = {
    "round-robin": _until_resolved(
        _at_once(lambda f: round_robin(f.tournament, f.names, f.seats, f.boards)),
        resolving_round_robin,
    ),
    "rounds": _at_once(lambda f: in_rounds(f.tournament, f.entrants, f.seats, f.boards)),
    "gauntlet": _at_once(gauntlet),
    "swiss": swiss,
    "ladder": ladder,
    "duel": duel,
}
"""By name, the usual one first. Each raises ValueError for a field that it cannot schedule."""

COOPERATIVE: Final[Mapping[str, Callable[[Field], Stages]]] = {
    "self-play": _until_resolved(
        _at_once(lambda f: self_play(f.tournament, f.names, f.seats, f.boards)),
        resolving_self_play,
    ),
    "mixed-teams": _at_once(lambda f: mixed_teams(f.tournament, f.entrants, f.seats, f.boards)),
    "all-teams": _at_once(lambda f: all_teams(f.tournament, f.names, f.seats, f.boards)),
    "duel": duel,
}
"""In the same way, of cooperative games."""

OF_DIFFERENT: Final = ("mixed-teams", "all-teams")
"""Formats whose teams are of different entrants: they need 2 seats."""

RESOLVING: Final = ("round-robin", "self-play")
"""Formats that can end when the ranking is resolved."""

ADAPTIVE: Final = ("swiss", "ladder", "duel")
"""Formats whose later stages depend on results, so that the number of matches is not known."""

FORMATS: Final[Mapping[str, Callable[[Field], Stages]]] = {**COMPETITIVE, **COOPERATIVE}
