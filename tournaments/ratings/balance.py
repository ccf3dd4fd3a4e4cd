"""How evenly the counted matches are spread: who met whom, and who held which seat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.core.fixtures import Block
from tournaments.core.results import PlayedMatch

Blocks = Mapping[Block, Sequence[PlayedMatch]]
"""Whole blocks with their matches."""


@dataclass(frozen=True, slots=True)
class Balance:
    """The least and the most, over all who took part."""

    met: tuple[int, int]
    """In how many blocks two of them met; of teams, in how many matches they were partners."""
    held: tuple[int, int]
    """How often one of them held one of the seats."""


def balance(blocks: Blocks) -> Balance | None:
    """How evenly the blocks spread meetings and seats.

    None where nobody ever sits with anybody else, as in self-play, or nothing was played.
    """
    met: Counter[tuple[str, ...]] = Counter()
    held: Counter[tuple[str, int]] = Counter()
    for block, matches in blocks.items():
        tables = [match.fixture.seats for match in matches]
        # A block lets two meet once, in all seatings; each team of a board is a partnership.
        for group in tables if block.teams else [block.entrants]:
            met.update(combinations(sorted({*group}), 2))
        held.update((name, seat) for seats in tables for seat, name in enumerate(seats))
    if not met:
        return None
    names = sorted({name for name, _ in held})
    seats = {seat for _, seat in held}
    # From all pairs and not from `met`, since those who never met count as 0.
    meetings = [met[pair] for pair in combinations(names, 2)]
    holdings = [held[name, seat] for name in names for seat in seats]
    return Balance((min(meetings), max(meetings)), (min(holdings), max(holdings)))
