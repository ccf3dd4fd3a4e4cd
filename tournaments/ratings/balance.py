"""How evenly meetings of two entrants and seats are spread over the counted matches."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count

from tournaments.core.fixtures import Block
from tournaments.core.results import PlayedMatch


@dataclass(frozen=True, slots=True)
class Balance:
    """Pairs of the smallest and the largest count over all entrants that took part."""

    met: tuple[int, int]
    """Over all pairs of entrants: the number of blocks in which the two met. Where teams play: the
    number of matches in which the two were partners."""
    held: tuple[int, int]
    """Over all entrants and seats: the number of matches in which the entrant held the seat."""


class Spread:
    """Counts of the groups that met and of the seats that entrants held; blocks can be added."""

    def __init__(self) -> None:
        self._groups: Counter[tuple[str, ...]] = Counter()
        """Entrants that met: those of a block, or by seat those of one team."""
        self._lineups: Counter[tuple[str, ...]] = Counter()
        """Entrants by seat, one count for each match."""

    def add(self, blocks: Mapping[Block, Sequence[PlayedMatch]]) -> None:
        """Count the matches of further whole blocks."""
        lineups = [match.fixture.seats for matches in blocks.values() for match in matches]
        self._lineups.update(lineups)
        # Two entrants of a block meet once, whatever the number of its seatings. In a game of teams
        # only the members of one team sit together, so each match is a group.
        teams_play = any(block.teams for block in blocks)
        self._groups.update(lineups if teams_play else [block.entrants for block in blocks])

    def balance(self) -> Balance | None:
        """The extremes of all counts of meetings and seats.

        None where no two entrants ever sit together, as in self-play, and before the first block.
        """
        met: Counter[tuple[str, ...]] = Counter()
        held: Counter[tuple[str, int]] = Counter()
        for group, times in self._groups.items():
            for pair in combinations(sorted({*group}), 2):
                met[pair] += times
        for lineup, times in self._lineups.items():
            for name_and_seat in zip(lineup, count(), strict=False):
                held[name_and_seat] += times
        if not met:
            return None
        names = sorted({name for name, _ in held})
        seats = {seat for _, seat in held}
        # Over all pairs and not over `met`, which lacks the pairs that never met: they count as 0.
        meetings = [met[pair] for pair in combinations(names, 2)]
        holdings = [held[name, seat] for name in names for seat in seats]
        return Balance((min(meetings), max(meetings)), (min(holdings), max(holdings)))
