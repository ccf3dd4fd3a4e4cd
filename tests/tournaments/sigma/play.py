"""Draws the results of simulated tournaments, all boards at once where no teams play."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from referee.games.game import places as places_by_points
from tests.tournaments.sigma.cells import LUCK, Cell
from tournaments.formats.round_robin import groups
from tournaments.ratings.contests import Side, result
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import Ratings, believed, rate

SPREAD: Final = 0.25
"""The standard deviation of skills in a field, in units of a match's luck."""
FAR: Final = (1.0, 1.6)
"""The least and the greatest difference between the skills of two bots that are far apart."""
CARDS: Final = 2.0
"""The standard deviation of skills where teams play, in units of one card left."""
MEAN, BOARD, PLAY = 12.0, 5.0, 8.0
"""The mean number of cards that a team leaves, and its standard deviations by board and by play."""

Skills = NDArray[np.float64]
Chance = np.random.RandomState


@dataclass(frozen=True)
class Played:
    """The results of a tournament."""

    names: list[str]
    results: list[BlockResult]
    pieces: list[int]

    def rated(self) -> Ratings:
        """The ratings, as a table has them."""
        return rate(self.names, self.results, pieces=self.pieces)

    def believed(self) -> Ratings:
        """The ratings with the sigma that propagation has for each by itself."""
        return believed(self.names, self.results)


def field(cell: Cell, number: int) -> Skills:
    """The skills of the cell's field of that number; a twin is not in it."""
    # Cells share no fields: otherwise one chance lead would count in every cell.
    chance = Chance(crc32(f"{cell.name}/{number}".encode()))
    if cell.kind == "far":
        gap = chance.uniform(*FAR)
        return np.array([gap / 2, -gap / 2])
    own = cell.bots - (cell.kind in ("twin", "kin"))
    return np.asarray(chance.normal(0, CARDS if cell.of_teams else SPREAD, own))


def names(cell: Cell) -> list[str]:
    """The names of the cell's bots, in order."""
    return [f"bot {number:02}" for number in range(cell.bots)]


def results_of_board(cell: Cell) -> int:
    """The number of results on a board: of teams in a cooperative game, else of tables."""
    if cell.kind == "self-play":
        return cell.bots
    if cell.kind == "mixed-teams":
        return cell.bots // cell.seats
    return math.comb(cell.bots, cell.seats)


def play(cell: Cell, skills: Skills, boards: int, seed: int) -> Played:
    """A tournament of the cell between bots of these skills."""
    chance, called = Chance(seed), names(cell)
    if cell.of_teams:
        made = [_teams(cell, called, skills, chance) for _ in range(boards)]
        return Played(called, made, list(range(boards)))
    tables = np.array(list(groups(len(skills), cell.seats)))
    seated = np.tile(tables, (boards, 1))
    places = _places(skills[seated], cell.luck, chance)
    results = [
        BlockResult.of([called[i] for i in row], own)
        for row, own in zip(seated.tolist(), places.tolist(), strict=True)
    ]
    if cell.kind in ("twin", "kin"):
        others = _places(skills[seated], cell.luck, chance)
        return _with_twin(cell, called, results, others, chance)
    return Played(called, results, list(range(len(results))))


def _places(skills: NDArray[np.float64], luck: str, chance: Chance) -> NDArray[np.int64]:
    """By block, the places of those with these skills by their totals over all rotations."""
    blocks, seats = skills.shape
    hand_part, own_part = LUCK[luck]
    hands = chance.normal(0, math.sqrt(hand_part), (blocks, seats))
    own = chance.normal(0, math.sqrt(own_part), (blocks, seats))
    rest = math.sqrt(1 - hand_part - own_part)
    total = np.zeros((blocks, seats), dtype=np.int64)
    for turn in range(seats):
        held = hands[:, (np.arange(seats) - turn) % seats]
        reached = skills + own + held + chance.normal(0, rest, (blocks, seats))
        total += (reached[:, :, None] > reached[:, None, :]).sum(axis=2)
    return np.asarray(1 + (total[:, None, :] > total[:, :, None]).sum(axis=2))


def _with_twin(
    cell: Cell,
    names: Sequence[str],
    results: Sequence[BlockResult],
    others: NDArray[np.int64],
    chance: Chance,
) -> Played:
    """The results with those of a twin of the first bot, all or half of which are repeats."""
    whole, pieces = list[BlockResult](), list[int]()
    first, twin = names[0], names[-1]
    for number, (own, other) in enumerate(zip(results, others.tolist(), strict=True)):
        if first not in own.entrants:
            whole.append(own)
            pieces.append(3 * number)
            continue
        (rival,) = set(own.entrants) - {first}
        alike = cell.kind == "twin" or chance.random_sample() < 0.5
        weights = ((rival, 0.5),) if alike else ()
        places = own.places if alike else tuple(other)
        whole.append(BlockResult(own.teams, own.places, weights=weights))
        whole.append(BlockResult(((twin,), (rival,)), _turned(own, first, places), weights=weights))
        pieces += [3 * number, 3 * number if alike else 3 * number + 1]
        # The two meet once a board: their block comes after those with the second bot.
        if rival == names[1]:
            halves = ((first, 0.5), (twin, 0.5)) if alike else ()
            level = (1, 1) if alike else _level(chance)
            whole.append(BlockResult(((first,), (twin,)), level, weights=halves))
            pieces.append(3 * number + 2)
    return Played(list(names), whole, pieces)


def _turned(own: BlockResult, first: str, places: Sequence[int]) -> tuple[int, ...]:
    """The places with that of the first bot in front."""
    return tuple(places) if own.entrants[0] == first else tuple(reversed(places))


def _level(chance: Chance) -> tuple[int, int]:
    """The places in a block of two equal bots that take chances: half of such blocks are drawn."""
    return ((1, 1), (1, 1), (1, 2), (2, 1))[chance.randint(4)]


def _teams(cell: Cell, names: Sequence[str], skills: Skills, chance: Chance) -> BlockResult:
    """A board of a cooperative game: fewer cards left are better."""
    board = chance.normal(0, BOARD)
    lineups = list(_lineups(cell, chance))
    play_ = chance.normal(0, PLAY, len(lineups))
    points = [
        -max(0, round(MEAN + board - 2 * float(np.mean(skills[list(team)])) + own))
        for team, own in zip(lineups, play_.tolist(), strict=True)
    ]
    sides = zip(lineups, places_by_points(points), points, strict=True)
    contest = tuple(Side(tuple(names[i] for i in sorted(t)), place, p) for t, place, p in sides)
    return result([contest])


def _lineups(cell: Cell, chance: Chance) -> Iterator[tuple[int, ...]]:
    if cell.kind == "self-play":
        yield from ((number,) for number in range(cell.bots))
    elif cell.kind == "all-teams":
        yield from combinations(range(cell.bots), cell.seats)
    else:
        drawn = chance.permutation(cell.bots).tolist()
        for start in range(0, cell.bots - cell.seats + 1, cell.seats):
            yield tuple(drawn[start : start + cell.seats])
