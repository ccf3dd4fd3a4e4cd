"""The options --isolation and --verbose: finds the isolation level of local bots, and prints it."""

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

IsolationOption = Annotated[
    Mode,
    typer.Option(
        "--isolation",
        envvar="STYCH_ISOLATION",
        help="isolation of local bots: auto, the best level that works here; require, the best"
        " level or an error; off, none",
    ),
]
Verbose = Annotated[
    bool,
    typer.Option("--verbose", help="print all that the isolation prevents, and what it does not"),
]


class BotNeeds(Protocol):
    """What local bots need of the machine."""

    @property
    def programs(self) -> Sequence[str]:
        """The programs with which the commands of the bots begin."""

    @property
    def readable(self) -> Sequence[Path]:
        """The paths that the bots may read beside their own folders.

        Raises UserError for a path that is not there.
        """


@dataclass(frozen=True, slots=True)
class BotPrograms:
    """The needs of bots that may read nothing beside their own folders."""

    programs: Sequence[str]
    readable: Sequence[Path] = ()


def isolation_finder(
    mode: Mode, *needs: BotNeeds, console: Console | None = out, verbose: bool = False
) -> Callable[[], Isolation | None]:
    """Make the function that finds the isolation level; it returns None for no isolation.

    The function is to be called before any bot is started. Its first call tries the levels and
    prints the result to `console`, if there is one: in a few words, or in full if `verbose`. It
    raises UserError when no place fits the private folders of bots, when no level works, when the
    test of a level failed because the machine is short of something or broken, when `mode` requires
    a better level, and when a path of `needs` is missing or a program cannot be run on the level.
    """

    # A function is returned, since a command may have nothing left to play. Then it never tries the
    # levels, for which programs are started. Cached, since each division of a file calls it: the
    # levels are tried once, and the result is printed once.
    @cache
    def isolate() -> Isolation | None:
        try:
            # Checked first: without a place for its private folder no bot starts on any level.
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
