"""A table for the terminal, and as Markdown, CSV and JSON."""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from referee.record import Record
from tournaments.course import Course
from tournaments.definition import Definition
from tournaments.formats import ADAPTIVE
from tournaments.show.text import plain
from tournaments.standings import Standing, Table, as_json

_HEADS = ("", "bot", "rating ± 95 %", "low", "> next", "matches", "share ± 95 %", "faults")
_POINTS = "points"
"""A further head where teams are compared by them."""
_LEFT = ("bot", "faults")
_TEAMS = {
    "self-play": "A bot holds all the seats of its team.",
    "mixed-teams": "The teams are of different bots, drawn anew for every board; a match that a"
    " partner lost by a fault does not count.",
}
"""By format: what a cooperative game's table rests on."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with the tournament that it is of."""

    definition: Definition
    table: Table
    course: Course
    """Of the tournament, as far as it has come."""
    faulty: Sequence[Record] = ()
    """The records of matches with faults, by board and id."""

    @property
    def complete(self) -> bool:
        """Whether every match of the tournament counts."""
        return self.course.finished and self.table.matches == self.total

    @property
    def heads(self) -> tuple[str, ...]:
        """Of the columns of the standings."""
        of_teams = self.definition.values["format"] in _TEAMS
        return (*_HEADS[:-1], _POINTS, _HEADS[-1]) if of_teams else _HEADS

    @property
    def total(self) -> int:
        """How many matches the tournament has, as far as that is known."""
        return len(self.course.fixtures)


def as_text(sheet: Sheet, form: str) -> str:
    """The table as "json", "csv" or "md"; the same bytes for the same matches."""
    return {"json": _json, "csv": _csv, "md": _markdown}[form](sheet)


def as_rich(sheet: Sheet) -> RenderableType:
    """For the terminal: standings, cross table, and what they rest on."""
    return Group(
        _standings(sheet),
        *([_cross(sheet.table)] if sheet.table.cross else []),
        *map(Text, _footer(sheet)),
        *_faults(sheet.faulty),
    )


def _cells(heads: Sequence[str], standing: Standing) -> list[str]:
    faults = str(sum(standing.faults.values()) or "")
    points = standing.mean_points
    cells = {
        "": str(standing.rank),
        "bot": standing.entrant,
        "rating ± 95 %": f"{standing.mu:.2f} ± {1.96 * standing.sigma:.2f}",
        "low": f"{standing.low:.2f}",
        "> next": _percent(standing.better_than_next),
        "matches": str(standing.matches),
        "share ± 95 %": _share(standing),
        _POINTS: "" if points is None else f"{points:.1f}",
        "faults": f"{faults} withdrawn" if standing.withdrawn else faults,
    }
    return [cells[head] for head in heads]


def _percent(value: float | None) -> str:
    return "" if value is None else f"{100 * value:.1f} %"


def _share(standing: Standing) -> str:
    if standing.points_share is None:
        return ""
    share = f"{100 * standing.points_share:.1f}"
    if standing.share_interval is None:
        return f"{share} %"
    low, high = standing.share_interval
    return f"{share} ± {50 * (high - low):.1f} %"


