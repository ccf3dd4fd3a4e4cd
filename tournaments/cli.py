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
"""By panel and name, in the order of the help: a command's module, and its name in the module."""
_COMMANDS: Final = {
    name: (panel, place) for panel, places in _PANELS.items() for name, place in places.items()
}
"""By name of a command: its panel, and its place, which is MODULE:NAME."""


def command_names() -> list[str]:
    """The names of all commands, in the order of the help."""
    return [*_COMMANDS]


class _Commands(TyperGroup):
    """Loads the module of a command when the command is asked for: to load all takes too long."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        # Typer compares a misspelt name with these names. Nothing else reads them, so they have no
        # values.
        names: Any = dict.fromkeys(_COMMANDS)
        self.commands = names
        self._listed: Mapping[str, Any] = {}
        """By name of a command: its entry in the generated table. Empty except in `format_help`."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of all commands, in the order of the help."""
        del ctx
        return command_names()

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help from the generated table of commands, without loading any of them."""
        self._listed = json.loads(TABLE.read_text("utf-8"))["commands"]["commands"]
        try:
            super().format_help(ctx, formatter)
        finally:
            self._listed = {}

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, or its entry for the help; None when there is none."""
        del ctx
        if cmd_name not in _COMMANDS:
            return None
        if listed := self._listed.get(cmd_name):
            panel, _ = _COMMANDS[cmd_name]
            return TyperCommand(cmd_name, help=listed["summary"], rich_help_panel=panel)
        return _loaded(cmd_name)


# Cached for processes that call many commands, as tests do: making the types of a command's
# parameters takes longer than a call of the command.
@cache
def _loaded(name: str) -> Any:
    """The command of that name, from its module, which is imported."""
    panel, place = _COMMANDS[name]
    module, member = place.split(":")
    # Imported by name, so that `stych_devtools` and all that it imports is loaded for its commands
    # alone.
    with quick_imports():
        command = getattr(import_module(module), member)
    if isinstance(command, typer.Typer):
        group = get_group(command)
        group.name, group.rich_help_panel = name, panel
        return _reflowed(group)
    single = typer.Typer(add_completion=False)
    single.command(name, rich_help_panel=panel)(command)
    return _reflowed(get_command(single))


def _reflowed(command: Any) -> Any:
    """The command, or group, with each paragraph of its help in one line, for rich to wrap."""
    paragraphs = (command.help or "").split("\n\n")
    command.help = "\n\n".join(" ".join(each.split()) for each in paragraphs)
    for below in getattr(command, "commands", {}).values():
        _reflowed(below)
    return command


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
            help="if --data is a database: the folder of the files beside it (docs/cluster.md)",
            metavar="DIR",
        ),
    ] = None,
    _: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="print the version")
    ] = False,
) -> None:
    """Options that stand before the command."""
    try:
        # Without a current folder most commands would fail, with many different messages.
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
    """Run the command. Expected errors print a sentence, not a traceback, and end the process.

    The exit code is 1 for a RunError, and 2 for a UserError, for a lack of memory, and if standard
    output cannot be written.
    """
    try:
        try:
            app(prog_name="stych")
        finally:
            # Flushed here, since at the end of the process an error could not be reported.
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
    # A closed pipe or a full disk is no bug. Any other OSError keeps its traceback.
    except OSError as error:
        # An error of the output names no file. For others the output need not be tried.
        if error.filename is not None or not (problem := _output_problem()):
            raise
        say(err, f"stych: the output cannot be written: {problem}")
        sys.exit(2)


def _output_problem() -> str:
    """Try standard output with an empty line; returns why it cannot be written, or "" if it can.

    If it cannot, nothing is written to it any more. Flushing alone would not tell, since Python may
    have dropped the text that could not be written.
    """
    try:
        sys.stdout.write("\n")
        sys.stdout.flush()
    except OSError as error:
        # Python flushes the output at the end of the process, and would fail once more.
        sys.stdout = io.StringIO()
        return error.strerror or "it is closed"
    return ""
