"""Two bots against each other: the blocks in which they met, and where a block's matches differ.

A meeting counts only on a closed board (tournaments.run.open_boards): no tournament of the data
folder has anything left to play on its deals. The cards of such a board are no secret any more.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.divergence import Divergence, NotComparableError, find_divergence
from referee.record import Record
from tournaments.core.fixtures import Block
from tournaments.core.results import PlayedMatch
from tournaments.ratings.contests import by_block
from tournaments.ratings.joined import TournamentMatches, joint
from tournaments.ratings.pairs import HeadToHead
from tournaments.run.open_boards import OpenBoards
from tournaments.run.pools import Pool, StoredTournament


@dataclass(frozen=True, slots=True)
class MetMatch:
    """A match of a block in which two bots met; of teams, a match of one of the two bots."""

    match: PlayedMatch
    first_seats: tuple[int, ...]
    """The seats of the first bot; empty in a match of the second bot's team."""
    second_seats: tuple[int, ...]
    """The seats of the second bot; empty in a match of the first bot's team."""

    def points(self, seats: Sequence[int]) -> tuple[int, ...]:
        """The game's own points of these seats."""
        return tuple(self.match.result.points[seat] for seat in seats)


@dataclass(frozen=True, slots=True)
class MetBlock:
    """A block in which two bots met."""

    tournament: str
    board: int
    matches: tuple[MetMatch, ...]
    """In the order of the first bot's seats; matches in which it holds none come last."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """All meetings of two bots in the tournaments of a pool."""

    pool: Pool
    total: HeadToHead
    """The results of the first bot against the second."""
    blocks: tuple[MetBlock, ...]
    """The blocks on closed boards, tournament by tournament, each in the order of play."""
    open_blocks: int
    """How many blocks are left out, because something is still to be played on their boards."""


def meetings(pool: Pool, one: str, other: str, boards: OpenBoards) -> Meetings | None:
    """The meetings of the bots with the identities `one`, the first, and `other`, the second.

    None when they have not met on any closed board.
    """
    # Only tournaments and blocks with both bots: a table of all bots takes long, and so does the
    # question which boards are open.
    shared = [each for each in pool.tournaments if {one, other} <= {*each.identities.values()}]
    closed = {each.name: _closed(each, boards) for each in shared}
    matches = [
        TournamentMatches(each.name, _of_both(each, closed[each.name], one, other), each.identities)
        for each in shared
    ]
    part = joint(matches).part_of(one)
    total = part.table.cross.get((one, other)) if part else None
    if total is None:
        return None
    blocks = [block for each in shared for block in _blocks(each, closed[each.name], one, other)]
    # Also the blocks on secret boards, of which only the number is told.
    all_blocks = [_blocks(each, each.stand.counted, one, other) for each in shared]
    return Meetings(pool, total, tuple(blocks), sum(map(len, all_blocks)) - len(blocks))


def _closed(tournament: StoredTournament, boards: OpenBoards) -> list[PlayedMatch]:
    """The matches that count and were played on closed boards."""
    secret = boards.closed(tournament.name).secret
    return [each for each in tournament.stand.counted if each.fixture.block.board not in secret]


def _of_both(
    tournament: StoredTournament, matches: Sequence[PlayedMatch], one: str, other: str
) -> list[PlayedMatch]:
    """The matches in whose blocks both bots take part."""
    return [
        match
        for match in matches
        if {one, other} <= {tournament.identities[name] for name in match.fixture.block.entrants}
    ]


def _blocks(
    tournament: StoredTournament, matches: Sequence[PlayedMatch], one: str, other: str
) -> list[MetBlock]:
    blocks = []
    for block, group in by_block(matches).items():
        met = [_met(tournament, block, match, one, other) for match in group]
        in_order = sorted(
            (each for each in met if each),
            key=lambda each: (not each.first_seats, each.first_seats),
        )
        # Teams play the board one by one: it has to have a match of each bot's team.
        if any(each.first_seats for each in in_order) and any(
            each.second_seats for each in in_order
        ):
            blocks.append(MetBlock(tournament.name, block.board, tuple(in_order)))
    return blocks


def _met(
    tournament: StoredTournament, block: Block, match: PlayedMatch, one: str, other: str
) -> MetMatch | None:
    """The match if both bots sat in it, or, of teams, exactly one of them; else None."""
    identities = [tournament.identities[name] for name in match.fixture.seats]
    first, second = (
        tuple(seat for seat, identity in enumerate(identities) if identity == bot)
        for bot in (one, other)
    )
    # In one team the two are partners, which says nothing about one against the other.
    counts = bool(first) != bool(second) if block.teams else first and second
    return MetMatch(match, first, second) if counts else None


@dataclass(frozen=True, slots=True)
class Parting:
    """Where a match of a block begins to differ from the block's first match."""

    records: tuple[Record, Record]
    """The first match of the block, and the other one."""
    divergence: Divergence | None
    """None when the two matches are the same to their ends."""


def partings(records: Sequence[Record]) -> list[Parting]:
    """Where each further match of a block begins to differ from the first match.

    Empty if the matches have no common deal. `records` are the matches of one block, at least one.
    They have to be verified, as for `find_divergence`.
    """
    first, *others = records
    try:
        return [Parting((first, record), find_divergence(first, record)) for record in others]
    except NotComparableError:
        return []
