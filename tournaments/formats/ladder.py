"""The ladder: a tournament without an end, in which entrants meet opponents of like skill."""

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
"""The most blocks in which an entrant chooses its opponents before all are rated again. More would
waste blocks on opponents who prove to be far off; fewer would let workers wait between stages."""


def ladder(field: Field) -> Stages:
    """The stages of a ladder, in which every entrant plays `field.boards` blocks or more.

    In a stage each entrant with fewer blocks chooses opponents for up to `_STEP` blocks. It prefers
    those that it has seldom met and of which, by the ratings so far, it is most in doubt whether
    they are better. Every block has a board of its own, so entrants may join at any time; entrants
    that have played enough then play only as their opponents. `field.boards` may be raised at any
    time as well. An entrant in `field.placed` chooses by that rating from its first block on.
    Raises ValueError as `checked_names` does.
    """
    checked_names(field.names, field.seats, field.boards)
    results: list[BlockResult] = []
    played: Counter[str] = Counter()
    met: Counter[Pair] = Counter()
    board = 1
    while True:
        # Entrants that joined after this board and a later value of `boards` are not used yet: the
        # blocks that were played before must be scheduled again just as they were.
        joined = [name for name in field.names if field.entrants[name] <= board]
        most_blocks = field.boards_at(board)
        ratings = _with_placed(believed(field.names, results).by_entrant, field.placed)
        groups = _challenges(joined, field.seats, most_blocks, played, met, ratings)
        blocks = [Block(board + number, group) for number, group in enumerate(groups)]
        changes = [*field.entrants.values(), *(first for first, _ in field.raised)]
        later = [first for first in changes if first > board]
        if blocks:
            matches = yield [
                fixture
                for block in blocks
                for fixture in block_fixtures(field.tournament, block, block.board)
            ]
            matches_by_block = by_block(matches).items()
            results += [result(contests(block, each)) for block, each in matches_by_block]
            board += len(blocks)
        # All blocks for these entrants and boards are played. Go on from the next change, if any.
        elif later:
            board = min(later)
        else:
            return


def _challenges(
    joined: Sequence[str],
    seats: int,
    most_blocks: int,
    played: Counter[str],
    met: Counter[Pair],
    ratings: Mapping[str, Rating],
) -> Iterator[tuple[str, ...]]:
    """The groups of a stage, until every entrant has `most_blocks` blocks or `_STEP` further ones.

    `played` and `met` are updated for each group.
    """
    before = Counter(played)
    # Entrants with the fewest blocks choose first, as the blocks count for their opponents as well.
    for name in sorted(joined, key=lambda name: (played[name], name)):
        while played[name] < min(most_blocks, before[name] + _STEP):
            interest = {
                each: _interest(ratings, name, each) / (1 + times_met(met, name, each))
                for each in joined
                if each != name
            }
            others = sorted(interest, key=lambda each: (-interest[each], each))
            group = tuple(sorted((name, *others[: seats - 1])))
            played.update(group)
            met.update(combinations(group, 2))
            yield group


def _with_placed(
    ratings: Mapping[str, Rating], placed: Mapping[str, Rating]
) -> Mapping[str, Rating]:
    """The ratings by the results of the ladder, combined with those of earlier tournaments."""
    return {
        name: _combined(rating, placed[name]) if name in placed else rating
        for name, rating in ratings.items()
    }


def _combined(one: Rating, other: Rating) -> Rating:
    """The rating from two independent ratings of the same skill, weighted by their precisions."""
    # The mean of each is 25 over its own pool. With other entrants in the pool 25 is another skill.
    # That only affects who meets whom, and the results of the ladder soon count for more.
    precisions = 1 / one.sigma**2, 1 / other.sigma**2
    mu = (one.mu * precisions[0] + other.mu * precisions[1]) / sum(precisions)
    return Rating(mu, math.sqrt(1 / sum(precisions)))


def _interest(ratings: Mapping[str, Rating], one: str, other: str) -> float:
    """How much a block of the two would tell: most, 0.25, when each is as likely to be better."""
    # This is the variance of an outcome that is 1 with probability `chance` and else 0.
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
