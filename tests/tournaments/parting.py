"""How often two are told apart after the numbers of boards that the sentence above a table names.

`python -m tests.tournaments.parting 200` plays so many tournaments of two for each line of the
table that it prints (docs/ratings.md, The sentence above the table). Those count in which the two
are not told apart yet and the difference seen is within a tenth of the true one, as the sentence
supposes; they are played on.
"""

import sys
from collections.abc import Iterator, Sequence

import numpy as np

from tests.tournaments.sigma import play as simulated
from tests.tournaments.sigma.cells import Cell
from tournaments.present.in_words import TOLD_APART, MoreBoards
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import Ratings, rate

BOARDS = 50
GAPS = (0.1, 0.15, 0.2)
"""True differences of skill, in units of a match's luck."""
NAMES = ("bot 00", "bot 01")
LONG = 40_000
"""Boards of the tournament whose difference of mu stands for the true one."""


def main(tournaments: int) -> None:
    """Print the table."""
    sys.stdout.write("| luck | gap | tournaments | after the first number | after the second |\n")
    sys.stdout.write("|---|---|---|---|---|\n")
    for luck in ("negative", "none"):
        for gap in GAPS:
            parted = list(told_apart(luck, gap, tournaments))
            shares = [f"{sum(found) / len(parted):.2f}" for found in zip(*parted, strict=True)]
            sys.stdout.write(f"| {luck} | {gap} | {len(parted)} | {' | '.join(shares)} |\n")


def told_apart(luck: str, gap: float, tournaments: int) -> Iterator[tuple[bool, bool]]:
    """For each tournament that counts: whether the two are told apart after each number."""
    cell = Cell(2, BOARDS, luck)
    true = _difference(_rated(_results(cell, gap, LONG, seed=10**6)))
    for seed in range(tournaments):
        begun = _results(cell, gap, BOARDS, seed)
        made = _rated(begun)
        seen, apart = _difference(made), made.covariance.apart(*NAMES)
        more = MoreBoards.of(BOARDS, seen, apart)
        if abs(seen / true - 1) > 0.1 or more is None or made.better(*NAMES) >= TOLD_APART:
            continue
        further = _results(cell, gap, more.for_90_percent, seed=10**7 + seed)
        whole = [
            _rated([*begun, *further[:number]])
            for number in (more.for_50_percent, more.for_90_percent)
        ]
        yield whole[0].better(*NAMES) >= TOLD_APART, whole[1].better(*NAMES) >= TOLD_APART


def _results(cell: Cell, gap: float, boards: int, seed: int) -> list[BlockResult]:
    return simulated.play(cell, np.array([gap / 2, -gap / 2]), boards, seed).results


def _rated(results: Sequence[BlockResult]) -> Ratings:
    return rate(NAMES, results)


def _difference(made: Ratings) -> float:
    one, other = (made.by_entrant[name].mu for name in NAMES)
    return one - other


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 200)
