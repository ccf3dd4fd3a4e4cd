"""The standing ladder: a tournament without an end, in which newcomers are placed by skill."""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from tournaments.core.fixtures import Block, block_fixtures, checked_names
from tournaments.formats.field import Field, Pair, Stages, times_met
from tournaments.formats.format import Format, Newcomers
from tournaments.ratings.contests import by_block, contests, result
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import Rating, believed, better_probability

_STEP: Final = 4
"""The most blocks that an entrant plays of its own before all are rated again. More would waste
blocks on opponents who prove to be far off; fewer would let workers wait between stages."""


def ladder(field: Field) -> Stages:
    """The stages of a ladder: entrants with fewer blocks than the field has boards meet their like.

    In a stage each of them plays up to a few blocks against those whose skill, as rated so far, is
    nearest to its own, and whom it has not met often. Every block has a board of its own, so
    entrants may join at any time: they are placed, while those who have played enough only help.
    The field's boards may be raised at any time as well: further blocks go where it is most in
    doubt who is better. Those who are placed by earlier tournaments meet their like from the first
    board on. Raises ValueError as `checked_names` does.
    """
    checked_names(field.names, field.seats, field.boards)
    results: list[BlockResult] = []
    played: Counter[str] = Counter()
    met: Counter[Pair] = Counter()
    board = 1
    while True:
        # Who joined later, and boards that were raised later, do not exist yet at this board: what
        # was played before they came must be scheduled again just as it was.
        here = [name for name in field.names if field.entrants[name] <= board]
        most = field.boards_at(board)
        ratings = _with_placed(believed(field.names, results).by_entrant, field.placed)
        drawn = _challenges(here, field.seats, most, played, met, ratings)
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
        # All that was known is played; go on from the next change, if there was one.
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
    ratings: Mapping[str, Rating],
) -> Iterator[tuple[str, ...]]:
    """The groups of a stage, of `most` blocks each in all; `played` and `met` take note of them."""
    before = Counter(played)
    # Those who have played least choose first, as blocks with others count for these too.
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


def _with_placed(
    ratings: Mapping[str, Rating], placed: Mapping[str, Rating]
) -> Mapping[str, Rating]:
    """The ratings by the ladder's own results, and by what was known before, taken together."""
    return {
        name: _together(own, placed[name]) if name in placed else own
        for name, own in ratings.items()
    }


def _together(one: Rating, other: Rating) -> Rating:
    """Two beliefs about one skill as one, each by its precision."""
    # Both have a mean of 25 among those whom they rate. Where others take part now, that is not the
    # same skill; it only decides who meets whom, and the ladder's own results soon count for more.
    precisions = 1 / one.sigma**2, 1 / other.sigma**2
    mu = (one.mu * precisions[0] + other.mu * precisions[1]) / sum(precisions)
    return Rating(mu, math.sqrt(1 / sum(precisions)))


def _interest(ratings: Mapping[str, Rating], one: str, other: str) -> float:
    """How much a meeting of the two would tell: most where the outcome is open."""
    # The variance of an outcome that is won with this chance.
    chance = better_probability(ratings[one], ratings[other])
    return chance * (1 - chance)


LADDER: Final = Format(
    "ladder",
    "those meet whose skill is about the same; newcomers may join at any time",
    ladder,
    boards_are=" blocks of each entrant",
    keys=frozenset({"follows"}),
    fixed={"follows": "what it follows"},
    adaptive=True,
    newcomers=Newcomers.FROM_THE_NEXT,
    stays_open=True,
)
