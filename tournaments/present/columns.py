"""The columns of tables: the head of each, its text for a line, and its meaning in words.

The terminal, Markdown and HTML pages share these columns. JSON and CSV are made from the fields of
the lines instead (`tournaments.ratings.standings`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from tournaments.present.figures import between, percent, two_digits, whole
from tournaments.ratings.overall import OverallLine
from tournaments.ratings.rating import NORMAL_95
from tournaments.ratings.standings import Standing

ALWAYS_SHOWN: Final = 99
"""The importance of columns that are never left out, however little room there is."""


class Rated(Protocol):
    """A line of a table with a rating; its figures are None if no match could be rated."""

    @property
    def mu(self) -> float | None:
        """TrueSkill's mu, which is 25 for the average entrant; over divisions, the mean of mu."""

    @property
    def sigma(self) -> float | None:
        """The standard deviation of the error of `mu`."""

    @property
    def low(self) -> float | None:
        """mu - 3 sigma: a skill that the entrant almost surely has."""

    @property
    def better_than_next(self) -> float | None:
        """The probability of being more skilled than the next in the table; None for the last."""


# Contravariant: a column for any `Rated` line can also be used in a table of standings.
Line_contra = TypeVar("Line_contra", contravariant=True)
Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class Column(Generic[Line_contra]):
    """A column of a table: its head, and the text that it shows for a line."""

    head: str
    text: Callable[[Line_contra], str]
    """Makes the text for a line; "" for an empty cell."""
    meaning: str = ""
    """What the column means, in sentences, for the pages that show it; empty for no explanation."""
    importance: int = ALWAYS_SHOWN
    """Where there is little room, the column with the lowest importance is left out first."""
    has_words: bool = False
    """Whether the texts are words, which are aligned to the left, or figures, to the right."""
    style: str = ""
    """The style of its texts on a terminal, as rich names it."""


def _ranks(rank_range: tuple[int, int] | None, dash: str) -> str:
    if rank_range is None:
        return ""
    low, high = rank_range
    return str(low) if low == high else f"{low}{dash}{high}"


def _rating(line: Rated) -> str:
    if line.mu is None or line.sigma is None:
        return ""
    return f"{line.mu:.2f} ± {NORMAL_95 * line.sigma:.2f}"


def _fault_count(line: Standing) -> str:
    count = str(sum(line.faults.values()) or "")
    return f"{count} withdrawn" if line.withdrawn else count


def _fault_kinds(line: Standing) -> str:
    causes = ", ".join(f"{kind} {number}" for kind, number in line.faults.items())
    return causes or ("withdrawn" if line.withdrawn else "")


def _faults_in_words(line: Standing) -> str:
    return ", ".join(f"{times} {kind}" for kind, times in line.faults.items()) or "none"


RANK: Final[Column[Standing | OverallLine]] = Column(
    "", lambda line: whole(line.rank), "The rank by rating; equal ratings share it."
)
BOT: Final[Column[Standing | OverallLine]] = Column(
    "bot", lambda line: line.entrant, has_words=True
)
IDENTITY: Final = (RANK, BOT)
"""The rank and the name. The templates of pages write these two themselves, before all others."""

