"""The columns of the table: what each shows of a standing, and what it means in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

Standing = Mapping[str, Any]
"""One of `standings` in `tournaments.ratings.standings.as_json`."""


@dataclass(frozen=True, slots=True)
class ReportColumn:
    """A column of the standings."""

    head: str
    meaning: str
    show: Callable[[Standing], str]
    needs: str
    """The key of a standing without which there is nothing to show."""
    words: bool = False
    """Whether it holds words and not figures."""


def percent(value: float | None, digits: int = 1) -> str:
    """A share of one as a percentage; nothing for none."""
    return "" if value is None else f"{100 * value:.{digits}f} %"


def _rating(standing: Standing) -> str:
    return f"{standing['mu']:.2f} ± {1.96 * standing['sigma']:.2f}"


def _between(standing: Standing, key: str, interval: str, times: int = 100) -> str:
    """Such as 52.5 [45.3, 59.7]."""
    if standing.get(key) is None:
        return ""
    shown = f"{times * standing[key]:.1f}"
    if standing.get(interval) is None:
        return shown
    low, high = standing[interval]
    return f"{shown} [{times * low:.1f}, {times * high:.1f}]"


def _ranks(standing: Standing) -> str:
    low, high = standing["rank_range"]
    return str(low) if low == high else f"{low}\u2013{high}"


def _faults(standing: Standing) -> str:
    kinds = [f"{times} {kind}" for kind, times in standing["faults"].items()]
    return ", ".join(kinds) or "none"


def _fair(standing: Standing) -> str:
    share = standing["fair_share"]
    return "" if share is None else f"{100 * share:.1f}"


def _won(standing: Standing) -> str:
    return "-".join(str(standing[key]) for key in ("wins", "draws", "losses"))


COLUMNS: Final = (
    ReportColumn(
        "ranks",
        "Where the entrant may well stand: 95 % of the ranks, by the ratings.",
        _ranks,
        "rank_range",
    ),
    ReportColumn(
        "rating ± 95 %",
        "TrueSkill's mu, the mean of all entrants being 25, and 1.96 sigma: how far the true skill"
        " may well be from it.",
        _rating,
        "mu",
    ),
    ReportColumn(
        "sigma",
        "The standard deviation of the belief about this skill; it shrinks with every board.",
        lambda standing: f"{standing['sigma']:.2f}",
        "sigma",
    ),
    ReportColumn(
        "low",
        "mu - 3 sigma: a skill that the entrant almost surely has.",
        lambda standing: f"{standing['low']:.2f}",
        "low",
    ),
    ReportColumn(
        "> next",
        "The probability of being more skilled than the next in the table.",
        lambda standing: percent(standing["better_than_next"]),
        "better_than_next",
    ),
    ReportColumn(
        "matches",
        "Matches that count: those of whole blocks, in which a board was played in all seatings.",
        lambda standing: str(standing["matches"]),
        "matches",
    ),
    ReportColumn("W-D-L", "Matches won, drawn and lost.", _won, "wins"),
    ReportColumn(
        "share %, 95 %",
        "Of all rank points that there were to have, 50 % being even, and the 95 % interval over"
        " whole blocks. A rank point is one opponent left behind in a match; a tie is half of one.",
        lambda standing: _between(standing, "points_share", "share_interval"),
        "points_share",
    ),
    ReportColumn(
        "without forfeits",
        "The share of points in % over the matches that nobody lost by a fault.",
        _fair,
        "fair_share",
    ),
    ReportColumn(
        "points",
        "The game's own points for each match, and the 95 % interval where it is known.",
        lambda standing: _between(standing, "mean_points", "points_interval", 1),
        "mean_points",
    ),
    ReportColumn(
        "won %, 95 %",
        "Matches with the best points that there can be.",
        lambda standing: _between(standing, "perfect_share", "perfect_interval"),
        "perfect_share",
    ),
    ReportColumn(
        "faults",
        "Matches lost by a fault, by its kind, in all matches played.",
        _faults,
        "faults",
        words=True,
    ),
)
"""In the order of the page, after the rank and the entrant."""


def shown_columns(standings: Sequence[Standing]) -> list[ReportColumn]:
    """Those for which there is something to show."""
    return [
        each
        for each in COLUMNS
        if any(standing.get(each.needs) is not None for standing in standings)
    ]
