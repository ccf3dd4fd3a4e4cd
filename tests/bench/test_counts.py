"""What a match costs in counts that are the same on every machine, with a margin of a tenth.

A change that costs over a tenth more fails here. After one that costs less the numbers may be
lowered.
"""

import asyncio
import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from cProfile import Profile
from pathlib import Path
from types import CodeType
from typing import NamedTuple

import pytest

from stych_devtools.bench.arena import Arena, make_plan, without_processes
from stych_devtools.bench.direct import DirectBot
from tests.root import ROOT

MATCHES = {"fox": 128, "nase-hra": 64, "the-game": 64, "korist": 32}
"""By game, how many matches are under way at once. Those of fox fill batches; one such game is
enough."""
_MARGIN = 1.1
_TRIES = 3
_OWN = (str(ROOT / "referee"), str(ROOT / "tournaments"))


class Counts(NamedTuple):
    """The costs of matches that are all under way at once."""

    messages: float
    """Messages a match, in both directions."""
    sent: float
    """Bytes a decision to the bots, with those of starts, ends and events of matches."""
    received: float
    """Bytes a decision from the bots."""
    calls: float
    """Calls of our own functions a decision."""
    kept: float
    """Blocks of memory a decision that stay with a match's record."""


COUNTS = {
    "fox": Counts(messages=5.4, sent=119.8, received=6.6, calls=109.7, kept=3.6),
    "nase-hra": Counts(messages=2.7, sent=218.1, received=6.5, calls=149.8, kept=6.5),
    "the-game": Counts(messages=2.15, sent=166.9, received=6.8, calls=129.1, kept=7.0),
    "korist": Counts(messages=20.9, sent=578.8, received=6.8, calls=156.4, kept=4.7),
}


@contextmanager
def counted_calls() -> Iterator[Callable[[], int]]:
    """Count calls of our own functions. The function it gives ends that, and returns the number."""
    profile = Profile(builtins=False)

    def calls() -> int:
        profile.disable()
        return sum(each.callcount for each in profile.getstats() if _is_own(each.code))

    profile.enable()
    try:
        yield calls
    finally:
        profile.disable()
        # What the profile holds would be counted among the blocks of memory.
        profile.clear()


def _is_own(code: CodeType | str) -> bool:
    return isinstance(code, CodeType) and code.co_filename.startswith(_OWN)


def links(arena: Arena) -> list[tuple[int, int, int]]:
    each = [bot.link for bot in arena.bots if isinstance(bot, DirectBot)]
    return [(link.messages, link.response_bytes, link.request_bytes) for link in each]


async def count(game: str, folder: Path) -> Counts:
    matches = MATCHES[game]
    async with without_processes(make_plan(game, {}, folder)) as arena:
        await arena.play(matches, matches=matches)
        before = links(arena)
        gc.collect()
        blocks = sys.getallocatedblocks()
        with counted_calls() as calls:
            played = await arena.play(matches, matches=matches, keep=True)
            made = calls()
        gc.collect()
        kept = sys.getallocatedblocks() - blocks
        pairs = zip(links(arena), before, strict=True)
        sums = [[now - then for now, then in zip(a, b, strict=True)] for a, b in pairs]
        messages, sent, received = (sum(column) for column in zip(*sums, strict=True))
        decisions = played.decisions
        assert played.matches == len(played.records) == matches
        return Counts(
            messages / matches,
            sent / decisions,
            received / decisions,
            made / decisions,
            kept / decisions,
        )


@pytest.mark.slow
@pytest.mark.parametrize("game", COUNTS)
def test_a_match_costs_no_more_than_it_did(game: str, tmp_path: Path) -> None:
    # A busy machine may cut a batch in two: the costs are those of an undisturbed try.
    for number in range(_TRIES):
        found = asyncio.run(count(game, tmp_path / str(number)))
        pairs = zip(Counts._fields, found, COUNTS[game], strict=True)
        beyond = [name for name, value, most in pairs if value > most * _MARGIN]
        if not beyond:
            break
    assert not beyond, found
