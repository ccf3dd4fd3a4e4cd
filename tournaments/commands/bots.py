"""The command `stych bots`: the stored bots of the data folder."""

import sys
from typing import Annotated

import typer

from referee.errors import UserError
from tournaments.commands.console import data_folder, out, say
from tournaments.present.terminal.bots import as_json, as_rich
from tournaments.storage.store import Store
from tournaments.submissions.reference import Reference
from tournaments.submissions.registry import BotRegistry


def bots(
    as_object: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    withdraw: Annotated[
        str,
        typer.Option(help="mark this version: it cannot be newly entered", metavar="NAME@N"),
    ] = "",
) -> None:
    """List the bots that were submitted, with their versions and their state.

    Of each name the newest version that is not withdrawn is current: it is NAME@latest. Versions
    that are withdrawn stay in the tables where they played, and in tournaments that were begun.
    """
    with Store(data_folder()) as store:
        registry = BotRegistry(store)
        if withdraw:
            version = registry.find(_exact(withdraw))
            registry.withdraw(version)
            if not as_object:
                say(out, f"{version} is withdrawn.")
                return
        found = registry.versions()
    if as_object:
        sys.stdout.write(as_json(found) + "\n")
    elif found:
        out.print(as_rich(found))
    else:
        say(out, f"No bot is stored in {data_folder()} yet; `stych submit BOT` stores one.")


def _exact(text: str) -> Reference:
    # Not `latest`, which is another version as soon as this one is withdrawn.
    reference = Reference.of(text)
    if reference is None or reference.number is None:
        raise UserError(f"--withdraw takes a version, such as thumb@2; received {text!r}")
    return reference
