"""The table of a tournament for the terminal, short or in full; also as JSON, CSV or Markdown."""

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from tournaments.core.words import how_many
from tournaments.present.columns import Column, play_columns, rating_columns, usual_columns
from tournaments.present.faults import FaultGroup, failures, fault_groups
from tournaments.present.files import csv_text, json_text, markdown_text
from tournaments.present.model_columns import MODELS
from tournaments.present.pair_texts import matrices
from tournaments.present.sheet import Sheet, footer, table_in_words, title
from tournaments.present.terminal.fitted import Fitted
from tournaments.present.terminal.pairs import PairMatrix, opponents, partners, thinking
from tournaments.present.terminal.text import plain
from tournaments.ratings.standings import Standing

_MOST_IN_MATRIX = 12
"""With more entrants than this, the short table has no matrices."""
# The end of the sentence that takes the place of a matrix for which there is no room.
_LISTED_IN_FULL = "the full table has it as a list"
_LISTED_BELOW = "the list below has its figures"

_MOST_IN_BRIEF = 12
"""The most entrants that are shown above the progress bar while a tournament is played."""


def as_text(sheet: Sheet, form: str, *, measured: bool = False) -> str:
    """The table as text; `form` is "json", "csv" or "md". The same matches give the same bytes.

    With `measured` the JSON also has measured figures, which differ from run to run.
    """
    if form == "json":
        return json_text(sheet, measured=measured)
    return {"csv": csv_text, "md": markdown_text}[form](sheet)


def as_rich(sheet: Sheet, *, full: bool = False) -> RenderableType:
    """The table for the terminal: standings, matrices, sentences and faults; more with `full`."""
    groups = fault_groups(sheet.faulty)
    failed = (
        plain(f"{each.sentence()}.", style="bold red")
        for each in failures(sheet.table, sheet.counted, groups)
    )
    parts = _full(sheet) if full else _short(sheet)
    return Group(
        *failed,
        *(part for sentence in table_in_words(sheet) for part in (plain(sentence), Text())),
        *parts,
        *_models(sheet),
        *map(Text, footer(sheet, full=full)),
        *_faults(groups),
    )


def as_brief(sheet: Sheet) -> RenderableType:
    """The first lines of the standings alone, to be shown while the tournament is played."""
    lines = sheet.table.standings[:_MOST_IN_BRIEF]
    return Fitted(title(sheet), _usual(sheet), lines)


def _usual(sheet: Sheet) -> list[Column[Standing]]:
    return usual_columns(sheet.table.standings, has_teams=sheet.has_teams)


def _short(sheet: Sheet) -> Iterator[RenderableType]:
    lines = sheet.table.standings
    yield Fitted(title(sheet), _usual(sheet), lines)
    if len(lines) <= _MOST_IN_MATRIX:
        yield from (PairMatrix(each, _LISTED_IN_FULL) for each in matrices(sheet.table))


def _full(sheet: Sheet) -> Iterator[RenderableType]:
    table, lines = sheet.table, sheet.table.standings
    yield Fitted(title(sheet), rating_columns(lines), lines, whole=True)
    yield Fitted("", play_columns(lines), lines, whole=True)
    if sheet.times:
        yield thinking(sheet.times)
    yield from (PairMatrix(each, _LISTED_BELOW) for each in matrices(table))
    if table.cross:
        yield opponents(table)
    if table.partners:
        yield partners(table)


def _models(sheet: Sheet) -> Iterator[RenderableType]:
    """The table of the tokens and costs of language models, if there is any."""
    if sheet.usage:
        yield Fitted("language models, measured", MODELS, list(sheet.usage.values()))


def _faults(groups: Iterable[FaultGroup]) -> Iterator[Text]:
    """Each entrant's faults: how often, and what the bot had last printed at the first one."""
    for group in sorted(groups, key=lambda each: (each.entrant, f"{each.kind}: {each.text}")):
        times = f"{how_many(group.times, 'time')}, first in match {group.first}"
        yield plain(f"{group.entrant}: {group.kind}: {group.text} ({times})", style="red")
        if words := group.words.rstrip():
            yield plain("\n".join(f"    {line}" for line in words.splitlines()), style="dim")
