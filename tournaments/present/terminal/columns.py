"""The columns of a table's standings, and how many of them a terminal has room for."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rich import box
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.table import Table as RichTable
from rich.text import Text

from tournaments.ratings.scores import Interval
from tournaments.ratings.standings import Standing

NEVER = 99


@dataclass(frozen=True, slots=True)
class TerminalColumn:
    """One figure of every entrant."""

    head: str
    text: Callable[[Standing], str]
    keep: int = NEVER
    """Where there is little room, columns of a low number go first, those of NEVER stay."""
    left: bool = False
    style: str = ""


def percent(value: float | None) -> str:
    """Such as 99.5 %; empty for None."""
    return "" if value is None else f"{100 * value:.1f} %"


def between(value: float | None, interval: Interval | None, times: float = 100) -> str:
    """Such as 52.5 [45.3, 59.7], of the value so many times; empty for None."""
    if value is None:
        return ""
    shown = f"{times * value:.1f}"
    if interval is None:
        return shown
    low, high = (f"{times * each:.1f}" for each in interval)
    return f"{shown} [{low}, {high}]"


def give_or_take(value: float | None, interval: Interval | None, times: float = 100) -> str:
    """Such as 52.5 ±7.2, half the interval's width; empty for None."""
    if value is None or interval is None:
        return between(value, None, times)
    return f"{times * value:.1f} ±{times * (interval[1] - interval[0]) / 2:.1f}"


def faults(standing: Standing) -> str:
    """By cause, such as crashed 1, late 12."""
    causes = ", ".join(f"{kind} {number}" for kind, number in standing.faults.items())
    return causes or "withdrawn" * standing.withdrawn


def _fault_count(standing: Standing) -> str:
    count = str(sum(standing.faults.values()) or "")
    return f"{count} withdrawn" if standing.withdrawn else count


def _rank_range(standing: Standing) -> str:
    low, high = standing.rank_range
    return str(low) if low == high else f"{low}-{high}"


RANK = TerminalColumn("", lambda own: str(own.rank))
BOT = TerminalColumn("bot", lambda own: own.entrant, left=True)
_MU = TerminalColumn("mu", lambda own: f"{own.mu:.2f}")
_MATCHES = TerminalColumn("matches", lambda own: str(own.matches), keep=2)
_RATING = (
    RANK,
    TerminalColumn("ranks", _rank_range, keep=7),
    BOT,
    _MU,
    TerminalColumn("sigma", lambda own: f"{own.sigma:.2f}", keep=3),
    TerminalColumn("low", lambda own: f"{own.low:.2f}", keep=5),
    TerminalColumn("> next", lambda own: percent(own.better_than_next), keep=6),
)
_SHARE = TerminalColumn(
    "share %, 95 %", lambda own: between(own.points_share, own.share_interval), keep=8
)
_SHORT_SHARE = TerminalColumn(
    "share % ±95", lambda own: give_or_take(own.points_share, own.share_interval), keep=8
)
_SHORT_POINTS = TerminalColumn(
    "points ±95", lambda own: give_or_take(own.mean_points, own.points_interval, 1), keep=8
)
_FAIR = TerminalColumn("without forfeits", lambda own: between(own.fair_share, None), keep=4)
_FAULTS = TerminalColumn("faults", _fault_count, left=True, style="red")
_POINTS = TerminalColumn("points", lambda own: between(own.mean_points, None, 1), keep=1)
_RESULTS = TerminalColumn("W-D-L", lambda own: f"{own.wins}-{own.draws}-{own.losses}")
_POINTS_RANGE = TerminalColumn(
    "points, 95 %", lambda own: between(own.mean_points, own.points_interval, 1), keep=9
)
_BEATEN = TerminalColumn(
    "won %, 95 %", lambda own: between(own.perfect_share, own.perfect_interval)
)
_BEATEN_SHORT = TerminalColumn("won", lambda own: percent(own.perfect_share), keep=4)
_CAUSES = TerminalColumn("faults", faults, left=True, style="red")


def usual(
    standings: Iterable[Standing], *, of_teams: bool, rated: bool = True
) -> list[TerminalColumn]:
    """Those of the short table; only what some of the standings have."""
    first = _RATING if rated else (BOT,)
    columns = [*first, _MATCHES, _SHORT_POINTS if of_teams else _SHORT_SHARE]
    return _used([*columns, _FAIR, _BEATEN_SHORT if of_teams else _POINTS, _FAULTS], standings)


def rating(standings: Iterable[Standing], *, rated: bool = True) -> list[TerminalColumn]:
    """All of the rating, if there is any."""
    first = _RATING if rated else (BOT,)
    return _used([*first, _MATCHES], standings)


def play(standings: Iterable[Standing]) -> list[TerminalColumn]:
    """What was played, with intervals."""
    return _used([BOT, _RESULTS, _SHARE, _FAIR, _POINTS_RANGE, _BEATEN, _CAUSES], standings)


def everything(standings: Iterable[Standing], *, rated: bool = True) -> list[TerminalColumn]:
    """All that there is."""
    first = _RATING if rated else (BOT,)
    seen = [*first, _MATCHES, _RESULTS, _SHARE, _FAIR, _POINTS_RANGE, _BEATEN, _CAUSES]
    return _used(seen, standings)


def _used(columns: Iterable[TerminalColumn], standings: Iterable[Standing]) -> list[TerminalColumn]:
    lines = list(standings)
    return [column for column in columns if any(map(column.text, lines))]


Row: TypeAlias = Sequence[str]


class Fitted:
    """The standings in those columns for which there is room; at last, names are folded.

    If it has to be `whole`, no column is left out.
    """

    def __init__(
        self,
        title: str,
        columns: Sequence[TerminalColumn],
        standings: Sequence[Standing],
        *,
        whole: bool = False,
    ) -> None:
        self._whole = whole
        self._title = title
        self._columns = columns
        self._standings = standings

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = list(self._columns)
        shown = self._drawn(columns)
        while not fits(shown, console, options):
            least = min(columns, key=lambda column: column.keep)
            if self._whole or least.keep == NEVER:
                shown = self._drawn(columns, folded=True)
                break
            columns.remove(least)
            shown = self._drawn(columns)
        yield shown

    def _drawn(self, columns: Sequence[TerminalColumn], *, folded: bool = False) -> RichTable:
        shown = plain_table(self._title)
        for column in columns:
            shown.add_column(
                column.head,
                justify="left" if column.left else "right",
                no_wrap=not (folded and column.left),
                overflow="fold",
            )
        for standing in self._standings:
            shown.add_row(*(Text(column.text(standing), column.style) for column in columns))
        return shown


def plain_table(title: str) -> RichTable:
    """An empty one in the look of all of them."""
    return RichTable(
        title=Text(title) if title else None,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )


def fits(shown: RichTable, console: Console, options: ConsoleOptions) -> bool:
    """Whether there is room for the table as it is."""
    return Measurement.get(console, options.update(width=10**4), shown).maximum <= options.max_width
