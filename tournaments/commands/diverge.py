"""The command `stych diverge`: where two matches on one deal begin to differ."""

import sys
from json import dumps
from typing import Annotated

import typer

from referee.divergence import NotComparableError, find_divergence
from referee.errors import UserError
from tournaments.commands.arguments import FormatOption, OutputFormat
from tournaments.commands.console import out
from tournaments.commands.finding import RECORD_HELP, find_record
from tournaments.present.diverged import ComparedMatches
from tournaments.present.terminal.diverged import show_diverged
from tournaments.present.terminal.replay import refuse_untrue


def diverge(
    match: Annotated[str, typer.Argument(help=RECORD_HELP, metavar="MATCH")],
    other_match: Annotated[
        str, typer.Argument(help="another match on the same deal, likewise", metavar="OTHER")
    ],
    form: FormatOption = OutputFormat.RICH,
) -> None:
    """Show the first decision at which two matches on one deal part, and what followed.

    With duplicate deals the matches of a block are on one deal: the same cards, with the bots in
    other seats.
    """
    records = find_record(match), find_record(other_match)
    for record in records:
        refuse_untrue(record)
    try:
        divergence = find_divergence(*records)
    except NotComparableError as error:
        first, second = (record.id for record in records)
        raise UserError(f"matches {first} and {second} cannot be compared: {error}") from None
    compared = ComparedMatches(records, divergence)
    if form is OutputFormat.JSON:
        sys.stdout.write(dumps(compared.as_json()) + "\n")
        return
    for part in show_diverged(compared):
        out.print(part)
