"""What a table says about who is better than who, as one sentence made from its numbers.

Two neighbours are told apart when the upper one is better with a probability of at least 97.5 %: a
test with an error of 5 % on both sides together. For the first group of just two bots that are not
told apart, `in_words` estimates how many more boards would part them if the difference seen is the
true one: the error of the difference falls with the square root of the number of boards
(docs/ratings.md). Two names of one bot are no such group.
"""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist
from typing import Final, Protocol

from tournaments.ratings.overall import OverallLine
from tournaments.ratings.rating import NORMAL_95
from tournaments.ratings.standings import StandingsTable

TOLD_APART: Final = 0.975
"""The least probability with which the order of two neighbours is said to be known."""
_DEVIATIONS_FOR_90_PERCENT: Final = NormalDist().inv_cdf(0.9)
"""Standard deviations by which the difference must be larger than for 50 % of cases."""
_FAR: Final = 100
"""If more than this many times the boards played are needed, the sentence has no estimate."""
_MOST_GROUPS: Final = 4
"""This many groups are described, and one more if it is the last; other entrants are counted."""
_MOST_NAMES: Final = 3
"""The most names listed for a group; of a larger one only the first and the last are named."""
_NO_TWO: Final = "no two neighbours can be told apart"
_ORDINALS: Final = ("best", "second", "third", "fourth")

Pair = frozenset[str]
"""The names of two entrants, in no order."""
IsBetter = Callable[[str, str], bool]
"""Whether the first entrant, which is above the second in the table, is told apart from it."""


class Placed(Protocol):
    """A line of a table: the part of it that the sentence is made from."""

    @property
    def entrant(self) -> str:
        """The name of the line's entrant."""

    @property
    def better_than_next(self) -> float | None:
        """The probability of being more skilled than the next in the table; None for the last."""


@dataclass(frozen=True, slots=True)
class MoreBoards:
    """How many more boards would tell two apart, if the difference seen is the true one."""

    for_50_percent: int
    """With this many more boards the two are told apart with a probability of 50 %."""
    for_90_percent: int
    """The same for 90 %; never less than `for_50_percent`."""

    @classmethod
    def of(cls, boards: int, difference: float, apart: float) -> "MoreBoards | None":
        """The estimate after `boards` boards, by a difference of mu and its standard deviation.

        `apart` is this deviation. None if an argument is 0, or if for 50 % more than `_FAR` times
        the boards played are needed.
        """
        if not boards or not apart or not difference:
            return None
        # The deviation falls with the root of the boards. With `times` as many boards, the
        # difference is just as many deviations as are needed for 50 % and for 90 %.
        times = [
            ((NORMAL_95 + more) * apart / difference) ** 2
            for more in (0.0, _DEVIATIONS_FOR_90_PERCENT)
        ]
        if times[0] > _FAR:
            return None
        return cls(*(_rounded(boards * max(0.0, each - 1)) for each in times))


def in_words(table: StandingsTable, boards: int, twins: Collection[Pair] = ()) -> str:
    """What the table says about who is better than who, as a sentence; empty if it says nothing.

    `boards` is the number of boards played so far; `twins` are pairs of entrants that are one bot.
    """
    lines = table.standings
    if not table.matches or not table.connected or table.forfeits_only or len(lines) < 2:
        return ""

    mus = {line.entrant: line.mu or 0.0 for line in lines}

    def is_better(one: str, other: str) -> bool:
        return mus[one] - mus[other] >= NORMAL_95 * table.covariance.apart(one, other)

    clauses = [*_groups_in_words(lines, twins, is_better)]
    several = [group for group in _grouped(lines)[:_MOST_GROUPS] if len(group) > 1]
    # Only groups of two: in a larger one its closest two would mostly need far too many boards.
    pairs = [group for group in several if len(group) == 2 and frozenset(group) not in twins]
    if not pairs:
        return _sentence(clauses)
    # One number is enough, so only the first pair, which is highest in the table, gets it.
    one, other = pairs[0]
    difference, deviation = mus[one] - mus[other], table.covariance.apart(one, other)
    more = MoreBoards.of(boards, difference, deviation)
    whom = f"{one} and {other}" if len(several) > 1 else "them"
    return _sentence(clauses, f": {_how_many_more(more, boards, whom)}")


