"""The option --isolation: how local bots are confined, and what the machine has for that."""

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
        """The paths that they may read beside their own. Raises UserError for one not there."""


@dataclass(frozen=True, slots=True)
class Needed:
    """What bots need of the machine, known beforehand."""

    programs: Sequence[str]
    readable: Sequence[Path] = ()


def isolating(
    mode: Mode, *needs: Needs, console: Console | None = out, verbose: bool = False
) -> Callable[[], Isolation | None]:
    """A function that finds the isolation level, and tells of it when it is first called.

    In four words where bots are confined, or in full if `verbose`.

    What bots need has to work in it. Without a console it tells nobody. The function is to be
    called before any bot is started, and raises UserError when what is required is not there.
    """

    # Cached, as several divisions ask; and a function, as a command with nothing left to play asks
    # not at all: the levels are tried by starting something.
    @cache
    def isolate() -> Isolation | None:
        try:
            # Asked first: without a place for their folders no bot starts on any level.
            short_place()
            programs = [each for need in needs for each in need.programs]
            readable = [each for need in needs for each in need.readable]
            found = find_isolation(mode, programs, readable)
        except IsolationError as error:
            raise UserError(str(error)) from None
        except OSError as error:
            raise UserError(f"no temporary folder can be made: {error.strerror}") from None
        if console:
            tell(console, promise(found) if verbose else in_short(found))
        return found

    return isolate
