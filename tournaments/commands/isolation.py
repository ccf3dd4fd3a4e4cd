"""The options --isolation and --verbose: finds the isolation level of a run, and tells it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Protocol

import typer
from rich.console import Console

from referee.errors import UserError
from referee.rpc.place import short_place
from referee.sandbox.isolation import Isolation
from referee.sandbox.probe import IsolationError, Mode, find_isolation
from referee.sandbox.promise import in_short, promise
from tournaments.commands.console import out, tell

Isolate = Annotated[
    Mode,
    typer.Option(
        "--isolation",
        envvar="STYCH_ISOLATION",
        help="of local bots: the best that this machine has, nothing less than the best, or none",
    ),
]


Verbose = Annotated[
    bool, typer.Option("--verbose", help="tell in full what the isolation holds, and what not")
]


class Needs(Protocol):
    """What bots need of the machine."""

    @property
    def programs(self) -> Sequence[str]:
        """The programs that their commands begin with."""

    @property
    def readable(self) -> Sequence[Path]:
        """The paths that the bots may read beside their own folders.

        Raises UserError for a path that is not there.
        """


@dataclass(frozen=True, slots=True)
class Needed:
    """What bots need of the machine, as plain values."""

    programs: Sequence[str]
    readable: Sequence[Path] = ()


def isolating(
    mode: Mode, *needs: Needs, console: Console | None = out, verbose: bool = False
) -> Callable[[], Isolation | None]:
    """A function that finds the isolation level; None stands for no isolation.

    It is to be called before any bot is started. The first call tries the levels and prints the
    result to `console`, if there is one: in a few words, or in full if `verbose`. It raises
    UserError when `mode` requires what the machine does not have, and when something of `needs`
    does not work on the level.
    """

    # A function, as a command with nothing left to play need not try the levels, which starts
    # programs. Cached, as each division calls it.
    @cache
    def isolate() -> Isolation | None:
        try:
            # First: without a place for folders of bots no bot starts on any level.
            short_place()
            programs = [each for need in needs for each in need.programs]
            readable = [each for need in needs for each in need.readable]
            level = find_isolation(mode, programs, readable)
        except IsolationError as error:
            raise UserError(str(error)) from None
        except OSError as error:
            raise UserError(f"no temporary folder can be made: {error.strerror}") from None
        if console:
            tell(console, promise(level) if verbose else in_short(level))
        return level

    return isolate
