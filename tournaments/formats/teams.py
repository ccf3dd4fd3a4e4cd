"""The formats for cooperative games alone: which teams play on which board.

A block is one board that several teams play, each in a match of its own. Their points are compared.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations, permutations
from typing import Final

from tournaments.core.fixtures import Block, Fixture, block_fixtures, checked_names
from tournaments.formats.field import Field, Pair, Stages
from tournaments.formats.format import Format, Newcomers, at_once, until_resolved
from tournaments.formats.resolving import resolving
from tournaments.formats.rounds import Group, rounds


def self_play(
    tournament: str, entrants: Collection[str], seats: int, boards: int
) -> Iterator[Fixture]:
    """The fixtures in which every entrant plays every board, and holds all seats.

    Ids of matches are derived from `tournament`. More boards only add to the end, and another
    entrant adds a match to every board. Raises ValueError for no entrant, a name that comes twice,
    or boards below 1.
    """
    # One entrant is enough, since a team has no opponents in its match.
    names = checked_names(list(entrants), 1, boards)
    teams = tuple((name,) * seats for name in names)
    for board in range(1, boards + 1):
        yield from block_fixtures(tournament, Block(board, tuple(names), teams, teams=True))


def all_teams(
    tournament: str, entrants: Collection[str], seats: int, boards: int
) -> Iterator[Fixture]:
    """The fixtures in which every team of different entrants plays every board.

    The members of a team move on by a seat from board to board. More boards only add to the end,
    and another entrant adds matches to every board. Raises ValueError for fewer than 2 seats, fewer
    than `seats` + 1 entrants (with `seats` there is only one team), a name that comes twice, or
    boards below 1.
    """
    if seats < 2:
        raise ValueError(f"teams of different bots need 2 seats or more, not {seats}")
    names = checked_names(list(entrants), seats + 1, boards)
    for board in range(1, boards + 1):
        # One rotation on each board: all of them would be `seats` times as many matches.
        turn = board % seats
        teams = tuple(team[turn:] + team[:turn] for team in combinations(names, seats))
        yield from block_fixtures(tournament, Block(board, tuple(names), teams, teams=True))


def mixed_teams(
    tournament: str,
    entrants: Mapping[str, int],
    seats: int,
    boards: int,
    *,
    even_seats: bool = True,
) -> Iterator[Fixture]:
    """The fixtures in which teams without common members play every board, drawn by `rounds`.

    `entrants` has the first board of each entrant by name. With `even_seats` the members of a team
    take the seats that they have held least, so that those who play from the first board on hold
    all seats about equally often; else they sit in the order drawn. Raises ValueError for fewer
    than 2 seats, fewer entrants than two teams need, or boards below 1.
    """
    if seats < 2:
        raise ValueError(f"teams of different bots need 2 seats or more, not {seats}")
    # With fewer than two teams there is nothing to compare.
    checked_names(list(entrants), 2 * seats, boards)
    held: Counter[tuple[int, str]] = Counter()
    for each in rounds(tournament, entrants, seats, boards):
        playing = tuple(sorted(name for team in each.groups for name in team))
        teams = each.groups
        if even_seats:
            teams = tuple(_evenly_seated(team, held) for team in teams)
            held.update(seated for team in teams for seated in enumerate(team))
        yield from block_fixtures(tournament, Block(each.board, playing, teams, teams=True))


def _evenly_seated(team: Group, held: Counter[tuple[int, str]]) -> Group:
    """The order of the team in which its members have held their seats least.

    `held` has how often each pair (seat, name) occurred. Of equally good orders the first is taken.
    """
    return min(permutations(team), key=lambda order: sum(held[pair] for pair in enumerate(order)))


def _resolving(field: Field) -> Stages:
    """Self-play whose later boards are played only by entrants of a pair in doubt."""
    checked_names(field.names, 2, field.boards)

    def board(number: int, doubted: set[Pair]) -> Iterator[Fixture]:
        playing = tuple(sorted({name for pair in doubted for name in pair}))
        teams = tuple((name,) * field.seats for name in playing)
        return block_fixtures(field.tournament, Block(number, playing, teams, teams=True))

    return resolving(field, board)


SELF_PLAY: Final = Format(
    "self-play",
    "a bot holds all the seats of its team; teams are compared by their points on the same boards",
    until_resolved(
        at_once(lambda f: self_play(f.tournament, f.names, f.seats, f.boards)), _resolving
    ),
    team_text="A bot holds all the seats of its team.",
    keys=frozenset({"stop.resolved"}),
)

MIXED_TEAMS: Final = Format(
    "mixed-teams",
    "teams of different bots, drawn anew for every board, are compared by their points on it;"
    " a match that a partner lost by a fault does not count",
    at_once(
        lambda f: mixed_teams(f.tournament, f.entrants, f.seats, f.boards, even_seats=f.even_seats)
    ),
    seats_by_turns=True,
    team_text="The teams are of different bots, drawn anew for every board; a match that a partner"
    " lost by a fault does not count.",
    newcomers=Newcomers.FROM_THE_NEXT,
    least_seats=2,
)

ALL_TEAMS: Final = Format(
    "all-teams",
    "every board is played by every team of different bots, and rates its bots by the mean of their"
    " teams; a match that a partner lost by a fault does not count",
    at_once(lambda f: all_teams(f.tournament, f.names, f.seats, f.boards)),
    team_text="Every board is played by every team of different bots, and rates its bots by the"
    " mean of their teams; a match that a partner lost by a fault does not count.",
    least_seats=2,
)
