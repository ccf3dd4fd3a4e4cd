"""The duel: two versions of a bot play boards until a test decides, or all boards are played.

The test decides that the new version is better, or that it is not better by the margin.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from tournaments.core.fixtures import Block, Fixture, block_fixtures, checked_names
from tournaments.core.results import PlayedMatch
from tournaments.formats.field import Field, Stages
from tournaments.formats.format import Format, Newcomers
from tournaments.ratings.contests import Contest, Side, by_block, contests
from tournaments.ratings.sequential import BlockTest, Lead, ScoredBy, Sprt

_STAGE_BOARDS: Final = 10
"""Boards of a stage. After stages of one board workers would wait for its last match each time. The
price is that up to nine boards are played in vain (docs/ratings.md, Rules that stop)."""
_EARLY_STAGE_BOARDS: Final = 5
"""Boards of a stage among the first `_EARLY_BOARDS`."""
_EARLY_BOARDS: Final = 100
"""Stages are short up to this board, since few boards in vain are a large part of a short duel."""


def duel(field: Field) -> Stages:
    """The stages of a duel between the hero, which is the new version, and the other entrant.

    The stages end when the test `field.sprt` is decided, or after `field.boards` boards. In a
    block the new version holds each seat once among old ones, and the old version each seat once
    among new ones. In a cooperative game a block has a match of each version, which holds all
    seats. Raises ValueError unless there are two entrants, the hero among them, and a board.
    """
    names = checked_names(field.names, 2, field.boards)
    if field.hero not in names or len(names) > 2:
        raise ValueError(f"a duel has two entrants, one of them the hero; received {names}")
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
    """The most matches of a duel of this many boards; `fixtures` begins with a whole board."""
    numbers = [fixture.block.board for fixture in fixtures]
    return numbers.count(numbers[0]) * boards


def boards_in_stage(done: int, sprt: Sprt | None) -> int:
    """How many boards the stage after the first `done` boards has."""
    # Duels that were begun by earlier versions, without a bet, had no short stages.
    is_early = sprt is not None and sprt.bet > 0 and done < _EARLY_BOARDS
    return _EARLY_STAGE_BOARDS if is_early else _STAGE_BOARDS


def tested_leads(leads: Sequence[Lead], boards: int, sprt: Sprt) -> Sequence[Lead]:
    """The leads that count in the evidence now, of all `leads` in the order of play.

    `boards` is the number of boards of the duel. A test that looks after every block counts all of
    them, and one that looks only at the end of each stage none of a stage that is under way.
    """
    if sprt.every_block:
        return leads
    in_stages = len(leads) - len(leads) % boards_in_stage(len(leads), sprt)
    return leads if len(leads) >= boards else leads[:in_stages]


def _block(field: Field, board: int, old: str) -> Block:
    new, seats = field.hero, field.seats
    names = tuple(sorted((new, old)))
    if field.cooperative:
        return Block(board, names, ((new,) * seats, (old,) * seats), teams=True)
    # With two seats the rotations are these lineups: each version in both seats.
    if seats == 2:
        return Block(board, names)
    return Block(board, names, tuple(_lineups(new, old, seats)) + tuple(_lineups(old, new, seats)))


def _lineups(single: str, others: str, seats: int) -> Iterable[tuple[str, ...]]:
    """The lineups in which `single` holds one seat, each seat in turn, and `others` all others."""
    for seat in range(seats):
        yield tuple(single if each == seat else others for each in range(seats))


class Scorer:
    """Computes the leads of the hero in the blocks of a duel, given in the order of play."""

    def __init__(self, hero: str, by: ScoredBy) -> None:
        self._hero = hero
        self._by = by
        self._reach = 1
        """The greatest lead in a comparison so far, at least 1; by places it is always 1."""

    def leads(self, played: Iterable[PlayedMatch]) -> list[Lead]:
        """The lead in each block of these matches. They follow those of earlier calls."""
        return [self._lead(block, matches) for block, matches in by_block(played).items()]

    def _lead(self, block: Block, matches: Sequence[PlayedMatch]) -> Lead:
        # Whether a fault ended each contest. Teams have one contest, which is the whole block.
        faulty = [bool(match.result.faults) for match in matches]
        faulty = [any(faulty)] if block.teams else faulty
        pairs = [
            (ours, theirs, at_fault)
            for contest, at_fault in zip(contests(block, matches), faulty, strict=True)
            for ours, theirs in _compared(contest, self._hero)
        ]
        if self._by is ScoredBy.POINTS:
            gaps = (
                abs(ours.points - theirs.points) for ours, theirs, at_fault in pairs if not at_fault
            )
            self._reach = max([self._reach, *gaps])
        amounts = [self._amount(ours, theirs, at_fault) for ours, theirs, at_fault in pairs]
        return Lead(sum(amounts), len(amounts), self._reach)

    def _amount(self, ours: Side, theirs: Side, at_fault: bool) -> int:
        """By how much `ours`, a side of the hero, is ahead of `theirs`."""
        if self._by is ScoredBy.POINTS and not at_fault:
            return ours.points - theirs.points
        # When a fault ended the match, its points do not count: a bot could crash to keep a lead.
        # The side with the worse place is behind by the greatest lead so far.
        if ours.place == theirs.place:
            return 0
        return self._reach if ours.place < theirs.place else -self._reach


def _compared(contest: Contest, hero: str) -> Iterator[tuple[Side, Side]]:
    """All pairs of a side of the hero and a side of the other entrant."""
    for ours in contest:
        for theirs in contest:
            if ours.names == (hero,) and theirs.names != (hero,):
                yield ours, theirs


DUEL: Final = Format(
    "duel",
    "two versions meet until a test decides that the new one is better, or that it is not"
    " better by the margin",
    duel,
    keys=frozenset({"hero", "stop.better_by", "stop.by"}),
    fixed={"better_by": "better_by", "error": "the error", "by": "by"},
    adaptive=True,
    newcomers=Newcomers.NEVER,
)
