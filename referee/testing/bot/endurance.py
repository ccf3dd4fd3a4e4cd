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
"""A match of the series ends after so many."""
_ABREAST: Final = 4
"""So many matches go on side by side, if the bot takes as many."""
_SECONDS: Final = 60.0
"""A series that takes longer ends with the matches under way."""


@dataclass(slots=True)
class Endurance:
    """What was measured."""

    memory: list[int] = field(default_factory=list)
    """Bytes after each group of matches."""
    matches: int = 0
    decisions: int = 0
    processor: float = 0.0
    """Seconds for all of it."""
    printed: tuple[int, int] = (0, 0)
    """Bytes that went to standard output and standard error since the process began."""


async def endure(dialogue: Dialogue, games: Sequence[str], matches: int) -> Endurance:
    """Play the series, all games in turn."""
    measured = Endurance()
    loop = asyncio.get_running_loop()
    started = dialogue.started
    end, before = loop.time() + _SECONDS, usage.processor(started.processes())
    abreast = min(dialogue.at_once, _ABREAST)
    in_turn = cycle(map(short, games))
    while measured.matches < matches and loop.time() < end:
        boards = [dialogue.board(next(in_turn)) for _ in range(abreast)]
        in_play = await play(dialogue, boards, most=_DECISIONS)
        measured.matches += abreast
        measured.decisions += len(in_play.seconds)
        measured.memory.append(usage.memory(started.processes()))
    measured.processor = usage.processor(started.processes()) - before
    out, err = started.output
    measured.printed = (out.size, err.size)
    return measured
