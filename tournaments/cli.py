"""The command `stych`."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from referee.version import STYCH
from tournaments import model
from tournaments.commands.bench import bench
from tournaments.commands.bots import bots
from tournaments.commands.check import check
from tournaments.commands.console import DATA, err, out, say, use_data_folder
from tournaments.commands.duel import duel
from tournaments.commands.faults import faults
from tournaments.commands.games import games
from tournaments.commands.host import host
from tournaments.commands.join import join
from tournaments.commands.journal import export, import_, verify
from tournaments.commands.new import new
from tournaments.commands.play import play, run
from tournaments.commands.records import records, replay, show
from tournaments.commands.report import report
from tournaments.commands.selfplay import selfplay
from tournaments.commands.soak import soak
from tournaments.commands.submit import submit
from tournaments.commands.table import table
from tournaments.commands.token import token
from tournaments.errors import UserError
from tournaments.runner import AlwaysVoidError, WorkersDieError

app = typer.Typer(
    name="stych",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Tournaments for programs that play hidden-information card games.",
    epilog="A first tournament: stych play fox PATH/TO/BOT PATH/TO/ANOTHER",
)
_COMMANDS = (
    *(run, table, faults, report, play, join, duel, games, selfplay, soak, bench),
    *(new, check, submit, bots, host, token),
    *(replay, records, verify, export),
)
for _command in _COMMANDS:
    app.command()(_command)
app.command("import")(import_)
_record = typer.Typer(no_args_is_help=True, help="One match, spelled out.")
_record.command()(show)
app.add_typer(_record, name="record")


def _version(asked: bool) -> None:
    if asked:
        out.print(f"stych {STYCH}")
        raise typer.Exit


@app.callback()
def common(
    data: Annotated[
        Path,
        typer.Option(envvar="STYCH_DATA", help="the folder where results are kept", metavar="DIR"),
    ] = DATA,
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    """Options that stand before the command."""
    use_data_folder(data)


def main() -> None:
    """Run the command; what the user can put right ends it with one sentence and exit code 2."""
    try:
        app()
    except (UserError, model.TournamentFileError) as error:
        say(err, f"stych: {error}")
        sys.exit(2)
    except (WorkersDieError, AlwaysVoidError) as error:
        say(err, f"stych: {error}")
        sys.exit(1)
