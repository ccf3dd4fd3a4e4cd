"""Games that repeat each other move for move are one piece of evidence, whatever their number.

Bots that use no random numbers repeat games: the two seatings of a bot against its twin are one
game, and so are those of two similar versions on most boards. Of k matches of an entrant that are
the same game, each counts as 1/k for the entrant (docs/ratings.md, Games that repeat).
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
"""The hash of the deal and the moves of a match, and its places by seat."""


class Repeats:
    """The repeated games within and among blocks. A match with a fault never counts as repeated."""

    def __init__(self, blocks: Blocks) -> None:
        self._blocks = blocks
        # Usually nothing repeats. This quick count, by moves alone, shows that.
        plays = Counter([match.result.play for group in blocks.values() for match in group])
        again = {play for play, number in plays.items() if number > 1}
        matches = [m for group in blocks.values() for m in group if m.result.play in again]
        times = Counter(game for match in matches if (game := _game(match)))
        games = {game for game, number in times.items() if number > 1}
        self.matches = sum(times[game] - 1 for game in games)
        """How many matches repeat an earlier match."""
        # By entrant, since a repeated game is new evidence about an entrant that played it once.
        self._times: Counter[tuple[str, _Game | None]] = Counter(
            (name, game)
            for match in matches
            if (game := _game(match)) in games
            for name in set(match.fixture.seats)
        )
        self._linked = _linked(blocks, games) if games else Groups[Block]([])

    def pieces(self) -> list[int]:
        """The number of each block's piece of evidence, in the order of the blocks.

        Blocks that have a game in common, directly or through other blocks, are one piece.
        """
        if not self.matches:
            return list(range(len(self._blocks)))
        numbers = {block: number for number, block in enumerate(self._blocks)}
        linked = self._linked
        return [numbers[linked.representative(b) if b in linked else b] for b in self._blocks]

    def within(self, block: Block) -> bool:
        """Whether two matches of the block are the same game, move for move."""
        if not self.matches:
            return False
        games = [game for game in map(_game, self._blocks[block]) if game]
        return len(set(games)) < len(games)

    def weights(self, block: Block) -> dict[str, float]:
        """By entrant: the weight of the block's result, above 0 and up to 1.

        A weight is the mean of 1/k over the entrant's matches in the block, where k is how often
        the entrant played the game. Empty if no game of the block is repeated.
        """
        if not self.matches or block not in self._linked:
            return {}
        return {name: self._weight(block, name) for name in block.entrants}

    def _weight(self, block: Block, name: str) -> float:
        matches = [match for match in self._blocks[block] if name in match.fixture.seats]
        return sum(1 / max(1, self._times[name, _game(m)]) for m in matches) / len(matches)


def _game(match: PlayedMatch) -> _Game | None:
    """The game that the match is; None if the match has a fault or its moves are not known."""
    result = match.result
    # A fault can depend on the clock, so equal moves before it do not show a repetition.
    return (result.play, result.places) if result.play and not result.faults else None


def _linked(blocks: Blocks, games: Collection[_Game | None]) -> Groups[Block]:
    """The blocks with a repeated game, in groups: blocks with a common game are in one group."""
    blocks_of: dict[_Game | None, list[Block]] = {}
    for block, group in blocks.items():
        for match in group:
            if (game := _game(match)) in games:
                blocks_of.setdefault(game, []).append(block)
    linked = Groups(block for same in blocks_of.values() for block in same)
    for same in blocks_of.values():
        for one, other in pairwise(same):
            linked.link(one, other)
    return linked
