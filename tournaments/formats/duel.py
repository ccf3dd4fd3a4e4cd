"""A duel of two versions: boards until a test decides between better and not better by a margin."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tournaments.core.fixtures import Block, Fixture, block_fixtures, checked_names
from tournaments.core.results import PlayedMatch
from tournaments.formats.field import Field, Stages
from tournaments.formats.format import Format, Newcomers
from tournaments.ratings.contests import Contest, Side, by_block, contests
from tournaments.ratings.sequential import BlockTest, Lead, ScoredBy, Sprt

_BOARDS: Final = 10
"""Boards of a stage. If a stage were a single board, the workers would wait for its last match
each time; so up to nine are played in vain (docs/ratings.md, Rules that stop)."""
_BOARDS_AT_FIRST: Final = 5
_LATER: Final = 100
"""Before so many boards stages are short: there each board in vain is a large part of all."""


def duel(field: Field) -> Stages:
    """The hero, which is the new version, against the other of two entrants.

    It gives stages of some boards, up to `field.boards` of them, until one decides the test.

    A block is a board in which each seat is held by the new one among old ones, and by the old one
    among new ones; in a cooperative game it is a board played by a team of each. Raises ValueError
    unless there are two entrants, the hero among them.
    """
    names = checked_names(field.names, 2, field.boards)
    if field.hero not in names or len(names) > 2:
        raise ValueError(f"a duel is between two, of whom the hero is one; received {names}")
    [old] = [name for name in names if name != field.hero]
    test, scorer = None, None
    if field.sprt:
        test, scorer = BlockTest(field.sprt), Scorer(field.hero, field.sprt.by)
    done = 0
    while done < field.boards:
        boards = range(done + 1, min(done + boards_in_stage(done, field.sprt), field.boards) + 1)
        done = boards[-1]
        blocks = [_block(field, board, old) for board in boards]
        played = yield [f for block in blocks for f in block_fixtures(field.tournament, block)]
        if test and scorer:
            for lead in scorer.leads(played):
                test.take(lead)
            if test.is_decided:
                return


def most_matches(fixtures: Sequence[Fixture], boards: int) -> int:
    """How many matches a duel has at most: as on the first board of these, on all boards."""
    own = [fixture.block.board for fixture in fixtures]
    return own.count(own[0]) * boards


def boards_in_stage(done: int, sprt: Sprt | None) -> int:
    """How many boards are played at once when so many are done."""
    # Duels that were begun without a bet have the stages that they had then.
    early = sprt is not None and sprt.bet > 0 and done < _LATER
    return _BOARDS_AT_FIRST if early else _BOARDS


def looked_at(leads: Sequence[Lead], boards: int, sprt: Sprt) -> Sequence[Lead]:
    """Those of the leads in a duel's blocks that its test looks at."""
    if sprt.every_block:
        return leads
    whole = len(leads) - len(leads) % boards_in_stage(len(leads), sprt)
    return leads if len(leads) >= boards else leads[:whole]


def _block(field: Field, board: int, old: str) -> Block:
    new, seats = field.hero, field.seats
    names = tuple(sorted((new, old)))
    if field.cooperative:
        return Block(board, names, ((new,) * seats, (old,) * seats), teams=True)
    # With two seats the rotations are just that: each against the other in both seats.
    if seats == 2:
        return Block(board, names)
    return Block(board, names, tuple(_among(new, old, seats)) + tuple(_among(old, new, seats)))


def _among(one: str, others: str, seats: int) -> Iterable[tuple[str, ...]]:
    """The lineups in which `one` holds a single seat among `others`, every seat in turn."""
    for seat in range(seats):
        yield tuple(one if each == seat else others for each in range(seats))


class Scorer:
    """Gives the hero's leads in the blocks of a duel, told of them in the order of play."""

    def __init__(self, hero: str, by: ScoredBy) -> None:
        self._hero = hero
        self._by = by
        self._reach = 1

    def leads(self, played: Iterable[PlayedMatch]) -> list[Lead]:
        """The leads in these blocks, which follow those of the calls before."""
        return [self._lead(block, matches) for block, matches in by_block(played).items()]

    def _lead(self, block: Block, matches: Sequence[PlayedMatch]) -> Lead:
        # A contest of teams is the whole block.
        faulty = [bool(match.result.faults) for match in matches]
        faulty = [any(faulty)] if block.teams else faulty
        pairs = [
            (one, other, at_fault)
            for contest, at_fault in zip(contests(block, matches), faulty, strict=True)
            for one, other in _compared(contest, self._hero)
        ]
        if self._by is ScoredBy.POINTS:
            seen = (abs(one.points - other.points) for one, other, wrong in pairs if not wrong)
            self._reach = max([self._reach, *seen])
        amounts = [self._ahead(one, other, at_fault) for one, other, at_fault in pairs]
        return Lead(sum(amounts), len(amounts), self._reach)

    def _ahead(self, one: Side, other: Side, at_fault: bool) -> int:
        """By how much the one is ahead of the other."""
        if self._by is ScoredBy.POINTS and not at_fault:
            return one.points - other.points
        # The points that a match had when a fault ended it were not played out, and by them a bot
        # could gain by a crash: it is behind by as much as anybody ever was.
        return ((one.place < other.place) - (one.place > other.place)) * self._reach


def _compared(contest: Contest, hero: str) -> Iterator[tuple[Side, Side]]:
    """The hero's sides with those of the other one; its own against each other say nothing."""
    for one in contest:
        for other in contest:
            if one.names == (hero,) and other.names != (hero,):
                yield one, other


DUEL: Final = Format(
    "duel",
    "two versions meet until a test decides that the new one is better, or not by the margin",
    duel,
    keys=frozenset({"hero", "stop.better_by", "stop.by"}),
    fixed={"better_by": "better_by", "error": "the error", "by": "by"},
    adaptive=True,
    newcomers=Newcomers.NEVER,
)
