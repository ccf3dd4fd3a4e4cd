"""The columns of the table: what each shows of a standing, and what it means in words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

Standing = Mapping[str, Any]
"""One of `standings` in `tournaments.standings.as_json`."""


@dataclass(frozen=True, slots=True)
class Column:
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


def _share(standing: Standing) -> str:
    if standing["points_share"] is None or standing["share_interval"] is None:
        return percent(standing["points_share"])
    low, high = standing["share_interval"]
    return f"{100 * standing['points_share']:.1f} ± {50 * (high - low):.1f} %"


def _points(standing: Standing) -> str:
    return "" if standing["mean_points"] is None else f"{standing['mean_points']:.2f}"


def _faults(standing: Standing) -> str:
    kinds = [f"{times} {kind}" for kind, times in standing["faults"].items()]
    return ", ".join(kinds) or "none"


def _won(standing: Standing) -> str:
    return "-".join(str(standing[key]) for key in ("wins", "draws", "losses"))


COLUMNS: Final = (
    Column(
        "rating ± 95 %",
        "TrueSkill's mu, the mean of all entrants being 25, and 1.96 sigma: how far the true skill"
        " may well be from it.",
        _rating,
        "mu",
    ),
    Column(
        "sigma",
        "The standard deviation of the belief about this skill; it shrinks with every board.",
        lambda standing: f"{standing['sigma']:.2f}",
        "sigma",
    ),
    Column(
        "low",
        "mu - 3 sigma: a skill that the entrant almost surely has.",
        lambda standing: f"{standing['low']:.2f}",
        "low",
    ),
    Column(
        "> next",
        "The probability of being more skilled than the next in the table.",
        lambda standing: percent(standing["better_than_next"]),
        "better_than_next",
    ),
    Column(
        "matches",
        "Matches that count: those of whole blocks, in which a board was played in all seatings.",
        lambda standing: str(standing["matches"]),
        "matches",
    ),
    Column("W-D-L", "Matches won, drawn and lost.", _won, "wins"),
    Column(
        "share ± 95 %",
        "Of all rank points that there were to have, 50 % being even. A rank point is one"
        " opponent left behind in a match; a tie is half of one. The interval is from the variance"
        " over blocks.",
        _share,
        "points_share",
    ),
    Column("points", "The game's own points for each match.", _points, "mean_points"),
    Column(
        "faults",
        "Matches lost by a fault, by its kind, in all matches played.",
        _faults,
        "faults",
        words=True,
    ),
)
"""In the order of the page, after the rank and the entrant."""


def shown_columns(standings: "list[Standing]") -> list[Column]:
    """Those for which there is something to show."""
    return [each for each in COLUMNS if any(each.needs in standing for standing in standings)]
