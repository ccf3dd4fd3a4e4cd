"""`python -m stych_lines --games GAME,GAME -- COMMAND` plays with a program that reads lines.

This process, the bridge, starts COMMAND as its child and reads the environment of a bot
(docs/bots.md). Its exit codes are those of the SDKs: 0 after a goodbye because everything was
played or the referee stops; 2 when the environment or the arguments are wrong, the program cannot
be started or a game is not installed; 3 after any other goodbye, when the bot was refused, or when
the connection was lost for good. When the program ends before the bridge does, the exit code is the
program's. When SIGTERM, SIGINT or SIGHUP ends the bridge, it is 128 plus the signal's number. A
signal that the bridge was started to ignore, as SIGHUP by `nohup`, does not end it.
"""

import gc
import math
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from types import FrameType
from typing import Final, NamedTuple, NoReturn

from stych_lines.program import LineProgram, ProgramEndedError

_BRIDGE_ONLY: Final = ("STYCH_ADDRESS", "STYCH_TOKEN", "STYCH_TLS", "STYCH_RECONNECT")
"""Environment variables for the connection, among them a secret: the program does not get them."""
_USAGE: Final = (
    "usage: python -m stych_lines [--package GAME=MODULE:CLASS FOLDER]... --games GAME[,GAME]"
    " [--never-talks] [--dialled] -- COMMAND"
)
_ENDING: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Signals that end the bridge, and the program with it."""
_early: Final = list[int]()
"""The signals that have come while the program was being started."""
_SLACK: Final = 3600.0
"""With `--dialled`: how many seconds beyond its clock the bridge waits for the program.

It is long, since the referee may extend the clock by strikes (docs/protocol.md, Clocks), and does
not tell the bot how many a match has.
"""


class _Arguments(NamedTuple):
    games: list[str]
    packages: list[tuple[str, str]]
    """For each game of a package its entry point, and the folder that has the package."""
    never_talks: bool
    dialled: bool
    """Whether the referee is on another machine, and so cannot end a program that is late."""
    command: list[str]


def main(arguments: Sequence[str]) -> int:
    """Play until the referee says goodbye, and return the exit code.

    It is negative when the program was ended by a signal: minus the signal's number.
    """
    given = _read(arguments)
    environment = {name: value for name, value in os.environ.items() if name not in _BRIDGE_ONLY}
    try:
        program = LineProgram(given.command, environment, _SLACK if given.dialled else math.inf)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        print(f"stych: the command {given.command[0]!r} cannot be started: {why}", file=sys.stderr)
        return 2
    _end_by_signals(program)
    with program:
        return _play(program, given)


def _play(program: LineProgram, given: _Arguments) -> int:
    # Imported only now, so that the program starts at the same time. Imported objects are never
    # garbage, so the collector need not look at them.
    gc.disable()
    from stych_lines.dialling import dial
    from stych_lines.vocabulary import UninstalledGameError, know_package

    gc.freeze()
    gc.enable()
    try:
        for package in given.packages:
            know_package(*package)
        return dial(program, given.games, never_talks=given.never_talks)
    except ProgramEndedError as error:
        print(f"stych: the program {error}", file=sys.stderr)
        return error.code
    except UninstalledGameError as error:
        print(f"stych: {error}", file=sys.stderr)
        return 2


def _read(arguments: Sequence[str]) -> _Arguments:
    # Without argparse, whose import takes as long as everything else in this package.
    games, packages, rest = list[str](), list[tuple[str, str]](), [*arguments]
    never_talks = dialled = False
    try:
        while (option := rest.pop(0)) != "--":
            if option == "--package":
                packages.append((rest.pop(0), rest.pop(0)))
            elif option == "--games":
                games = rest.pop(0).split(",")
            elif option == "--never-talks":
                never_talks = True
            elif option == "--dialled":
                dialled = True
            else:
                _end(_USAGE)
    except IndexError:
        _end(_USAGE)
    if not games or not rest:
        _end(_USAGE)
    return _Arguments(games, packages, never_talks, dialled, rest)


def _end(text: str) -> NoReturn:
    print(text, file=sys.stderr)
    sys.exit(2)


def _on_signals(handler: Callable[[int, FrameType | None], None] | signal.Handlers) -> None:
    """Set what the ending signals do, except for those that are ignored."""
    for number in _ENDING:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, handler)


def _end_later(number: int, frame: FrameType | None) -> None:
    del frame
    _early.append(number)


def _end_by_signals(program: LineProgram) -> None:
    """Let signals end the program and this process, also those that have come before."""

    def end(number: int, frame: FrameType | None) -> None:
        # Without an exception, which gRPC would ignore if the signal came in one of its callbacks.
        del frame
        try:
            _on_signals(signal.SIG_IGN)
            program.stop()
        finally:
            os._exit(128 + number)

    _on_signals(end)
    for number in _early:
        end(number, None)


if __name__ == "__main__":
    # By default SIGTERM and SIGHUP would end this process at once and leave the program running,
    # and asyncio would delay SIGINT until the program's answer.
    _on_signals(_end_later)
    try:
        code = main(sys.argv[1:])
    except SystemExit as end:
        code = int(end.code or 0)
    sys.stderr.flush()
    if code < 0:
        # This process ends by the signal that ended the program, so that the referee can name it.
        # SIGKILL has no handler that could be reset.
        with suppress(OSError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    # A regular exit, as by SystemExit, would shut the interpreter down, and gRPC may hang in that.
    os._exit(code)
