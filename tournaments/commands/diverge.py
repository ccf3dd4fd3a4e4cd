"""The command `stych diverge`: where two matches on one deal part."""

import sys
from json import dumps
from typing import Annotated

import typer

from referee.divergence import NotComparableError, find_divergence
from referee.errors import UserError
from tournaments.commands.arguments import OutputFormat, Printed
from tournaments.commands.console import out
from tournaments.commands.finding import A_RECORD, find_record
from tournaments.present.diverged import ComparedMatches
from tournaments.present.terminal.diverged import show_diverged
from tournaments.present.terminal.replay import refuse_untrue


def diverge(
    one: Annotated[str, typer.Argument(help=A_RECORD, metavar="MATCH")],
    other: Annotated[str, typer.Argument(help="another on the same deal", metavar="OTHER")],
    form: Printed = OutputFormat.RICH,
) -> None:
    """Show the first decision at which two matches on one deal part, and what followed.

    Such are the seatings of a block: the same cards, with the bots in other seats.
    """
    records = find_record(one), find_record(other)
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
