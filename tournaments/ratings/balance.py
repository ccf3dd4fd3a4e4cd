"""How evenly the counted matches are spread: who met whom, and who held which seat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from tournaments.core.fixtures import Block
from tournaments.core.results import PlayedMatch


@dataclass(frozen=True, slots=True)
class Balance:
    """The least and the most, over all who took part."""

    met: tuple[int, int]
    """In how many blocks two of them met; of teams, in how many matches they were partners."""
    held: tuple[int, int]
    """How often one of them held one of the seats."""


class Spread:
    """How often each group met, and who held which seats; blocks can be added."""

    def __init__(self) -> None:
        self._groups: Counter[tuple[str, ...]] = Counter()
        self._tables: Counter[tuple[str, ...]] = Counter()

    def add(self, blocks: Mapping[Block, Sequence[PlayedMatch]]) -> None:
        """Count further whole blocks, after all that were counted before."""
        tables = [match.fixture.seats for matches in blocks.values() for match in matches]
        self._tables.update(tables)
        # A block lets two meet once, in all seatings; each team of a board is a partnership.
        of_teams = any(block.teams for block in blocks)
        self._groups.update(tables if of_teams else [block.entrants for block in blocks])

    def balance(self) -> Balance | None:
        """How evenly the blocks spread meetings and seats.

        None where nobody ever sits with anybody else, as in self-play, or nothing was played.
        """
        met: Counter[tuple[str, ...]] = Counter()
        held: Counter[tuple[str, int]] = Counter()
        for group, times in self._groups.items():
            for pair in combinations(sorted({*group}), 2):
                met[pair] += times
        for table, times in self._tables.items():
            for place in zip(table, count(), strict=False):
                held[place] += times
        if not met:
            return None
        names = sorted({name for name, _ in held})
        seats = {seat for _, seat in held}
        # From all pairs and not from `met`, since those who never met count as 0.
        meetings = [met[pair] for pair in combinations(names, 2)]
        holdings = [held[name, seat] for name in names for seat in seats]
        return Balance((min(meetings), max(meetings)), (min(holdings), max(holdings)))
