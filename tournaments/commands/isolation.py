"""How bots of this machine are locked up: what is asked for, and what the machine has."""

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
from referee.sandbox.promise import promise
from tournaments.commands.console import out, say

Isolate = Annotated[
    Mode,
    typer.Option(
        "--isolation",
        envvar="STYCH_ISOLATION",
        help="of local bots: the best that this machine has, nothing less than the best, or none",
    ),
]


class Needs(Protocol):
    """What bots need of the machine."""

    @property
    def programs(self) -> Sequence[str]:
        """What their commands begin with."""

    @property
    def readable(self) -> Sequence[Path]:
        """What they may read beside their own. Raises UserError for what is not there."""


@dataclass(frozen=True, slots=True)
class Needed:
    """The same, known beforehand."""

    programs: Sequence[str]
    readable: Sequence[Path] = ()


def isolating(
    mode: Mode, *needs: Needs, console: Console | None = out
) -> Callable[[], Isolation | None]:
    """What finds out about the isolation and tells of it in a line, when it is first called.

    What bots need has to work in it. Without a console it tells nobody. To be called
    before any bot is started. Raises UserError when what is required is not there.
    """

    @cache
    def isolate() -> Isolation | None:
        try:
            short_place()
            programs = [each for need in needs for each in need.programs]
            readable = [each for need in needs for each in need.readable]
            found = find_isolation(mode, programs, readable)
        except IsolationError as error:
            raise UserError(str(error)) from None
        except OSError as error:
            raise UserError(f"no temporary folder can be made: {error.strerror}") from None
        if console:
            say(console, promise(found))
        return found

    return isolate
