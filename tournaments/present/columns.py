"""The columns of tables: what each shows of a line, its head, and what it means in words.

A column is made once for all that show it: the terminal, Markdown, and the page. JSON and CSV have
the keys of the lines themselves (`tournaments.ratings.standings`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final, Generic, Protocol, TypeVar

from tournaments.present.figures import between, percent, two_digits, whole
from tournaments.ratings.overall import Overall
from tournaments.ratings.rating import NORMAL_95
from tournaments.ratings.standings import Standing

# As `keep`: a column without which a line says nothing.
NEVER: Final = 99


class Rated(Protocol):
    """A line with a rating; each figure is None where nothing was played that could be rated."""

    @property
    def mu(self) -> float | None:
        """TrueSkill's mu; the mean of all entrants is 25."""

    @property
    def sigma(self) -> float | None:
        """The standard deviation of its error."""

    @property
    def low(self) -> float | None:
        """mu - 3 sigma: a skill that it almost surely has."""

    @property
    def better_than_next(self) -> float | None:
        """The probability of being more skilled than the next in the table."""


# Contravariant: a column of whatever is rated fits into a table of standings.
Line_contra = TypeVar("Line_contra", contravariant=True)
Line = TypeVar("Line")


@dataclass(frozen=True, slots=True)
class Column(Generic[Line_contra]):
    """What a table shows of each of its lines under one head."""

    head: str
    text: Callable[[Line_contra], str]
    """Empty where there is nothing to show; a column that is empty throughout is left out."""
    meaning: str = ""
    """What it means, in sentences; empty where the head says it all."""
    keep: int = NEVER
    """Where there is little room, columns of a low number go first, those of NEVER stay."""
    words: bool = False
    """Whether it holds words and not figures, which decides its alignment."""
    style: str = ""
    """Its style on a terminal, as rich names it."""


def _ranks(ends: tuple[int, int] | None, dash: str) -> str:
    if ends is None:
        return ""
    low, high = ends
    return str(low) if low == high else f"{low}{dash}{high}"


def _rating(own: Rated) -> str:
    if own.mu is None or own.sigma is None:
        return ""
    return f"{own.mu:.2f} ± {NORMAL_95 * own.sigma:.2f}"


def _fault_count(own: Standing) -> str:
    count = str(sum(own.faults.values()) or "")
    return f"{count} withdrawn" if own.withdrawn else count


def _fault_kinds(own: Standing) -> str:
    causes = ", ".join(f"{kind} {number}" for kind, number in own.faults.items())
    return causes or "withdrawn" * own.withdrawn


def _faults_in_words(own: Standing) -> str:
    return ", ".join(f"{times} {kind}" for kind, times in own.faults.items()) or "none"


RANK: Final[Column[Standing | Overall]] = Column(
    "", lambda own: whole(own.rank), "The rank by rating; equal ratings share it."
)
BOT: Final[Column[Standing | Overall]] = Column("bot", lambda own: own.entrant, words=True)
IDENTITY: Final = (RANK, BOT)
"""What a line begins with: a page sets these two in its own way, as the heads of rows."""

