"""The overall table of several divisions, and all tables of a competition as one text."""

import csv
import io
import json
from collections.abc import Mapping, Sequence

from rich import box
from rich.console import Group
from rich.table import Table as RichTable

from tournaments.present.columns import OVERALL
from tournaments.present.figures import two_digits
from tournaments.present.files import markdown_line
from tournaments.present.in_words import overall_in_words
from tournaments.present.sheet import Sheet
from tournaments.present.terminal.table import as_text
from tournaments.present.terminal.text import plain
from tournaments.ratings.overall import OverallLine, as_json


def as_rich_overall(name: str, divisions: Sequence[str], lines: Sequence[OverallLine]) -> Group:
    """The overall table for the terminal, below a sentence about what it says.

    `name` is that of the competition. The last columns are those of the divisions.
    """
    table = RichTable(title=f"{name}: overall", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in OVERALL:
        table.add_column(
            column.head, justify="left" if column.has_words else "right", overflow="fold"
        )
    for division in divisions:
        table.add_column(division, justify="right", overflow="fold")
    for line in lines:
        table.add_row(*_cells(line, divisions))
    return Group(plain(overall_in_words(lines)), table)


def tables_as_text(
    sheets: Mapping[str, Sheet], lines: Sequence[OverallLine], form: str, *, measured: bool = False
) -> str:
    """All tables as one text; `form` is "json", "csv" or "md".

    A table without divisions, under the key "", is the whole text. CSV has no overall table.
    """
    if "" in sheets:
        return as_text(sheets[""], form, measured=measured)
    texts = {name: as_text(sheet, form, measured=measured) for name, sheet in sheets.items()}
    if form == "json":
        divisions = {name: json.loads(text) for name, text in texts.items()}
        whole = {"divisions": divisions, "overall": as_json(lines)}
        return json.dumps(whole, indent=2, ensure_ascii=False)
    if form == "csv":
        # Without the overall table, which has other columns.
        return _csv(texts)
    return "\n\n".join([*texts.values(), _markdown(list(sheets), lines)])


def _csv(texts: Mapping[str, str]) -> str:
    """The tables as one, with the name of the division in the first column."""
    # A spreadsheet reads a single table. All tables have the same heads, so one line has them.
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for number, (name, text) in enumerate(texts.items()):
        head, *rows = csv.reader(io.StringIO(text))
        if not number:
            writer.writerow(["division", *head])
        writer.writerows([name, *row] for row in rows)
    return out.getvalue().rstrip("\n")


def _markdown(divisions: Sequence[str], lines: Sequence[OverallLine]) -> str:
    rows = [[*(column.head for column in OVERALL), *divisions]]
    rows += [
        [*("---" if column.has_words else "--:" for column in OVERALL), *["--:"] * len(divisions)]
    ]
    rows += [_cells(line, divisions) for line in lines]
    sentence = overall_in_words(lines)
    return "\n".join(
        ["# overall", "", *([sentence, ""] if sentence else []), *map(markdown_line, rows)]
    )


def _cells(line: OverallLine, divisions: Sequence[str]) -> list[str]:
    cells = [column.text(line) for column in OVERALL]
    return cells + [two_digits(line.divisions.get(division)) for division in divisions]