def _standings(sheet: Sheet) -> RichTable:
    definition = sheet.definition
    values = definition.values
    options = ", ".join(f"{key} {value}" for key, value in values["options"].items())
    how = f" {values['format']}" if values["format"] in _TEAMS else ""
    title = f"{definition.name}: {values['game']}{how}, {options}"
    shown = RichTable(title=title, box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for head in sheet.heads:
        # Where there is no room, names are folded and figures stay whole.
        side: Literal["left", "right"] = "left" if head in _LEFT else "right"
        shown.add_column(head, justify=side, no_wrap=head != "bot", overflow="fold")
    for standing in sheet.table.standings:
        cells = _cells(sheet.heads, standing)
        shown.add_row(*cells[:-1], Text(cells[-1], style="red" if cells[-1] else ""))
    return shown


def _cross(table: Table) -> RichTable:
    names = [standing.entrant for standing in table.standings]
    shown = RichTable(title="share of row against column, in %", box=box.SIMPLE_HEAD)
    for name in ("", *names):
        shown.add_column(name, justify="right" if name else "left")
    for row in names:
        shown.add_row(row, *_cross_row(table, row, names))
    return shown


def _cross_row(table: Table, row: str, names: Sequence[str]) -> Iterator[str]:
    for column in names:
        cell = table.cross.get((row, column))
        yield f"{100 * cell.points_share:.1f}" if cell else "·"


def _footer(sheet: Sheet) -> Iterator[str]:
    table, total = sheet.table, sheet.total
    left = table.partial_blocks
    partial = f"; {left} unfinished block{'s' * (left != 1)} left out" * bool(left)
    values = sheet.definition.values
    adaptive = values["format"] in ADAPTIVE or values.get("resolved")
    known = " known so far" if adaptive and not sheet.course.finished else ""
    yield f"{table.matches} of {total} matches{known} in {table.blocks} whole blocks{partial}."
    seats = " / ".join(f"{100 * share:.1f}" for share in table.seats)
    draws = _percent(table.draw_probability)
    if seats:
        yield f"Share of points by seat: {seats} %. Rated draws: {draws}."
    elif teams := _TEAMS.get(sheet.definition.values["format"]):
        yield f"{teams} Teams are ranked by their points on the same board. Rated draws: {draws}."
    if not table.connected and table.matches:
        yield "Not all bots have met, directly or through others: their ratings do not compare."
    yield (
        "Rating: TrueSkill mu, the mean of all being 25; low is mu - 3 sigma;"
        " > next: the probability of being stronger than the next."
    )


def _faults(faulty: Sequence[Record]) -> Iterator[Text]:
    """Each entrant's faults by what happened: how often, and the last words of the first time."""
    found: dict[tuple[str, str], list[str]] = {}
    for record in faulty:
        for entry in record.faults:
            what = (record.seats[entry.seat].entrant, f"{entry.fault.kind}: {entry.fault.text}")
            words = record.measured.evidence.get(entry.seat, "")
            found.setdefault(what, []).append(f"match {record.id}\n{words}".strip())
    for (entrant, text), evidence in sorted(found.items()):
        first, _, words = evidence[0].partition("\n")
        times = f"{len(evidence)} time{'s' * (len(evidence) > 1)}, first in {first}"
        yield plain(f"{entrant}: {text} ({times})", style="red")
        if words:
            yield plain("\n".join(f"    {line}" for line in words.splitlines()), style="dim")


def _json(sheet: Sheet) -> str:
    values = sheet.definition.values
    about = {key: values[key] for key in ("game", "options", "format", "boards", "seed", "conduct")}
    whole = {"tournament": sheet.definition.name, **about, "complete": sheet.complete}
    return json.dumps({**whole, **as_json(sheet.table)}, indent=2, ensure_ascii=False)


def _csv(sheet: Sheet) -> str:
    """Numbers plain, so that a spreadsheet can count with them."""
    out = io.StringIO()
    keys = list(_flat(sheet.table.standings[0]))
    writer = csv.DictWriter(out, keys, lineterminator="\n")
    writer.writeheader()
    for standing in sheet.table.standings:
        writer.writerow(_flat(standing))
    return out.getvalue().rstrip("\n")


def _flat(standing: Standing) -> dict[str, object]:
    low, high = standing.share_interval or (None, None)
    return {
        "rank": standing.rank,
        "bot": standing.entrant,
        "mu": round(standing.mu, 6),
        "sigma": round(standing.sigma, 6),
        "low": round(standing.low, 6),
        "better_than_next": _rounded(standing.better_than_next),
        "matches": standing.matches,
        "wins": standing.wins,
        "draws": standing.draws,
        "losses": standing.losses,
        "points_share": _rounded(standing.points_share),
        "share_low": _rounded(low),
        "share_high": _rounded(high),
        "mean_points": _rounded(standing.mean_points),
        "faults": sum(standing.faults.values()),
        "withdrawn": standing.withdrawn,
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)


def _markdown(sheet: Sheet) -> str:
    heads = sheet.heads
    rows = [list(heads), ["---" if head in _LEFT else "--:" for head in heads]]
    rows += [_cells(heads, standing) for standing in sheet.table.standings]
    names = [standing.entrant for standing in sheet.table.standings]
    cross = [["", *names], ["---", *["--:"] * len(names)]]
    cross += [[row, *_cross_row(sheet.table, row, names)] for row in names]
    lines = [f"# {sheet.definition.name}", "", *map(_line, rows), ""]
    lines += ["Share of row against column, in %:", "", *map(_line, cross), "", *_footer(sheet)]
    return "\n".join(lines)


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
