"""Two bots against each other for the terminal: the total, and a table of their blocks."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from tournaments.core.words import how_many
from tournaments.present.terminal.fitted import heading, plain_table
from tournaments.present.terminal.text import plain
from tournaments.present.versus import ShownMeetings, block_rows, seating_heads, sentence
from tournaments.run.known_bots import KnownBot


def show_meetings(bots: Sequence[KnownBot], shown: ShownMeetings) -> Iterator[RenderableType]:
    """The meetings in a pool: a sentence, then a row for each block that is shown.

    The columns of points are the `seating_heads`.
    """
    # With the version of the rules: pools may differ in that alone.
    pool = shown.meetings.pool
    yield heading(f"{pool.title}, rules {pool.definition.rules_version}")
    yield plain(sentence(bots, shown.meetings))
    if not shown.blocks:
        return
    table = plain_table()
    table.add_column("tournament", overflow="fold")
    table.add_column("board", justify="right")
    for head in seating_heads(bots, shown):
        table.add_column(plain(head), justify="right", overflow="fold")
    table.add_column("the first difference", overflow="fold")
    for row in block_rows(bots, shown):
        cells = (row.tournament, str(row.board), *row.cells, row.difference)
        table.add_row(*map(plain, cells))
    yield table
    first, second = (each.label for each in bots)
    yield plain(
        f"Points of {first} : {second}. A match's id is in --json; `stych diverge` shows more."
    )
    if shown.other_rules:
        yield plain(
            f"Played by {shown.other_rules}, so no matches are played again to compare them."
        )
    if more := len(shown.meetings.blocks) - len(shown.blocks):
        yield plain(f"{how_many(more, 'block')} more: --limit 0 shows all.")
