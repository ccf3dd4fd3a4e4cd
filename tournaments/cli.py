"""The command `stych`: its table of commands, and how errors become sentences and exit codes."""

import io
import json
import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from referee.errors import RunError, UserError
from referee.version import STYCH
from tournaments.commands.completing.answer import TABLE
from tournaments.commands.console import DATA, err, out, say, use_data_folder
from tournaments.storage.address import folder_at, is_address
from tournaments.system.loading import quick_imports

_PANELS: Final = {
    "Tournaments and matches": {
        "play": "tournaments.commands.play:play",
        "run": "tournaments.commands.play:run",
        "duel": "tournaments.commands.duel:duel",
        "host": "tournaments.commands.host:host",
        "token": "tournaments.commands.token:token",
        "dial": "tournaments.commands.dial:dial",
        "join": "tournaments.commands.join:join",
        "worker": "stych_cluster.commands:worker",
        "cluster": "stych_cluster.commands:cluster_group",
    },
    "What was played": {
        "table": "tournaments.commands.table:table",
        "faults": "tournaments.commands.faults:faults",
        "report": "tournaments.commands.report:report",
        "web": "stych_web.command:web",
        "replay": "tournaments.commands.records:replay",
        "diverge": "tournaments.commands.diverge:diverge",
        "history": "tournaments.commands.history:history",
        "league": "tournaments.commands.league:league",
        "versus": "tournaments.commands.versus:versus",
        "records": "tournaments.commands.records:records",
        "record": "tournaments.commands.records:record_group",
        "verify": "tournaments.commands.journal:verify",
        "export": "tournaments.commands.journal:export",
        "import": "tournaments.commands.journal:import_",
    },
    "Bots": {
        "new": "tournaments.commands.new:new",
        "check": "tournaments.commands.check:check",
        "ask": "tournaments.commands.ask:ask",
        "submit": "tournaments.commands.submit:submit",
        "bots": "tournaments.commands.bots:bots",
        "mcp": "tournaments.commands.mcp:mcp",
    },
    "To read": {
        "games": "tournaments.commands.games:games",
        "rules": "tournaments.commands.pages:rules",
        "docs": "tournaments.commands.pages:docs",
        "doctor": "tournaments.commands.doctor:doctor",
    },
    "For developers of games and of the harness": {
        "selfplay": "stych_devtools.selfplay.command:selfplay",
        "soak": "stych_devtools.soak.command:soak",
        "bench": "stych_devtools.bench.command:bench",
    },
}
"""By panel of the help, in its order: a command's module, and what the command is called in it."""
_COMMANDS: Final = {
    name: (panel, place) for panel, own in _PANELS.items() for name, place in own.items()
}


def command_names() -> list[str]:
    """The names of all commands, in the order of the help."""
    return [*_COMMANDS]


class _Commands(TyperGroup):
    """Loads what a command needs when that command is asked for: all of it takes too long."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        # Where a misspelt name is compared with the right ones; nothing else reads it.
        names: Any = dict.fromkeys(_COMMANDS)
        self.commands = names
        self._listed: Mapping[str, Any] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands, in the order of the help."""
        del ctx
        return command_names()

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with what is known of all commands before they are loaded."""
        self._listed = json.loads(TABLE.read_text("utf-8"))["commands"]["commands"]
        try:
            super().format_help(ctx, formatter)
        finally:
            self._listed = {}

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name; None when there is none."""
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        if known := self._listed.get(cmd_name):
            panel, _ = _COMMANDS[cmd_name]
            return TyperCommand(cmd_name, help=known["summary"], rich_help_panel=panel)
        return _loaded(cmd_name)


# Once in a process: to make the types of all its parameters takes longer than to call it.
@cache
def _loaded(name: str) -> Any:
    """The command of that name, with all that it needs."""
    panel, place = _COMMANDS[name]
    module, member = place.split(":")
    # By text, so that `devtools` and what it needs is loaded for its own commands alone.
    with quick_imports():
        found = getattr(import_module(module), member)
    if isinstance(found, typer.Typer):
        group = get_group(found)
        group.name, group.rich_help_panel = name, panel
        return group
    alone = typer.Typer(add_completion=False)
    alone.command(name, rich_help_panel=panel)(found)
    return get_command(alone)


app = typer.Typer(
    name="stych",
    cls=_Commands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Tournaments for programs that play hidden-information card games.",
    epilog="A first tournament: stych run quickstart."
    " A first series: stych play fox sample/thumb sample/random",
)


def _version(asked: bool) -> None:
    if asked:
        out.print(f"stych {STYCH}")
        raise typer.Exit


@app.callback()
def common(
    data: Annotated[
        str,
        typer.Option(
            envvar="STYCH_DATA",
            help="the folder where results are kept, or the address of a PostgreSQL database",
            metavar="DIR",
        ),
    ] = str(DATA),
    files: Annotated[
        Path | None,
        typer.Option(
            help="the folder of files beside that database (docs/cluster.md)",
            metavar="DIR",
        ),
    ] = None,
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    """Options that stand before the command."""
    try:
        # Paths are relative to it, and half of all commands would fail in ways of their own.
        os.getcwd()  # noqa: PTH109
    except OSError:
        raise UserError(
            "the folder in which the command was called is not there any more: go to another one"
        ) from None
    if is_address(data):
        use_data_folder(folder_at(data, files))
    elif files:
        raise UserError("--files goes with the address of a database in --data")
    else:
        use_data_folder(Path(data))


def main() -> None:
    """Run the command; what the user can put right ends it with one sentence and exit code 2."""
    try:
        try:
            app()
        finally:
            # Here and not at the end of the process, where an error could not be told any more.
            sys.stdout.flush()
    except UserError as error:
        for sentence in error.sentences():
            say(err, f"stych: {sentence}")
        sys.exit(2)
    except RunError as error:
        say(err, f"stych: {error}")
        sys.exit(1)
    except MemoryError:
        say(err, "stych: there is not enough memory for this; free some, or allow more (ulimit -v)")
        sys.exit(2)
    # A pipe that was closed or a full disk is no bug; any other one keeps its traceback.
    except OSError:
        if not (problem := _unprintable()):
            raise
        say(err, f"stych: what it says cannot be written: {problem}")
        sys.exit(2)


def _unprintable() -> str:
    """Why standard output takes no line; "" if it does. If not, it is not written to any more."""
    try:
        sys.stdout.write("\n")
        sys.stdout.flush()
    except OSError as error:
        # Python flushes it at the end of the process, and would fail once more.
        sys.stdout = io.StringIO()
        return error.strerror or "it is closed"
    return ""
