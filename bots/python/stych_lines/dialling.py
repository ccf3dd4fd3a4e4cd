"""Dials the referee for a program that reads lines, by the means of the SDK."""

from collections.abc import Sequence
from typing import Final

from stych.v1 import referee_pb2 as pb
from stych_bot import runner
from stych_lines.bridge import LinesPlayer
from stych_lines.program import LineProgram

SDK: Final = "stych-lines 0.1.0"


def dial(program: LineProgram, games: Sequence[str], *, never_talks: bool) -> int:
    """Play until the goodbye; the exit code. Raises ProgramEndedError.

    One decision is asked for at a time, since the program reads one line at a time: what waits
    longer waits at the referee, where no clock runs for it.
    """
    hello = pb.Hello(sdk=SDK, games=games, decisions_at_once=1, never_talks=never_talks)
    return runner.dial(hello, lambda: LinesPlayer(program))
