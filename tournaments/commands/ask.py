"""The command `stych ask`: recorded decisions are put to a bot again."""

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from json import dumps
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from referee.errors import RunError, UserError
from referee.player import VoidError
from referee.record import Record
from referee.rpc.bot_entry import BotEntry
from referee.rpc.confining import Confining
from referee.sandbox.isolation import Isolation
from referee.sandbox.probe import Mode
from tournaments.commands.arguments import FormatOption, OutputFormat
from tournaments.commands.console import data_folder, err, interruptible, out, say
from tournaments.commands.finding import RECORD_HELP, find_record
from tournaments.commands.isolation import (
    BotPrograms,
    IsolationOption,
    Verbose,
    isolation_finder,
)
from tournaments.config.entrants import Entrant, programs
from tournaments.config.named import build_bots, named_entrants
from tournaments.config.quick import entrants_of
from tournaments.core.errors import NotStartedError
from tournaments.present.asked import AskedAgain
from tournaments.present.terminal.asked import show_asked
from tournaments.present.terminal.asking import asking
from tournaments.present.terminal.building import watching
from tournaments.present.terminal.replay import refuse_untrue
from tournaments.run.asking import Answers, ask_again
from tournaments.run.inquiry import Inquiry, about_decision, about_seat
from tournaments.run.plan import logs

_NAME = "ask"
"""The name of the command in messages, and of the folder for the bot's output (`plan.logs`)."""


def ask(  # noqa: PLR0913  options of a command
    bot: Annotated[
        str, typer.Argument(help="the folder of a bot, NAME@N or sample/NAME", metavar="BOT")
    ],
    match: Annotated[str, typer.Argument(help=RECORD_HELP, metavar="MATCH")],
    *,
    decision: Annotated[
        int | None, typer.Option(help="this decision, by its number (from 0)", metavar="N")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="all decisions of a seat")] = False,
    seat: Annotated[
        int | None, typer.Option(help="with --all, the seat; by default that of a bot of this name")
    ] = None,
    repeat: Annotated[
        int,
        typer.Option(
            min=1, max=100_000, help="ask this many times: with the recorded seed, then with others"
        ),
    ] = 1,
    from_start: Annotated[
        bool, typer.Option("--from-start", help="first ask all earlier decisions of the seat")
    ] = False,
    form: FormatOption = OutputFormat.RICH,
    mode: IsolationOption = Mode.AUTO,
    verbose: Verbose = False,
) -> None:
    """Put a recorded decision to a bot again: what was chosen then, and what it chooses now.

    The bot is told what the seat knew at that moment, and nothing else. It is built and started
    as for a tournament. `stych record show MATCH` has the numbers of the decisions.

    Exit codes: 0, the bot was asked; 3, it was at fault when it was asked; 2, the command line is
    wrong, or the bot cannot be started; 1, the machine failed; 130, you stopped it.
    """
    if (decision is None) != every:
        received = "both" if every else "neither"
        raise UserError(f"name one decision with --decision N, or --all; received {received}")
    if every and from_start:
        raise UserError("--all begins at the start anyway; received --from-start beside it")
    if seat is not None and not every:
        raise UserError(f"--seat belongs to --all: a decision has its own; received --seat {seat}")
    record = find_record(match)
    refuse_untrue(record)
    entrant, entry = _entrant(bot, record)
    if decision is None:
        inquiry = about_seat(record, entry.manifest.name, seat, times=repeat)
    else:
        inquiry = about_decision(record, decision, times=repeat, from_start=from_start)
    as_json = form is OutputFormat.JSON
    # With JSON only the result goes to standard output, so that programs can read it.
    console = err if as_json else out
    programs_needed = BotPrograms(programs([entrant]))
    isolate = isolation_finder(
        mode, programs_needed, console=None if as_json else console, verbose=verbose
    )
    output = logs(data_folder(), _NAME)
    answers = _answers(inquiry, entrant, entry, output, isolate, console)
    asked = AskedAgain(inquiry, entry.manifest, answers)
    if as_json:
        sys.stdout.write(dumps(asked.as_json()) + "\n")
    else:
        for part in show_asked(asked, every=every):
            out.print(part)
        say(out, f"What the bot printed: {output}")
    if answers.fault:
        raise typer.Exit(3)


def _entrant(bot: str, record: Record) -> tuple[Entrant, BotEntry]:
    """The bot as an entrant, and the entry from which it is started.

    Raises UserError when there is no such bot, when it cannot play the game of the record, and when
    it is a language model.
    """
    entries = entrants_of([bot], record.game)
    entrants = named_entrants(_NAME, record.game, record.options, entries, data_folder())
    [entrant] = entrants.values()
    if entrant.entry is None:
        raise UserError(f"only a bot of this machine can be asked; received {bot}")
    return entrant, entrant.entry


def _answers(
    inquiry: Inquiry,
    entrant: Entrant,
    entry: BotEntry,
    output: Path,
    isolate: Callable[[], Isolation | None],
    console: Console,
) -> Answers:
    """Build the bot and ask it. Ctrl-C and SIGTERM end the command with exit code 130.

    Raises UserError when the bot cannot be built or started, and RunError when the machine failed.
    """
    try:
        with interruptible() as interrupted:
            isolation = isolate()
            build_bots([entrant], lambda: bool(interrupted), isolation, watching(console))
            if interrupted:
                raise KeyboardInterrupt
        confining = Confining(isolation) if isolation else None
        with asking(console, entrant.name, len(inquiry.decisions) * inquiry.times) as note:
            return asyncio.run(_stoppable(ask_again(inquiry, entry, output, confining, note)))
    except (KeyboardInterrupt, asyncio.CancelledError):
        say(err, "stych: stopped; nothing of the bot is left running")
        raise typer.Exit(130) from None
    except OSError as error:
        problem = f"its folders or its socket cannot be made: {error.strerror}"
        raise NotStartedError([(entrant.name, problem)]) from None
    except VoidError as error:
        raise RunError(
            f"{entrant.name} could not be asked, by the fault of the"
            f" {error.failed.fault.cause}: {error}"
        ) from None


async def _stoppable(coroutine: Coroutine[None, None, Answers]) -> Answers:
    """Await the coroutine, which SIGTERM cancels."""
    task = asyncio.current_task()
    # SIGTERM ends the bot as Ctrl-C does; otherwise its processes would be left running.
    if task:
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await coroutine
