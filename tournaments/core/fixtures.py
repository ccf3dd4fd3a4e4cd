"""Who plays whom, on which board, in which seats: a pure function of names and numbers.

The unit is the block: one board played by one group of entrants in every cyclic rotation of its
seats, so that each of them holds each hand; or, in a cooperative game, one board played by several
teams, each by itself. A schedule grows board by board and round by round; to
stop it after any block leaves it balanced but for the round that was being played.
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
    """Whether each lineup is a team that plays by itself, to be compared with the others."""

    @property
    def seatings(self) -> int:
        """How many fixtures make the block whole; they are numbered from 0."""
        return len(self.lineups or self.entrants)

    def seats(self, seating: int) -> tuple[str, ...]:
        """Names by seat: that lineup, or the entrants rotated so many times to the left."""
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
    """Which rotation of the block's entrants, or which of its lineups, from 0."""
    seats: tuple[str, ...]
    """Names by seat."""


def fixture_id(tournament: str, block: Block, seating: int) -> str:
    """The first 16 hex digits of SHA-256 over `[tournament,board,[entrants],seating]`.

    That is a JSON array without spaces, in ASCII (other characters as backslash-u escapes). For a
    lineup it is `[tournament,board,[names by seat]]`, whatever else is in the block.
    """
    # A lineup's match keeps its id when newcomers add other lineups to the block.
    own = [block.seats(seating)] if block.lineups else [block.entrants, seating]
    path = [tournament, block.board, *own]
    return hashlib.sha256(_JSON.encode(path).encode()).hexdigest()[:16]


def make_fixture(tournament: str, block: Block, seating: int) -> Fixture:
    """The block's fixture in the seating."""
    return Fixture(fixture_id(tournament, block, seating), block, seating, block.seats(seating))


def block_fixtures(tournament: str, block: Block, first: int = 0) -> Iterator[Fixture]:
    """All fixtures of the block, beginning with the seating `first`."""
    # Formats let another seating come first from board to board, so that a tournament that is
    # stopped anywhere has let different entrants begin.
    for turn in range(block.seatings):
        yield make_fixture(tournament, block, (first + turn) % block.seatings)


def checked_names(entrants: Sequence[str], needed: int, boards: int) -> list[str]:
    """The names, sorted. Raises ValueError for doubled ones, too few of them, or no board."""
    if doubled := sorted(name for name, times in Counter(entrants).items() if times > 1):
        raise ValueError(f"every entrant needs a name of its own; more than once: {doubled}")
    if len(entrants) < needed:
        raise ValueError(
            f"{needed} entrants or more are needed; received {len(entrants)}: {sorted(entrants)}"
        )
    if boards < 1:
        raise ValueError(f"a tournament needs 1 board or more, not {boards}")
    return sorted(entrants)
