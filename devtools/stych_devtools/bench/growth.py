"""Measures how time grows with the number of matches, of bots, and of matches at once."""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

from stych_devtools.bench.arena import Arena, make_plan, with_processes
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, GrowthSeries, Ratio, growing_sizes
from tournaments.core.fixtures import Block, block_fixtures
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.ratings.tabulate import tabulate
from tournaments.storage.store import Store

_MOST_EXPONENT: Final = 1.1
"""The goal: the largest exponent; 1 is linear growth."""
_SHORT: Final = {"target": 1}
"""Options of fox with which a match is over after one round."""
_AT_ONCE: Final = 64
"""The most matches under way where the number of matches grows."""
_MATCHES_EACH: Final = 4
"""Matches that are played for each match under way, where the number under way grows."""
_MEETINGS: Final = 3
"""Pairs that meet for each bot, where the number of bots grows. A pair plays two matches."""


async def growth(folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """The three series of times, and the exponent of each as a ratio with a goal.

    Sizes span `effort.decades` powers of ten. `note` is called after each size.
    """
    # Two for each power of ten, and the first one.
    points = round(2 * effort.decades) + 1
    with Store(folder) as store:
        async with with_processes(make_plan("fox", _SHORT, folder)) as arena:
            # Not measured: what a process does only once would make small sizes look slow.
            await arena.play(_AT_ONCE, matches=_AT_ONCE)
            matches, at_once = [], []
            for size in growing_sizes(10, round(10 * 10**effort.decades), points):
                matches.append((float(size), await _matches(arena, store, size)))
                note()
            for size in growing_sizes(1, round(10**effort.decades), points):
                at_once.append((float(size), await _at_once(arena, size)))
                note()
    bots = []
    for size in growing_sizes(4, round(4 * 10**effort.decades), points):
        bots.append((float(size), _table(size)))
        note()
    return _findings(
        [
            GrowthSeries("matches played and saved", "matches", tuple(matches)),
            GrowthSeries(
                f"{_MATCHES_EACH} matches in each place", "matches at once", tuple(at_once)
            ),
            GrowthSeries(f"a table, {_MEETINGS} meetings of each bot", "bots", tuple(bots)),
        ]
    )


def _findings(series: Sequence[GrowthSeries]) -> Findings:
    ratios = [
        Ratio(
            f"growth/{each.size.replace(' ', '-')}",
            each.exponent,
            _MOST_EXPONENT,
            at_least=False,
            text=f"{each.name}: the exponent of the time over {_range(each)} {each.size}",
        )
        for each in series
    ]
    return Findings(ratios, list(series))


def _range(series: GrowthSeries) -> str:
    return f"{series.points[0][0]:,.0f} to {series.points[-1][0]:,.0f}"


async def _matches(arena: Arena, store: Store, size: int) -> float:
    """Seconds to play `size` matches, and to save them as in a tournament."""
    begun, left = time.perf_counter(), size
    while left:
        played = await arena.play(min(_AT_ONCE, left), matches=min(left, 4 * _AT_ONCE), keep=True)
        # Saved in parts, so that the records of a large size are not all in memory.
        store.save(played.records)
        left -= played.matches
    return time.perf_counter() - begun


async def _at_once(arena: Arena, size: int) -> float:
    """Seconds to play _MATCHES_EACH times `size` matches, with `size` under way."""
    return (await arena.play(size, matches=_MATCHES_EACH * size)).seconds


def _table(bots: int) -> float:
    """Seconds of processor time for the table of `bots` bots, after a season of them."""
    names = [f"bot-{number:05}" for number in range(bots)]
    played = list(_season(names))
    begun = time.process_time()
    tabulate(names, played)
    return time.process_time() - begun


def _season(names: Sequence[str]) -> Iterator[PlayedMatch]:
    """Results of pairs of bots that are at most _MEETINGS places apart, won at random."""
    # If all pairs met, matches would grow with the square of the bots.
    chance, board = Random(len(names)), 0
    # In a ring, each bot meets the next one, then the next but one, and so on.
    for apart in range(1, _MEETINGS + 1):
        for number, name in enumerate(names):
            other = names[(number + apart) % len(names)]
            if other != name:
                board += 1
                for fixture in block_fixtures("growth", Block(board, tuple(sorted((name, other))))):
                    places = chance.choice([(1, 2), (2, 1)])
                    yield PlayedMatch(fixture, MatchResult(places, (places[1], places[0])))