_MEANT_BY_RANKS: Final = "Where the entrant may well stand: 95 % of the ranks, by the ratings."
RANKS: Final[Column[Standing]] = Column(
    "ranks", lambda own: _ranks(own.rank_range, "-"), _MEANT_BY_RANKS, keep=8
)
# With an en dash, as print has it.
RANKS_IN_PRINT: Final[Column[Standing]] = Column(
    "ranks", lambda own: _ranks(own.rank_range, "\u2013"), _MEANT_BY_RANKS
)
MU: Final[Column[Rated]] = Column("mu", lambda own: two_digits(own.mu))
RATING: Final[Column[Rated]] = Column(
    "rating ± 95 %",
    _rating,
    "TrueSkill's mu, the mean of all entrants being 25, and 1.96 sigma: how far the true skill"
    " may well be from it.",
)
SIGMA: Final[Column[Rated]] = Column(
    "sigma",
    lambda own: two_digits(own.sigma),
    "The standard deviation of the error of mu; it shrinks with every board.",
    keep=3,
)
LOW: Final[Column[Rated]] = Column(
    "low",
    lambda own: two_digits(own.low),
    "mu - 3 sigma: a skill that the entrant almost surely has.",
    keep=6,
)
NEXT: Final[Column[Rated]] = Column(
    "> next",
    lambda own: percent(own.better_than_next),
    "The probability of being more skilled than the next in the table.",
    keep=7,
)
MATCHES: Final[Column[Standing]] = Column(
    "matches",
    lambda own: str(own.matches),
    "Matches that count: those of whole blocks, in which a board was played in all seatings.",
    keep=2,
)
RESULTS: Final[Column[Standing]] = Column(
    "W-D-L",
    lambda own: f"{own.wins}-{own.draws}-{own.losses}",
    "Matches won, drawn and lost.",
)
SHARE: Final[Column[Standing]] = Column(
    "share %, 95 %",
    lambda own: between(own.points_share, own.share_interval),
    "Of all rank points that there were to have, 50 % being even, and the 95 % interval over"
    " whole blocks. A rank point is one opponent left behind in a match; a tie is half of one.",
    keep=9,
)
EXPECTED: Final[Column[Standing]] = Column(
    "vs all %",
    lambda own: between(own.expected_share, None),
    "The share in % that the ratings expect against all others alike. It is there where some met"
    " stronger opponents than others, so that the shares themselves do not compare.",
    keep=10,
)
FAIR: Final[Column[Standing]] = Column(
    "without forfeits",
    lambda own: between(own.fair_share, None),
    "The share of points in % over the matches that nobody lost by a fault.",
    keep=4,
)
POINTS: Final[Column[Standing]] = Column(
    "points, 95 %", lambda own: between(own.mean_points, own.points_interval, 1), keep=9
)
POINTS_WHERE_KNOWN: Final[Column[Standing]] = Column(
    "points",
    POINTS.text,
    "The game's own points for each match, and the 95 % interval where it is known.",
)
MEAN_POINTS: Final[Column[Standing]] = Column(
    "points", lambda own: between(own.mean_points, None, 1), keep=1
)
PERFECT: Final[Column[Standing]] = Column(
    "perfect %, 95 %",
    lambda own: between(own.perfect_share, own.perfect_interval),
    "Matches with the best possible points.",
)
SHORT_PERFECT: Final[Column[Standing]] = Column(
    "perfect %", lambda own: between(own.perfect_share, None), keep=5
)
FAULTS: Final[Column[Standing]] = Column("faults", _fault_count, words=True, style="red")
FAULT_KINDS: Final[Column[Standing]] = Column("faults", _fault_kinds, words=True, style="red")
FAULTS_IN_WORDS: Final[Column[Standing]] = Column(
    "faults",
    _faults_in_words,
    "Matches lost by a fault, by its kind, in all matches played.",
    words=True,
)

_OF_RATING: Final[tuple[Column[Standing], ...]] = (RANK, RANKS, BOT, MU, SIGMA, LOW, NEXT)
_OF_PLAY: Final = (RESULTS, SHARE, EXPECTED, FAIR, POINTS, PERFECT, FAULT_KINDS)
_ON_A_PAGE: Final[tuple[Column[Standing], ...]] = (
    *(RANKS_IN_PRINT, RATING, SIGMA, LOW, NEXT, MATCHES, RESULTS, SHARE, EXPECTED, FAIR),
    *(POINTS_WHERE_KNOWN, PERFECT, FAULTS_IN_WORDS),
)
OVERALL_RATING: Final[tuple[Column[Overall], ...]] = (RATING, LOW, NEXT)
"""The columns of the table over several divisions, after the rank and the entrant."""
OVERALL: Final[tuple[Column[Overall], ...]] = (*IDENTITY, *OVERALL_RATING)
"""All its columns; one for each division follows."""


def usual(standings: Iterable[Standing], *, of_teams: bool) -> list[Column[Standing]]:
    """The columns of the short table (docs/tables.md, In the terminal)."""
    # Teams have the game's own points first: they are what teams are compared by.
    main, extra = (POINTS, SHORT_PERFECT) if of_teams else (SHARE, MEAN_POINTS)
    return used([*_OF_RATING, MATCHES, main, EXPECTED, FAIR, extra, FAULTS], standings)


def rating(standings: Iterable[Standing]) -> list[Column[Standing]]:
    """The columns of the full table's first part: all of the rating, if there is any."""
    return used([*_OF_RATING, MATCHES], standings)


def play(standings: Iterable[Standing]) -> list[Column[Standing]]:
    """The columns of the full table's second part: what was played, with intervals."""
    return used([BOT, *_OF_PLAY], standings)


def everything(standings: Iterable[Standing]) -> list[Column[Standing]]:
    """All columns that have something to show."""
    return used([*_OF_RATING, MATCHES, *_OF_PLAY], standings)


def on_a_page(standings: Iterable[Standing]) -> list[Column[Standing]]:
    """The columns of a page, after the rank and the entrant."""
    return used(_ON_A_PAGE, standings)


def used(columns: Iterable[Column[Line]], lines: Iterable[Line]) -> list[Column[Line]]:
    """Those of the columns that have something to show in any line."""
    shown = list(lines)
    return [column for column in columns if any(map(column.text, shown))]
