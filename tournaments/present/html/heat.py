"""Heat maps of who did how against whom, and with whom.

They are real tables with a class for each shade, so that they can be read aloud and copied.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SHADES = 11
"""The number of shades, odd so that an even result has a shade of its own."""
NAMED = 12
"""The most columns that have names; of more, each has the rank of its entrant."""


@dataclass(frozen=True, slots=True)
class HeatCell:
    """A cell: what the row's entrant came to against the column's, or with it."""

    shown: str
    shade: str
    """Classes of the style sheet: the shade, or that the two never met; and whether it is sure."""
    words: str = ""
    """The sentence that is shown when the cell is pointed at; "" for none."""


@dataclass(frozen=True, slots=True)
class Row:
    """The row of one entrant: its cells in the order of the ranking."""

    rank: int
    entrant: str
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A matrix of every entrant by every entrant, with the texts around it."""

    key: str
    """The end of its id in the page."""
    heading: str
    words: str
    caption: str
    least: str
    most: str
    """What the first and the last shade stand for."""
    rows: Sequence[Row]


def heat_maps(table: Mapping[str, Any]) -> list[HeatMap]:
    """The heat maps of a table's JSON: the cross table, and for mixed teams their partners."""
    standings, cross, partners = (table[key] for key in ("standings", "cross", "partners"))
    digits = 1 if len(standings) <= NAMED else 0
    found = []
    if cross:
        rows = _rows(standings, cross, lambda row, column, cell: _cell(row, column, cell, digits))
        words = "The row's share of the points against the column, in %. Bold: even is not within"
        words += " the 95 % interval, which a cell shows when it is pointed at."
        caption = "Share of row against column, in %"
        found.append(HeatMap("cross", "Cross table", words, caption, "0", "100", rows))
    if partners:
        # A game's points have no fixed ends, so the shades go from the least to the most there is.
        reached = [cell["mean_points"] for row in partners.values() for cell in row.values()]
        least, most = min(reached), max(reached)
        rows = _rows(
            standings, partners, lambda row, column, cell: _partners(row, column, cell, least, most)
        )
        words = "The points of teams in which row and column sat together, on the mean."
        caption, ends = "Points of a team with both", (f"{least:.1f}", f"{most:.1f}")
        found.append(HeatMap("partners", "Partners", words, caption, *ends, rows))
    return found


def _rows(
    standings: Sequence[Mapping[str, Any]],
    cells: Mapping[str, Mapping[str, Any]],
    draw: Callable[[str, str, Mapping[str, Any] | None], HeatCell],
) -> list[Row]:
    names = [each["entrant"] for each in standings]
    return [
        Row(
            # Without ratings there are no ranks, and the place in the table stands for one.
            each["rank"] or place,
            each["entrant"],
            tuple(
                draw(each["entrant"], name, cells.get(each["entrant"], {}).get(name))
                for name in names
            ),
        )
        for place, each in enumerate(standings, 1)
    ]


def _partners(
    row: str, column: str, cell: Mapping[str, Any] | None, least: float, most: float
) -> HeatCell:
    if cell is None:
        return HeatCell("·", "none", "" if row == column else f"{row} and {column} were no team")
    points = cell["mean_points"]
    part = (points - least) / (most - least) if most > least else 0.5
    reach = _reach(cell["points_interval"], 1)
    words = f"{row} with {column}: {points:.1f}{reach} in {cell['matches']} matches"
    return HeatCell(f"{points:.1f}", f"h{round(part * (SHADES - 1))}", words)


def _cell(row: str, column: str, cell: Mapping[str, Any] | None, digits: int) -> HeatCell:
    if cell is None:
        return HeatCell("·", "none", "" if row == column else f"{row} and {column} did not meet")
    share = cell["points_share"]
    won, drawn, lost = (cell[key] for key in ("wins", "draws", "losses"))
    interval = cell["share_interval"]
    shown = f"{100 * share:.1f}{_reach(interval, 100)} %"
    words = f"{row} against {column}: {shown}; {won} won, {drawn} drawn, {lost} lost"
    # Sure that it is not even: the interval does not have a half in it.
    sure = " sure" * (interval is not None and not interval[0] <= 0.5 <= interval[1])
    return HeatCell(f"{100 * share:.{digits}f}", f"h{round(share * (SHADES - 1))}{sure}", words)


def _reach(interval: Sequence[float] | None, times: int) -> str:
    if interval is None:
        return ""
    low, high = interval
    return f" [{times * low:.1f}, {times * high:.1f}]"
