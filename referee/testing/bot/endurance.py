"""A long series of short matches on one stream, and what the bot used for it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import Final

from referee.testing.bot import usage
from referee.testing.bot.dialogue import Dialogue
from referee.testing.bot.lengths import short
from referee.testing.bot.playing import play

_DECISIONS: Final = 10
"""Decisions after which a match of the series ends."""
_ABREAST: Final = 4
"""How many matches go on side by side, if the bot takes as many decisions at once."""
_SECONDS: Final = 60.0
"""Seconds after which no new matches begin, so that a slow bot does not use up the check."""


@dataclass(slots=True)
class Endurance:
    """What was measured in the series."""

    memory: list[int] = field(default_factory=list)
    """Bytes in use after each group of matches."""
    matches: int = 0
    decisions: int = 0
    processor: float = 0.0
    """Seconds of processor time for the whole series."""
    printed: tuple[int, int] = (0, 0)
    """Bytes on standard output and standard error since the process began."""


async def endure(dialogue: Dialogue, games: Sequence[str], matches: int) -> Endurance:
    """Play at most `matches` matches, all games in turn, and measure. Raises StepFailedError."""
    measured = Endurance()
    loop = asyncio.get_running_loop()
    started = dialogue.started
    # The time of the start itself is not the series'.
    end, before = loop.time() + _SECONDS, usage.processor(started.processes())
    abreast = min(dialogue.at_once, _ABREAST)
    in_turn = cycle(map(short, games))
    while measured.matches < matches and loop.time() < end:
        boards = [dialogue.board(next(in_turn)) for _ in range(abreast)]
        in_play = await play(dialogue, boards, most=_DECISIONS)
        measured.matches += abreast
        measured.decisions += len(in_play.seconds)
        # Between two groups nothing is open, so that what stays is what the bot keeps.
        measured.memory.append(usage.memory(started.processes()))
    measured.processor = usage.processor(started.processes()) - before
    out, err = started.output
    measured.printed = (out.size, err.size)
    return measured