_RANKS_MEANING: Final = "The 95 % interval of the rank, by the ratings."
RANKS: Final[Column[Standing]] = Column(
    "ranks", lambda line: _ranks(line.rank_range, "-"), _RANKS_MEANING, importance=8
)
# With an en dash between the ranks, as is usual in print.
RANKS_IN_PRINT: Final[Column[Standing]] = Column(
    "ranks", lambda line: _ranks(line.rank_range, "\u2013"), _RANKS_MEANING
)
MU: Final[Column[Rated]] = Column("mu", lambda line: two_digits(line.mu))
RATING: Final[Column[Rated]] = Column(
    "rating ± 95 %",
    _rating,
    "TrueSkill's mu, the mean of all entrants being 25, and 1.96 sigma: within this distance is"
    " the true skill with a probability of 95 %.",
)
SIGMA: Final[Column[Rated]] = Column(
    "sigma",
    lambda line: two_digits(line.sigma),
    "The standard deviation of the error of mu; it shrinks as more boards are played.",
    importance=3,
)
LOW: Final[Column[Rated]] = Column(
    "low",
    lambda line: two_digits(line.low),
    "mu - 3 sigma: a skill that the entrant almost surely has.",
    importance=6,
)
NEXT: Final[Column[Rated]] = Column(
    "> next",
    lambda line: percent(line.better_than_next),
    "The probability of being more skilled than the next in the table.",
    importance=7,
)
MATCHES: Final[Column[Standing]] = Column(
    "matches",
    lambda line: str(line.matches),
    "Matches that count: those of whole blocks, of which every match was played.",
    importance=2,
)
RESULTS: Final[Column[Standing]] = Column(
    "W-D-L",
    lambda line: f"{line.wins}-{line.draws}-{line.losses}",
    "Matches won, drawn and lost.",
)
SHARE: Final[Column[Standing]] = Column(
    "share %, 95 %",
    lambda line: between(line.points_share, line.share_interval),
    "The share of all possible rank points, 50 % being even, and the 95 % interval over whole"
    " blocks. A rank point is one opponent left behind in a match; a tie is half of one.",
    importance=9,
)
EXPECTED: Final[Column[Standing]] = Column(
    "vs all %",
    lambda line: between(line.expected_share, None),
    "The share in % that the ratings expect against all others alike. It is shown if some met"
    " stronger opponents than others, so that the shares themselves do not compare.",
    importance=10,
)
FAIR: Final[Column[Standing]] = Column(
    "without forfeits",
    lambda line: between(line.fair_share, None),
    "The share of points in % over the matches that nobody lost by a fault.",
    importance=4,
)
POINTS: Final[Column[Standing]] = Column(
    "points, 95 %", lambda line: between(line.mean_points, line.points_interval, 1), importance=9
)
POINTS_ON_A_PAGE: Final[Column[Standing]] = Column(
    "points",
    POINTS.text,
    "The game's own points for each match, and the 95 % interval where it is known.",
)
MEAN_POINTS: Final[Column[Standing]] = Column(
    "points", lambda line: between(line.mean_points, None, 1), importance=1
)
PERFECT: Final[Column[Standing]] = Column(
    "perfect %, 95 %",
    lambda line: between(line.perfect_share, line.perfect_interval),
    "Matches with the best possible points.",
)
SHORT_PERFECT: Final[Column[Standing]] = Column(
    "perfect %", lambda line: between(line.perfect_share, None), importance=5
)
FAULTS: Final[Column[Standing]] = Column("faults", _fault_count, has_words=True, style="red")
FAULT_KINDS: Final[Column[Standing]] = Column("faults", _fault_kinds, has_words=True, style="red")
FAULTS_IN_WORDS: Final[Column[Standing]] = Column(
    "faults",
    _faults_in_words,
    "Matches lost by a fault, by its kind, in all matches played.",
    has_words=True,
)

_OF_RATING: Final[tuple[Column[Standing], ...]] = (RANK, RANKS, BOT, MU, SIGMA, LOW, NEXT)
_OF_PLAY: Final = (RESULTS, SHARE, EXPECTED, FAIR, POINTS, PERFECT, FAULT_KINDS)
_ON_A_PAGE: Final[tuple[Column[Standing], ...]] = (
    *(RANKS_IN_PRINT, RATING, SIGMA, LOW, NEXT, MATCHES, RESULTS, SHARE, EXPECTED, FAIR),
    *(POINTS_ON_A_PAGE, PERFECT, FAULTS_IN_WORDS),
)
OVERALL_RATING: Final[tuple[Column[OverallLine], ...]] = (RATING, LOW, NEXT)
"""The columns of the table over several divisions, after the rank and the entrant."""
OVERALL: Final[tuple[Column[OverallLine], ...]] = (*IDENTITY, *OVERALL_RATING)
"""All columns of that table but the last ones, each of which shows the mu of one division."""


def usual_columns(standings: Iterable[Standing], *, has_teams: bool) -> list[Column[Standing]]:
    """The columns of the short table (docs/tables.md, In the terminal).

    `has_teams` says whether teams of a cooperative game are compared.
    """
    # Teams are compared by the game's own points, so these have the interval.
    main, extra = (POINTS, SHORT_PERFECT) if has_teams else (SHARE, MEAN_POINTS)
    return used([*_OF_RATING, MATCHES, main, EXPECTED, FAIR, extra, FAULTS], standings)


def rating_columns(standings: Iterable[Standing]) -> list[Column[Standing]]:
    """The columns of the full table's first part: those of the rating, and the matches."""
    return used([*_OF_RATING, MATCHES], standings)


def play_columns(standings: Iterable[Standing]) -> list[Column[Standing]]:
    """The columns of the full table's second part: results, shares and points, with intervals."""
    return used([BOT, *_OF_PLAY], standings)


def all_columns(standings: Iterable[Standing]) -> list[Column[Standing]]:
    """The columns of both parts of the full table, as one table."""
    return used([*_OF_RATING, MATCHES, *_OF_PLAY], standings)


def page_columns(standings: Iterable[Standing]) -> list[Column[Standing]]:
    """The columns of the report's table, after the rank and the entrant."""
    return used(_ON_A_PAGE, standings)


def used(columns: Iterable[Column[Line]], lines: Iterable[Line]) -> list[Column[Line]]:
    """The columns, in their order, without those that are empty in all of the lines."""
    # A list, since the lines are gone through once for each column.
    listed = list(lines)
    return [column for column in columns if any(map(column.text, listed))]