def overall_in_words(lines: Sequence[OverallLine]) -> str:
    """The sentence for the entrants that are in all divisions, without a number of boards."""
    return ranked_in_words([line for line in lines if line.rank is not None])


def ranked_in_words(lines: Sequence[Placed]) -> str:
    """The sentence for lines that all have ranks, best first; empty for fewer than two lines."""
    return _sentence([*_groups_in_words(lines, ())]) if len(lines) > 1 else ""


def _sentence(parts: Sequence[str], end: str = "") -> str:
    text = f"{'; '.join(parts)}{end}."
    # A sentence may begin with the word "of", which gets a capital, or with a bot called "of".
    is_word = text.startswith("of ") and _NO_TWO in parts[0]
    return f"Of{text[2:]}" if is_word else text


def _grouped(lines: Sequence[Placed]) -> list[list[str]]:
    """The entrants, best first, in groups whose neighbours are not told apart."""
    groups = [[lines[0].entrant]]
    for line, following in pairwise(lines):
        if (line.better_than_next or 0.0) >= TOLD_APART:
            groups.append([])
        groups[-1].append(following.entrant)
    return groups


def _never(one: str, other: str) -> bool:
    """The `IsBetter` where no covariance is known, so that only neighbours are compared."""
    del one, other
    return False


def _groups_in_words(
    lines: Sequence[Placed], twins: Collection[Pair], is_better: IsBetter = _never
) -> Iterator[str]:
    """A clause for each group of entrants that are not told apart, best first.

    The last clause may have the number of all further entrants instead.
    """
    groups, ahead = _grouped(lines), 0
    if len(lines) == len(groups) == 2:
        yield f"{lines[0].entrant} is better than {lines[1].entrant}"
        return
    for number, group in enumerate(groups):
        if number == _MOST_GROUPS and len(groups) > _MOST_GROUPS + 1:
            yield f"{len(lines) - ahead} others follow"
            return
        yield _group_in_words(group, ahead, len(lines), twins, is_better)
        ahead += len(group)


def _group_in_words(
    group: Sequence[str], ahead: int, total: int, twins: Collection[Pair], is_better: IsBetter
) -> str:
    """The clause of a group; of all `total` entrants, `ahead` are before it."""
    if len(group) == 1:
        return f"{group[0]} is {_ordinal(ahead, total)}"
    if len(group) == 2 and frozenset(group) in twins:
        return f"{_named(group)} are one bot"
    if len(group) == 2:
        return f"{_named(group)} cannot be told apart"
    clause = f"of {_named(group)} {_NO_TWO}"
    # The differences of neighbours may add up, so that the first and the last are told apart.
    if is_better(group[0], group[-1]):
        clause += f", but {group[0]} is better than {group[-1]}"
    return clause


def _ordinal(ahead: int, total: int) -> str:
    if 0 < ahead == total - 1:
        return "last"
    return _ORDINALS[ahead] if ahead < len(_ORDINALS) else f"number {ahead + 1}"


def _named(group: Sequence[str]) -> str:
    if len(group) > _MOST_NAMES:
        return f"the {len(group)} bots from {group[0]} to {group[-1]}"
    return f"{', '.join(group[:-1])} and {group[-1]}"


def _how_many_more(more: MoreBoards | None, boards: int, whom: str) -> str:
    if more is None:
        return f"{_FAR * boards:,} boards would hardly part {whom}"
    number = (
        f"{more.for_50_percent:,} to {more.for_90_percent:,}"
        if more.for_90_percent > more.for_50_percent
        else f"{more.for_90_percent:,}"
    )
    return f"if the difference seen is real, {number} more boards would part {whom}"


def _rounded(number: float) -> int:
    """The number rounded up to two significant digits, at least 1: more digits mean nothing."""
    whole = max(1, math.ceil(number))
    step = int(10 ** max(0, len(str(whole)) - 2))
    return math.ceil(whole / step) * step
