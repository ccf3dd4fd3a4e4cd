"""The cross table as a heat map: a real table, a class for each shade."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

SHADES = 11
"""From nothing to everything, an odd number: even has a shade of its own."""
NAMED = 12
"""So many columns have names; of more, each has the rank of its entrant."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A row against a column."""

    shown: str
    shade: str
    """A class of the style sheet; empty where the two never met."""
    words: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """An entrant against all."""

    rank: int
    entrant: str
    cells: tuple[Cell, ...]


def heat_map(
    standings: Sequence[Mapping[str, Any]], cross: Mapping[str, Mapping[str, Any]]
) -> list[Row]:
    """The cross table in the order of the standings; empty when nobody met anybody."""
    if not cross:
        return []
    names = [each["entrant"] for each in standings]
    digits = 1 if len(names) <= NAMED else 0
    return [
        Row(
            each["rank"],
            each["entrant"],
            tuple(
                _cell(each["entrant"], name, cross.get(each["entrant"], {}).get(name), digits)
                for name in names
            ),
        )
        for each in standings
    ]


def _cell(row: str, column: str, cell: Mapping[str, Any] | None, digits: int) -> Cell:
    if cell is None:
        return Cell("·", "none", "" if row == column else f"{row} and {column} did not meet")
    share = cell["points_share"]
    won, drawn, lost = (cell[key] for key in ("wins", "draws", "losses"))
    words = f"{row} against {column}: {won} won, {drawn} drawn, {lost} lost"
    return Cell(f"{100 * share:.{digits}f}", f"h{round(share * (SHADES - 1))}", words)
