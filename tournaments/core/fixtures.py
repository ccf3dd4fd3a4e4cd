"""Blocks and fixtures: who plays whom, on which board, in which seats, and the ids of matches.

The unit is the block: one board played by one group of entrants in every cyclic rotation of its
seats, so that each entrant sits in each seat. In a cooperative game, and in duels of three seats or
more, a block is a list of lineups instead: one board played by several teams, or by two bots in
several distributions of the seats. The formats make schedules of blocks (tournaments.formats).
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

# Made once: json.dumps makes an encoder for each call that sets separators.
_JSON: Final = json.JSONEncoder(separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Block:
    """One board among the same entrants: the unit of the statistics."""

    board: int
    """The board's number, from 1."""
    entrants: tuple[str, ...]
    """Names, sorted."""
    lineups: tuple[tuple[str, ...], ...] = ()
    """Names by seat of each match; if empty, the matches are the rotations of the entrants."""
    teams: bool = False
    """Whether each lineup is a team, whose result is compared with those of the other teams."""

    @property
    def seatings(self) -> int:
        """The number of fixtures in the block; the seatings are numbered from 0."""
        return len(self.lineups or self.entrants)

    def seats(self, seating: int) -> tuple[str, ...]:
        """Names by seat: the lineup `seating`, or the entrants rotated left by `seating` seats."""
        if self.lineups:
            return self.lineups[seating]
        return self.entrants[seating:] + self.entrants[:seating]


@dataclass(frozen=True, slots=True)
class Fixture:
    """One match to be played: a block in one seating."""

    id: str
    """16 hex digits, the same wherever and whenever they are derived; see `fixture_id`."""
    block: Block
    seating: int
    """The number of the rotation of the block's entrants, or of its lineup, from 0."""
    seats: tuple[str, ...]
    """Names by seat."""


def fixture_id(tournament: str, block: Block, seating: int) -> str:
    """The first 16 hex digits of SHA-256 over `[tournament,board,[entrants],seating]`.

    That is a JSON array without spaces, in ASCII (other characters as backslash-u escapes). For a
    lineup it is `[tournament,board,[names by seat]]`, whatever other lineups the block has.
    docs/records.md says what `tournament` is, which is more than the name of a tournament.
    """
    # A lineup's match keeps its id when newcomers add other lineups to the block.
    match = [block.seats(seating)] if block.lineups else [block.entrants, seating]
    path = [tournament, block.board, *match]
    return hashlib.sha256(_JSON.encode(path).encode()).hexdigest()[:16]


def make_fixture(tournament: str, block: Block, seating: int) -> Fixture:
    """The fixture of the block in this seating; `tournament` is as in `fixture_id`."""
    return Fixture(fixture_id(tournament, block, seating), block, seating, block.seats(seating))


def block_fixtures(tournament: str, block: Block, first: int = 0) -> Iterator[Fixture]:
    """All fixtures of the block, in cyclic order from the seating `first` on."""
    # Some formats begin each board with another seating, so that different entrants have begun in a
    # tournament that is stopped within a board.
    for turn in range(block.seatings):
        yield make_fixture(tournament, block, (first + turn) % block.seatings)


def checked_names(entrants: Sequence[str], needed: int, boards: int) -> list[str]:
    """The names, sorted. Raises ValueError for a doubled name, too few names, or no board."""
    if doubled := sorted(name for name, times in Counter(entrants).items() if times > 1):
        raise ValueError(f"every entrant needs a name of its own; more than once: {doubled}")
    if len(entrants) < needed:
        raise ValueError(
            f"{needed} entrants or more are needed; received {len(entrants)}: {sorted(entrants)}"
        )
    if boards < 1:
        raise ValueError(f"a tournament needs 1 board or more, not {boards}")
    return sorted(entrants)
