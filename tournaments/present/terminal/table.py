"""A table for the terminal, short or in full; and as JSON, CSV and Markdown."""

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from tournaments.core.words import how_many
from tournaments.present.columns import Column, play, rating, usual
from tournaments.present.faults import FaultGroup, failures, fault_groups
from tournaments.present.files import csv_text, json_text, markdown_text
from tournaments.present.model_columns import MODELS
from tournaments.present.pair_texts import matrices
from tournaments.present.sheet import Sheet, footer, said, title
from tournaments.present.terminal.fitted import Fitted
from tournaments.present.terminal.pairs import PairMatrix, opponents, partners, thinking
from tournaments.present.terminal.text import plain
from tournaments.ratings.standings import Standing

_MATRIX = 12
"""The most entrants with which the short table has a matrix."""
# Where else the figures of a matrix are, if there is no room for it.
_LISTED_IN_FULL = "the full table has it as a list"
_LISTED_BELOW = "the list below has its figures"

_BRIEF = 12
"""The entrants that are shown while a tournament is being played, above its bar."""


def as_text(sheet: Sheet, form: str, *, measured: bool = False) -> str:
    """The table as "json", "csv" or "md"; the same bytes for the same matches.

    With `measured` the JSON has what differs from run to run as well.
    """
    if form == "json":
        return json_text(sheet, measured=measured)
    return {"csv": csv_text, "md": markdown_text}[form](sheet)


def as_rich(sheet: Sheet, *, full: bool = False) -> RenderableType:
    """The table for the terminal: standings, matrix, and what they rest on; or all there is."""
    groups = fault_groups(sheet.faulty)
    failed = (
        plain(f"{each.sentence()}.", style="bold red") for each in failures(sheet.table, groups)
    )
    parts = _full(sheet) if full else _short(sheet)
    return Group(
        *failed,
        *(part for sentence in said(sheet) for part in (plain(sentence), Text())),
        *parts,
        *_models(sheet),
        *map(Text, footer(sheet, full=full)),
        *_faults(groups),
    )


def as_brief(sheet: Sheet) -> RenderableType:
    """The best of the standings, without anything else: for while it is being played."""
    lines = sheet.table.standings[:_BRIEF]
    return Fitted(title(sheet), _usual(sheet), lines)


def _usual(sheet: Sheet) -> list[Column[Standing]]:
    return usual(sheet.table.standings, of_teams=sheet.of_teams)


def _short(sheet: Sheet) -> Iterator[RenderableType]:
    lines = sheet.table.standings
    yield Fitted(title(sheet), _usual(sheet), lines)
    if len(lines) <= _MATRIX:
        yield from (PairMatrix(each, _LISTED_IN_FULL) for each in matrices(sheet.table))


def _full(sheet: Sheet) -> Iterator[RenderableType]:
    table, lines = sheet.table, sheet.table.standings
    yield Fitted(title(sheet), rating(lines), lines, whole=True)
    yield Fitted("", play(lines), lines, whole=True)
    if sheet.times:
        yield thinking(sheet.times)
    yield from (PairMatrix(each, _LISTED_BELOW) for each in matrices(table))
    if table.cross:
        yield opponents(table)
    if table.partners:
        yield partners(table)


def _models(sheet: Sheet) -> Iterator[RenderableType]:
    """What language models used up."""
    if sheet.usage:
        yield Fitted("language models, measured", MODELS, list(sheet.usage.values()))


def _faults(groups: Iterable[FaultGroup]) -> Iterator[Text]:
    """Each entrant's faults by what happened: how often, and the last words of the first time."""
    for group in sorted(groups, key=lambda each: (each.entrant, f"{each.kind}: {each.text}")):
        times = f"{how_many(group.times, 'time')}, first in match {group.first}"
        yield plain(f"{group.entrant}: {group.kind}: {group.text} ({times})", style="red")
        if words := group.words.rstrip():
            yield plain("\n".join(f"    {line}" for line in words.splitlines()), style="dim")
