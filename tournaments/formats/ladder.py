"""The standing ladder: newcomers are placed among those who are there."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from tournaments.core.fixtures import Block, block_fixtures, checked_names
from tournaments.formats.field import Field, Pair, Stages, times_met
from tournaments.formats.format import Format, Newcomers
from tournaments.ratings.contests import by_block, contests, result
from tournaments.ratings.rating import BlockResult, Ratings, better_probability, rate

_STEP: Final = 4
"""The most blocks that somebody plays of his own before all are rated again."""


def ladder(field: Field) -> Stages:
    """Who has played fewer blocks than the field has boards meets his likes.

    In a stage each of them plays up to a few blocks against those whose skill, as rated so far, is
    nearest to his, and whom he has not met often. Every block has a board of its own, so entrants
    may join at any time: they are placed, while those who have played enough only help. The field's
    boards may be raised at any time as well: further blocks go where it is most in doubt who is
    better. Raises ValueError as `checked_names` does.
    """
    checked_names(field.names, field.seats, field.boards)
    results: list[BlockResult] = []
    played: Counter[str] = Counter()
    met: Counter[Pair] = Counter()
    board = 1
    while True:
        here = [name for name in field.names if field.entrants[name] <= board]
        most = field.boards_at(board)
        drawn = _challenges(here, field.seats, most, played, met, rate(field.names, results))
        blocks = [Block(board + number, group) for number, group in enumerate(drawn)]
        changes = [*field.entrants.values(), *(first for first, _ in field.raised)]
        later = [first for first in changes if first > board]
        if blocks:
            matches = yield [
                fixture
                for block in blocks
                for fixture in block_fixtures(field.tournament, block, block.board)
            ]
            of_blocks = by_block(matches).items()
            results += [result(contests(block, group)) for block, group in of_blocks]
            board += len(blocks)
        elif later:
            board = min(later)
        else:
            return


def _challenges(
    here: Sequence[str],
    seats: int,
    most: int,
    played: Counter[str],
    met: Counter[Pair],
    ratings: Ratings,
) -> Iterator[tuple[str, ...]]:
    """The groups of a stage, of `most` blocks each in all; `played` and `met` take note of them."""
    before = Counter(played)
    for name in sorted(here, key=lambda name: (played[name], name)):
        while played[name] < min(most, before[name] + _STEP):
            told = {
                each: _interest(ratings, name, each) / (1 + times_met(met, name, each))
                for each in here
                if each != name
            }
            others = sorted(told, key=lambda each: (-told[each], each))
            group = tuple(sorted((name, *others[: seats - 1])))
            played.update(group)
            met.update(combinations(group, 2))
            yield group


def _interest(ratings: Ratings, one: str, other: str) -> float:
    """How much their meeting would tell: most where the outcome is open."""
    chance = better_probability(ratings.by_entrant[one], ratings.by_entrant[other])
    return chance * (1 - chance)


LADDER: Final = Format(
    "ladder",
    "those meet whose skill is about the same; newcomers may join at any time",
    ladder,
    boards_are=" blocks of each entrant",
    adaptive=True,
    newcomers=Newcomers.FROM_THE_NEXT,
    stays_open=True,
)
