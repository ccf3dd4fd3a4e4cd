"""`python -m stych_lines --games GAME,GAME -- COMMAND`: a program that reads lines as a bot.

The environment is that of any bot (docs/bots.md). Its exit code is that of the SDKs: 0 after a
goodbye because all is played or the referee was stopped, 2 when it cannot begin, 3 after any other
goodbye, when it was refused, or when the connection was lost for good. When the program ends before
that, the exit code is the program's.
"""

import gc
import math
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from types import FrameType
from typing import Final, NamedTuple, NoReturn

from stych_lines.program import LineProgram, ProgramEndedError

_OWN: Final = ("STYCH_ADDRESS", "STYCH_TOKEN", "STYCH_TLS", "STYCH_RECONNECT")
"""What the program does not need to know."""
_USAGE: Final = (
    "usage: python -m stych_lines [--package GAME=MODULE:CLASS FOLDER]... --games GAME[,GAME]"
    " [--never-talks] [--dialled] -- COMMAND"
)
_SLACK: Final = 3600.0
"""Seconds for which a program is waited for beyond its clock, where the referee cannot end it.

The referee forgives slips, and does not tell how many.
"""


class Wanted(NamedTuple):
    """What the command line says."""

    games: list[str]
    packages: list[tuple[str, str]]
    """Where games of packages are: the entry point, and the folder of the package."""
    never_talks: bool
    dialled: bool
    """Whether the referee is elsewhere; at its own machine it ends a program that is late."""
    command: list[str]


def main(arguments: Sequence[str]) -> int:
    """Play until the referee says goodbye; the exit code."""
    wanted = _read(arguments)
    told = {name: value for name, value in os.environ.items() if name not in _OWN}
    try:
        program = LineProgram(wanted.command, told, _SLACK if wanted.dialled else math.inf)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        print(f"stych: the command {wanted.command[0]!r} cannot be started: {why}", file=sys.stderr)
        return 2
    with program:
        # What is loaded stays, and the program starts meanwhile.
        gc.disable()
        from stych_lines.dialling import dial
        from stych_lines.vocabulary import UninstalledGameError, know_package

        gc.freeze()
        gc.enable()
        try:
            for package in wanted.packages:
                know_package(*package)
            return dial(program, wanted.games, never_talks=wanted.never_talks)
        except ProgramEndedError as error:
            print(f"stych: the program {error}", file=sys.stderr)
            return error.code
        except UninstalledGameError as error:
            print(f"stych: {error}", file=sys.stderr)
            return 2


def _read(arguments: Sequence[str]) -> Wanted:
    # Not argparse, whose import takes as long as all else of this package.
    games, packages, left = list[str](), list[tuple[str, str]](), [*arguments]
    never_talks = dialled = False
    try:
        while (option := left.pop(0)) != "--":
            if option == "--package":
                packages.append((left.pop(0), left.pop(0)))
            elif option == "--games":
                games = left.pop(0).split(",")
            elif option == "--never-talks":
                never_talks = True
            elif option == "--dialled":
                dialled = True
            else:
                _end(_USAGE)
    except IndexError:
        _end(_USAGE)
    if not games or not left:
        _end(_USAGE)
    return Wanted(games, packages, never_talks, dialled, left)


def _end(text: str) -> NoReturn:
    print(text, file=sys.stderr)
    sys.exit(2)


def _stop(number: int, frame: FrameType | None) -> None:
    del frame
    sys.exit(128 + number)


if __name__ == "__main__":
    # Python would end at once and let the program go on, or wait for an answer before it ends.
    for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(each, _stop)
    code = main(sys.argv[1:])
    sys.stderr.flush()
    if code < 0:
        # Ended by a signal, as its program was: the referee tells its owner which one.
        # Nobody can catch SIGKILL, and so nobody can give it back either.
        with suppress(OSError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    # gRPC may hang while the interpreter shuts down.
    os._exit(code)
