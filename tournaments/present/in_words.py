"""What a table says, in one sentence, made from its numbers.

Two neighbours are told apart when the one is better with 97.5 %: an error of 5 % for both ways. How
many more boards would part two that are not, if the difference seen is the true one, follows from
the error of the difference, which falls with the root of the number of boards (docs/ratings.md).
"""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist
from typing import Final, Protocol

from tournaments.ratings.overall import Overall
from tournaments.ratings.rating import NORMAL_95
from tournaments.ratings.standings import StandingsTable

TOLD_APART: Final = 0.975
"""The probability from which on the order of two neighbours is said."""
NINE_IN_TEN: Final = NormalDist().inv_cdf(0.9)
"""Standard deviations more that part two with a probability of 90 %, and not only 50 %."""
_FAR: Final = 100
"""Times the boards played, beyond which no number is given."""
_MOST_PLACES: Final = 4
"""Places that the sentence tells of; the others are counted."""
_MOST_NAMES: Final = 3
"""Names of a place; of more entrants the first and the last are named."""
_NO_TWO: Final = "no two neighbours can be told apart"
_ORDINALS: Final = ("best", "second", "third", "fourth")

Pair = frozenset[str]
IsBetter = Callable[[str, str], bool]
"""Whether the first, which stands above the second, is told apart from it."""


class Placed(Protocol):
    """A line of a table, whatever else is in it."""

    @property
    def entrant(self) -> str:
        """The name of the entrant that it is of."""

    @property
    def better_than_next(self) -> float | None:
        """The probability of being more skilled than the next in the table; None for the last."""


@dataclass(frozen=True, slots=True)
class MoreBoards:
    """How many more boards would part two, if the difference seen is the true one."""

    likely: int
    """With so many it is as likely as not."""
    sure: int
    """With so many in nine of ten cases."""

    @classmethod
    def of(cls, boards: int, difference: float, apart: float) -> "MoreBoards | None":
        """After so many boards, by the difference and its standard deviation; None if too many."""
        if not boards or not apart or not difference:
            return None
        # The deviation falls with the root of the boards: so many times more part the two.
        times = [((NORMAL_95 + more) * apart / difference) ** 2 for more in (0.0, NINE_IN_TEN)]
        if times[0] > _FAR:
            return None
        likely, sure = (_rounded(boards * max(0.0, each - 1)) for each in times)
        return cls(likely, max(likely, sure))


def in_words(table: StandingsTable, boards: int, twins: Collection[Pair] = ()) -> str:
    """What the table says of who is better than who, as a sentence; empty if it says nothing.

    `boards` have been played so far; `twins` are pairs of entrants that are one bot.
    """
    lines = table.standings
    if not table.matches or not table.connected or table.forfeits_only or len(lines) < 2:
        return ""

    mus = {line.entrant: line.mu or 0.0 for line in lines}

    def parted_by(one: str, other: str) -> MoreBoards | None:
        return MoreBoards.of(boards, mus[one] - mus[other], table.covariance.apart(one, other))

    def is_better(one: str, other: str) -> bool:
        return mus[one] - mus[other] >= NORMAL_95 * table.covariance.apart(one, other)

    told = [*_places(lines, twins, is_better)]
    # Of three or more the closest two decide how many boards it takes, and mostly far too many.
    pairs = [place for place in _grouped(lines)[:_MOST_PLACES] if len(place) == 2]
    # Of several such pairs one number is enough; the first stands highest in the table.
    for one, other in (place for place in pairs if frozenset(place) not in twins):
        more = parted_by(one, other)
        whom = f"{one} and {other}" if len(pairs) > 1 else "them"
        return _sentence(told, f": {_how_many_more(more, boards, whom)}")
    return _sentence(told)


def overall_in_words(lines: Sequence[Overall]) -> str:
    """The same of those who are in all divisions, without numbers of boards."""
    return ranked_in_words([line for line in lines if line.rank is not None])


def ranked_in_words(lines: Sequence[Placed]) -> str:
    """The same of any lines that have ranks, best first."""
    return _sentence([*_places(lines, ())]) if len(lines) > 1 else ""


def _sentence(parts: Sequence[str], end: str = "") -> str:
    text = f"{'; '.join(parts)}{end}."
    # Names keep their letters, and a bot may be called "of".
    is_ours = text.startswith("of ") and _NO_TWO in parts[0]
    return f"Of{text[2:]}" if is_ours else text


def _grouped(lines: Sequence[Placed]) -> list[list[str]]:
    """The entrants, best first, in groups whose neighbours are not told apart."""
    groups = [[lines[0].entrant]]
    for line, following in pairwise(lines):
        if (line.better_than_next or 0.0) >= TOLD_APART:
            groups.append([])
        groups[-1].append(following.entrant)
    return groups


def _unknown(one: str, other: str) -> bool:
    del one, other
    return False


def _places(
    lines: Sequence[Placed], twins: Collection[Pair], is_better: IsBetter = _unknown
) -> Iterator[str]:
    groups, ahead = _grouped(lines), 0
    if len(lines) == len(groups) == 2:
        yield f"{lines[0].entrant} is better than {lines[1].entrant}"
        return
    for number, group in enumerate(groups):
        if number == _MOST_PLACES and len(groups) > _MOST_PLACES + 1:
            yield f"{len(lines) - ahead} others follow"
            return
        yield _place(group, ahead, len(lines), twins, is_better)
        ahead += len(group)


def _place(
    group: Sequence[str], ahead: int, of: int, twins: Collection[Pair], is_better: IsBetter
) -> str:
    if len(group) == 1:
        return f"{group[0]} is {_ordinal(ahead, of)}"
    if len(group) == 2 and frozenset(group) in twins:
        return f"{_named(group)} are one bot"
    if len(group) == 2:
        return f"{_named(group)} cannot be told apart"
    # Small steps may come to a long way.
    whole = f", but {group[0]} is better than {group[-1]}" * is_better(group[0], group[-1])
    return f"of {_named(group)} {_NO_TWO}{whole}"


def _ordinal(ahead: int, of: int) -> str:
    if 0 < ahead == of - 1:
        return "last"
    return _ORDINALS[ahead] if ahead < len(_ORDINALS) else f"number {ahead + 1}"


def _named(group: Sequence[str]) -> str:
    if len(group) > _MOST_NAMES:
        return f"the {len(group)} bots from {group[0]} to {group[-1]}"
    return f"{', '.join(group[:-1])} and {group[-1]}"


def _how_many_more(more: MoreBoards | None, boards: int, whom: str) -> str:
    if more is None:
        return f"{_FAR * boards:,} boards would hardly part {whom}"
    many = f"{more.likely:,} to {more.sure:,}" if more.sure > more.likely else f"{more.sure:,}"
    return f"if the difference seen is real, {many} more boards would part {whom}"


def _rounded(number: float) -> int:
    """Up to two digits, since more would be made up."""
    whole = max(1, math.ceil(number))
    step = int(10 ** max(0, len(str(whole)) - 2))
    return math.ceil(whole / step) * step
