"""Two bots against each other: the blocks in which they met, and where their matches part.

Only boards count on which nothing is still to be played, in any tournament of the data folder:
what is shown of them is no secret.
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
from tournaments.run.pools import KeptTournament, Pool


@dataclass(frozen=True, slots=True)
class MetMatch:
    """One of the matches of a block in which two bots met."""

    match: PlayedMatch
    first_seats: tuple[int, ...]
    """The seats of the first bot."""
    second_seats: tuple[int, ...]
    """The seats of the second one."""

    def points(self, seats: Sequence[int]) -> tuple[int, ...]:
        """The game's own points of these seats."""
        return tuple(self.match.result.points[seat] for seat in seats)


@dataclass(frozen=True, slots=True)
class MetBlock:
    """A block in which two bots met."""

    tournament: str
    board: int
    matches: tuple[MetMatch, ...]
    """By the seats that the first one holds; of teams, those of either."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """All meetings of two bots in the tournaments of a pool."""

    pool: Pool
    total: HeadToHead
    """The first against the second."""
    blocks: tuple[MetBlock, ...]
    """By tournament, in the order of play."""
    open_blocks: int
    """How many blocks are not shown, as something is still to be played on their boards."""


def meetings(pool: Pool, one: str, other: str, boards: OpenBoards) -> Meetings | None:
    """The meetings of two bots, by their identities; None where there are none on closed boards."""
    # Of both alone, as a table of all bots takes long, and to ask what is open does too.
    met = [each for each in pool.tournaments if {one, other} <= {*each.identities.values()}]
    closed = {each.name: _closed(each, boards) for each in met}
    both = [
        TournamentMatches(each.name, _of_both(each, closed[each.name], one, other), each.identities)
        for each in met
    ]
    part = joint(both).part_of(one)
    total = part.table.cross.get((one, other)) if part else None
    if total is None:
        return None
    blocks = [block for each in met for block in _blocks(each, closed[each.name], one, other)]
    every = [_blocks(each, each.stand.counted, one, other) for each in met]
    return Meetings(pool, total, tuple(blocks), sum(map(len, every)) - len(blocks))


def _closed(tournament: KeptTournament, boards: OpenBoards) -> list[PlayedMatch]:
    """The matches that count on boards of which nothing is still to be played."""
    secret = boards.closed(tournament.name).secret
    return [each for each in tournament.stand.counted if each.fixture.block.board not in secret]


def _of_both(
    tournament: KeptTournament, matches: Sequence[PlayedMatch], one: str, other: str
) -> list[PlayedMatch]:
    """Those of the matches in whose blocks both bots take part."""
    return [
        match
        for match in matches
        if {one, other} <= {tournament.identities[name] for name in match.fixture.block.entrants}
    ]


def _blocks(
    tournament: KeptTournament, matches: Sequence[PlayedMatch], one: str, other: str
) -> list[MetBlock]:
    found = []
    for block, group in by_block(matches).items():
        met = [_met(tournament, block, match, one, other) for match in group]
        kept = sorted(
            (each for each in met if each),
            key=lambda each: (not each.first_seats, each.first_seats),
        )
        # Of teams, each plays by itself: both have to have played the board.
        if any(each.first_seats for each in kept) and any(each.second_seats for each in kept):
            found.append(MetBlock(tournament.name, block.board, tuple(kept)))
    return found


def _met(
    tournament: KeptTournament, block: Block, match: PlayedMatch, one: str, other: str
) -> MetMatch | None:
    """The match if the two met in it; of teams, if one of the two was in the team."""
    seats = [tournament.identities[name] for name in match.fixture.seats]
    own, its = (
        tuple(seat for seat, identity in enumerate(seats) if identity == each)
        for each in (one, other)
    )
    # In one team they are partners, and nothing is said of one against the other.
    is_kept = bool(own) != bool(its) if block.teams else own and its
    return MetMatch(match, own, its) if is_kept else None


@dataclass(frozen=True, slots=True)
class Parting:
    """Where a match of a block parts from the block's first one."""

    records: tuple[Record, Record]
    divergence: Divergence | None
    """None when they are the same to their ends."""


def partings(records: Sequence[Record]) -> list[Parting]:
    """Where each further match of a block parts from its first; none without a common deal.

    The records have to be true, as for `find_divergence`.
    """
    first, *others = records
    try:
        return [Parting((first, record), find_divergence(first, record)) for record in others]
    except NotComparableError:
        return []
