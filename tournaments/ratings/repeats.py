"""Games that repeat one another move for move are one piece of evidence, however many there are.

It happens when bots take no chances: one bot entered twice plays the same games against a third,
and two versions that differ in little do so on most boards. Each of several matches of one game
tells only a part of what one alone would have told (docs/ratings.md, Games that repeat).
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from tournaments.core.fixtures import Block
from tournaments.core.results import PlayedMatch
from tournaments.ratings.groups import Groups

Blocks: TypeAlias = Mapping[Block, Sequence[PlayedMatch]]
"""Whole blocks with their matches."""
_Game: TypeAlias = tuple[str, tuple[int, ...]]


class Repeats:
    """What repeats within and among these blocks. Matches with faults are no repeats."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        times = Counter(_game(match) for group in blocks.values() for match in group)
        # None stands for all matches that repeat nothing.
        del times[None]
        games = {game for game, number in times.items() if number > 1}
        self.matches = sum(times[game] - 1 for game in games)
        """How many there are beyond the first of each game."""
        # By entrant, since a game that A and B repeat is no repeat for C, who sat in it once.
        self._times = Counter(
            (name, game)
            for group in blocks.values()
            for match in group
            if (game := _game(match)) in games
            for name in set(match.fixture.seats)
        )
        self._linked = _linked(blocks, games)

    def pieces(self) -> list[int]:
        """The number of each block's piece of evidence; blocks that share a game share it."""
        numbers = {block: number for number, block in enumerate(self._blocks)}
        linked = self._linked
        return [numbers[linked.head(b) if b in linked else b] for b in self._blocks]

    def within(self, block: Block) -> bool:
        """Whether two matches of the block are the same game, move for move."""
        games = [game for game in map(_game, self._blocks[block]) if game]
        return len(set(games)) < len(games)

    def weights(self, block: Block) -> dict[str, float]:
        """Entrant to weight, above 0 and up to 1; empty when the block repeats nothing."""
        if block not in self._linked:
            return {}
        return {name: self._weight(block, name) for name in block.entrants}

    def _weight(self, block: Block, name: str) -> float:
        own = [match for match in self._blocks[block] if name in match.fixture.seats]
        return sum(1 / max(1, self._times[name, _game(match)]) for match in own) / len(own)


def _game(match: PlayedMatch) -> _Game | None:
    own = match.result
    # A fault can depend on the clock, so the same moves up to it are no sign of a repetition.
    return (own.play, own.places) if own.play and not own.faults else None


def _linked(blocks: Blocks, games: Collection[_Game | None]) -> Groups[Block]:
    """The blocks in which something repeats, joined where they have a game in common."""
    where: dict[_Game | None, list[Block]] = {}
    for block, group in blocks.items():
        for match in group:
            if (game := _game(match)) in games:
                where.setdefault(game, []).append(block)
    linked = Groups(block for found in where.values() for block in found)
    for found in where.values():
        for one, other in pairwise(found):
            linked.link(one, other)
    return linked
