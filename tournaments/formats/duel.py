"""A duel of two versions: boards until a test decides whether the new one is better by a margin."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from tournaments.core.fixtures import Block, Fixture, block_fixtures, checked_names
from tournaments.core.results import PlayedMatch
from tournaments.formats.field import Field, Stages
from tournaments.formats.format import Format, Newcomers
from tournaments.ratings.contests import by_block, contests

BOARDS_PER_LOOK: Final = 10
"""Boards between two looks at the test. With a look at every board the workers would wait for its
last match each time; the test allows any looks (docs/ratings.md, Rules that stop)."""


def duel(field: Field) -> Stages:
    """The hero, which is the new version, against the other of two entrants.

    It gives stages of ten boards, up to `field.boards` of them.

    A block is a board in which each seat is held by the new one among old ones, and by the old one
    among new ones; in a cooperative game it is a board played by a team of each. Raises ValueError
    unless there are two entrants, the hero among them.
    """
    names = checked_names(field.names, 2, field.boards)
    if field.hero not in names or len(names) > 2:
        raise ValueError(f"a duel is between two, of whom the hero is one; received {names}")
    [old] = [name for name in names if name != field.hero]
    counts: Counter[float] = Counter()
    for first in range(1, field.boards + 1, BOARDS_PER_LOOK):
        boards = range(first, min(first + BOARDS_PER_LOOK, field.boards + 1))
        blocks = [_block(field, board, old) for board in boards]
        played = yield [f for block in blocks for f in block_fixtures(field.tournament, block)]
        # Scores are multiples of a fraction that is the same for all blocks, so equal ones have
        # equal floats and can be counted.
        counts.update(scores(played, field.hero))
        if field.sprt and abs(field.sprt.ratio(counts)) >= field.sprt.bound:
            return


def most_matches(fixtures: Sequence[Fixture], boards: int) -> int:
    """How many matches a duel has at most: as on the first board of these, on all boards."""
    own = [fixture.block.board for fixture in fixtures]
    return own.count(own[0]) * boards


def looked_at(scores: Sequence[float], boards: int) -> Sequence[float]:
    """Those of the scores of a duel's blocks that its test has looked at, as it goes by stages."""
    whole = len(scores) - len(scores) % BOARDS_PER_LOOK
    return scores if len(scores) >= boards else scores[:whole]


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


def scores(played: Iterable[PlayedMatch], hero: str) -> list[float]:
    """By block, in order: the hero's share of the comparisons with the other, from 0 to 1."""
    return [_score(block, matches, hero) for block, matches in by_block(played).items()]


def _score(block: Block, matches: Sequence[PlayedMatch], hero: str) -> float:
    compared = [
        (one.place < other.place) + (one.place == other.place) / 2
        for contest in contests(block, matches)
        for one in contest
        for other in contest
        # The hero's seats against each other say nothing, nor do those of the other one.
        if one.names == (hero,) and other.names != (hero,)
    ]
    return sum(compared) / len(compared)


DUEL: Final = Format(
    "duel",
    "two versions meet until it is decided whether the new one is better",
    duel,
    keys=frozenset({"hero", "stop.better_by"}),
    fixed={"better_by": "better_by", "error": "the error"},
    adaptive=True,
    newcomers=Newcomers.NEVER,
)
