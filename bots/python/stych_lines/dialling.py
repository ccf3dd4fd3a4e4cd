"""Connects the bridge of a program that reads lines to the referee, with the SDK's `dial`."""

from collections.abc import Sequence
from typing import Final

from stych.v1 import referee_pb2 as pb
from stych_bot import runner
from stych_lines.bridge import LinesPlayer
from stych_lines.program import LineProgram

SDK: Final = "stych-lines 0.1.0"


def dial(program: LineProgram, games: Sequence[str], *, never_talks: bool) -> int:
    """Play until the goodbye, and return the exit code; see `stych_bot.runner.dial`.

    Raises ProgramEndedError when the program ends before, and UninstalledGameError when a match
    starts in a game that is not installed.

    The referee sends one decision at a time, since the program reads one line at a time. Further
    decisions wait at the referee, where no clock runs for them.
    """
    hello = pb.Hello(sdk=SDK, games=games, decisions_at_once=1, never_talks=never_talks)
    return runner.dial(hello, lambda: LinesPlayer(program))
