"""A table as JSON, CSV and Markdown.

Without measured figures, the same matches give the same bytes.
"""

import csv
import io
import json
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

from tournaments.formats.duel import DUEL
from tournaments.present.columns import all_columns
from tournaments.present.duel import duel_as_json, verdict
from tournaments.present.pair_texts import Matrix, matrices
from tournaments.present.sheet import Sheet, footer, table_in_words
from tournaments.ratings.standings import Standing, as_json, plain

_INTERVALS = {
    "rank_range": ("rank_low", "rank_high"),
    "share_interval": ("share_low", "share_high"),
    "points_interval": ("points_low", "points_high"),
    "perfect_interval": ("perfect_low", "perfect_high"),
}
"""By the name of a field with an interval: the columns of its two ends in CSV (docs/tables.md)."""


def json_text(sheet: Sheet, *, measured: bool) -> str:
    """The JSON of `json_values` as indented text."""
    return json.dumps(json_values(sheet, measured=measured), indent=2, ensure_ascii=False)


def json_values(sheet: Sheet, *, measured: bool) -> dict[str, Any]:
    """All figures of a table (docs/tables.md).

    `measured` adds the measured ones, which differ from run to run.
    """
    definition = sheet.definition
    values: dict[str, Any] = {
        "tournament": definition.name,
        **definition.in_tables(),
        "complete": sheet.complete,
        "in_words": next(table_in_words(sheet), ""),
    }
    if definition.format is DUEL:
        values["duel"] = duel_as_json(definition, sheet.counted)
    values |= {**as_json(sheet.table), "null_pairs": plain(sheet.null_pairs)}
    if measured:
        values["measured"] = {"times": plain(sheet.times)}
        if sheet.usage:
            values["measured"] |= {"models": plain(sheet.usage)}
    return values


def csv_text(sheet: Sheet) -> str:
    """A line of heads, then a line for each entrant, whose figures are numbers without texts.

    So a spreadsheet can calculate with them.
    """
    out = io.StringIO()
    # All lines have the same keys, and a tournament has at least one entrant.
    keys = list(_flat(sheet.table.standings[0]))
    # By default the csv module would end lines with CR LF.
    writer = csv.DictWriter(out, keys, lineterminator="\n")
    writer.writeheader()
    for standing in sheet.table.standings:
        writer.writerow(_flat(standing))
    return out.getvalue().rstrip("\n")


def _flat(standing: Standing) -> dict[str, object]:
    values: dict[str, object] = {}
    for field in fields(standing):
        value = getattr(standing, field.name)
        if field.name in _INTERVALS:
            values |= zip(_INTERVALS[field.name], map(plain, value or (None, None)), strict=True)
        else:
            values["bot" if field.name == "entrant" else field.name] = plain(value)
    # A cell has room for one number, so the kinds of faults are added up.
    return values | {"faults": sum(standing.faults.values())}


def markdown_text(sheet: Sheet) -> str:
    """The standings and the matrices in Markdown, and the sentences that explain them."""
    table = sheet.table
    columns = all_columns(table.standings)
    rows = [[column.head for column in columns]]
    rows += [["---" if column.has_words else "--:" for column in columns]]
    rows += [[column.text(standing) for column in columns] for standing in table.standings]
    lines = [f"# {sheet.definition.name}", ""]
    lines += [line for sentence in table_in_words(sheet) for line in (sentence, "")]
    lines += [*map(markdown_line, rows), ""]
    for matrix in matrices(table):
        lines += [f"{matrix.title.capitalize()}:", "", *_matrix(matrix), ""]
    sentences = verdict(sheet.definition, sheet.counted) if sheet.definition.format is DUEL else ()
    return "\n".join([*lines, *sentences, *footer(sheet, full=True)])


def _matrix(matrix: Matrix) -> Iterator[str]:
    yield markdown_line(["", *matrix.names])
    yield markdown_line(["---", *["--:"] * len(matrix.names)])
    for row in matrix.names:
        yield markdown_line([row, *(matrix.text(row, column) for column in matrix.names)])


def markdown_line(cells: Sequence[str]) -> str:
    """The cells as one row of a Markdown table."""
    return "| " + " | ".join(cells) + " |"
