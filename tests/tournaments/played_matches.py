"""Matches played to given points or to random ones, of which tables are made."""

from collections.abc import Sequence
from random import Random

from tournaments.core.fixtures import Block, Fixture, make_fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.round_robin import round_robin
from tournaments.ratings.standings import Standing, StandingsTable
from tournaments.ratings.tabulate import tabulate

TRIO = ("ann", "bob", "cid")


def play(fixture: Fixture, *points: int, faults: tuple[tuple[str, str], ...] = ()) -> PlayedMatch:
    """The fixture played to these points by seat."""
    places = tuple(1 + sum(other > own for other in points) for own in points)
    return PlayedMatch(fixture, MatchResult(places, points, faults))


def season(entrants: Sequence[str], seats: int, boards: int, seed: int) -> list[PlayedMatch]:
    chance = Random(seed)
    return [
        play(fixture, *(chance.randint(0, 3) for _ in fixture.seats), faults=late(fixture, chance))
        for fixture in round_robin("spring", entrants, seats, boards)
    ]


def late(fixture: Fixture, chance: Random) -> tuple[tuple[str, str], ...]:
    return ((fixture.seats[0], "late"),) if chance.random() < 0.2 else ()


def seated(board: int, entrants: tuple[str, ...], *, seating: int) -> Fixture:
    return make_fixture("spring", Block(board, entrants), seating)


def by_name(of: StandingsTable) -> dict[str, Standing]:
    return {standing.entrant: standing for standing in of.standings}


def two_boards(one: str, other: str) -> list[Fixture]:
    return list(round_robin("spring", [one, other], 2, 2))


def table_of_a_duel() -> StandingsTable:
    """Ann wins board 1 twice; bob wins one match of board 2 and draws one; board 3 is not whole."""
    pair = ("ann", "bob")
    return tabulate(
        pair,
        [
            play(seated(1, pair, seating=0), 21, 10),
            play(seated(1, pair, seating=1), 5, 7, faults=(("bob", "late"), ("bob", "late"))),
            play(seated(2, pair, seating=0), 6, 9),
            play(seated(2, pair, seating=1), 8, 8, faults=(("ann", "crashed"),)),
            play(seated(3, pair, seating=0), 1, 0, faults=(("ann", "illegal"),)),
        ],
        withdrawn=["bob"],
    )
