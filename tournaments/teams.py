"""Which teams play a cooperative game on which board: a pure function of names and numbers.

A block is one board played by several teams, each by itself; their results on it are compared.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tournaments.schedule import Block, Fixture, checked_names, make_fixture

_DRAWS: Final = 16
"""So many partitions into teams are drawn for a board; the most even one is taken."""

_Team = tuple[str, ...]


def self_play(
    tournament: str, entrants: Sequence[str], seats: int, boards: int
) -> Iterator[Fixture]:
    """Every board played by every entrant, which holds all the seats.

    More boards only add to the end, and another entrant adds a match to every board.
    Raises ValueError for no entrant, a name that comes twice, or boards below 1.
    """
    names = checked_names(entrants, 1, boards)
    teams = tuple((name,) * seats for name in names)
    return _play(tournament, (Block(board, tuple(names), teams) for board in range(1, boards + 1)))


def mixed_teams(
    tournament: str, entrants: Sequence[str], seats: int, boards: int
) -> Iterator[Fixture]:
    """Every board played by disjoint teams drawn anew, in which nobody sits with himself.

    When the entrants do not make whole teams, they take turns at sitting out: in every prefix of
    boards the numbers of matches of two entrants differ by no more than 1. The teams are the most
    even of several draws: those who sat together least often. More boards only add to the end;
    with another entrant all is another draw. Raises ValueError for fewer than 2 seats, fewer
    entrants than two teams take, a name that comes twice, or boards below 1.
    """
    if seats < 2:
        raise ValueError(f"mixed teams need 2 seats or more, not {seats}")
    names = checked_names(entrants, 2 * seats, boards)
    return _play(tournament, _mixed(tournament, names, seats, boards))


def _play(tournament: str, blocks: Iterator[Block]) -> Iterator[Fixture]:
    for block in blocks:
        for seating in range(block.seatings):
            yield make_fixture(tournament, block, seating)


def _mixed(tournament: str, names: list[str], seats: int, boards: int) -> Iterator[Block]:
    together: Counter[tuple[str, str]] = Counter()
    out = len(names) % seats
    for board in range(1, boards + 1):
        turn = [names[((board - 1) * out + i) % len(names)] for i in range(out)]
        playing = [name for name in names if name not in turn]
        drawn = (_draw([tournament, board, number], playing, seats) for number in range(_DRAWS))
        teams = min(drawn, key=lambda teams: sum(together[pair] for pair in _pairs(teams)))
        together.update(_pairs(teams))
        yield Block(board, tuple(playing), teams)


def _draw(path: Sequence[object], names: Sequence[str], seats: int) -> tuple[_Team, ...]:
    """Teams by seat; the names are ordered by a hash, which any language can repeat."""

    def chance(name: str) -> bytes:
        return hashlib.sha256(json.dumps([*path, name], separators=(",", ":")).encode()).digest()

    order = sorted(names, key=chance)
    return tuple(tuple(order[at : at + seats]) for at in range(0, len(order), seats))


def _pairs(teams: Sequence[_Team]) -> Iterator[tuple[str, str]]:
    for team in teams:
        yield from combinations(sorted(team), 2)
