"""A long series of short matches on one stream, with the memory and time that the bot used."""

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
_AT_ONCE: Final = 4
"""The most matches at the same time; fewer if the bot takes fewer decisions at once."""
_SECONDS: Final = 60.0
"""Seconds after which no new matches begin, so that a slow bot leaves time for other steps."""


@dataclass(slots=True)
class Endurance:
    """The figures of a series; memory and time are those of all processes of the bot together."""

    memory: list[int] = field(default_factory=list)
    """Bytes of main memory in use after each group of matches."""
    matches: int = 0
    decisions: int = 0
    processor: float = 0.0
    """Seconds of processor time for the whole series."""
    printed: tuple[int, int] = (0, 0)
    """Bytes on standard output and standard error since the process began."""


async def endure(dialogue: Dialogue, games: Sequence[str], matches: int) -> Endurance:
    """Play groups of matches, all games in turn, until at least `matches` are played.

    No group begins after a minute. Returns what was measured. Raises StepFailedError.
    """
    measured = Endurance()
    loop = asyncio.get_running_loop()
    started = dialogue.started
    # The processor time until now belongs to the start, not to the series.
    end, before = loop.time() + _SECONDS, usage.processor(started.processes())
    group = min(dialogue.at_once, _AT_ONCE)
    in_turn = cycle(map(short, games))
    while measured.matches < matches and loop.time() < end:
        boards = [dialogue.board(next(in_turn)) for _ in range(group)]
        in_play = await play(dialogue, boards, most=_DECISIONS)
        measured.matches += group
        measured.decisions += len(in_play.seconds)
        # Between two groups no match is open, so memory for matches could have been freed.
        measured.memory.append(usage.memory(started.processes()))
    measured.processor = usage.processor(started.processes()) - before
    out, err = started.output
    measured.printed = (out.size, err.size)
    return measured
