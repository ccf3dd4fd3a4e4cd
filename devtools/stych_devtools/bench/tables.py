"""Compares making the rating table of many matches with reading the results of these matches."""

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import median
from typing import Final

from referee.games.outcome import places
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, Ratio
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.round_robin import round_robin
from tournaments.ratings.tabulate import LiveTable, tabulate
from tournaments.storage.rows import read_summary, summary_text
from tournaments.system.child import spared_collector

_FIELDS: Final = (("sixty", 60, 2, 10, 8), ("five-seats", 12, 5, 10, 20))
"""Name, bots, seats, boards, and the most that reading and table together may take, as a multiple
of the reading."""
_MORE: Final = 0.5
"""The most that a table after one more block may take, as a share of the table from nothing."""


def tables(effort: Effort, note: Callable[[], None]) -> Findings:
    """Two ratios for each field, in processor time. `note` is called after each round."""
    findings = Findings()
    for name, full, seats, boards, most in _FIELDS:
        bots = effort.bots_of(full, seats + 1)
        names = [f"bot-{number:02}" for number in range(bots)]
        measured, further = [], []
        for number in range(effort.rounds):
            # Other results in each round, since computed intervals are cached.
            played = list(
                _season(number, names, seats, max(1, round(boards * effort.match_factor)))
            )
            measured.append(_measured(names, played))
            further.append(_further(names, played, seats))
            note()
        reading, taken = (median(each) for each in zip(*measured, strict=True))
        text = (
            f"{bots} bots at {seats} seats, {len(played):,} matches: {taken:.2f} s to read the"
            f" results and make the table; reading alone {reading:.2f} s"
        )
        ratio = Ratio(f"tables/{name}", taken / reading, most, at_least=False, text=text)
        findings.ratios.append(ratio)
        whole, more = (median(each) for each in zip(*further, strict=True))
        text = f"{more:.3f} s for the table after one more block; from nothing {whole:.2f} s"
        part = f"tables/{name}/one-more-block"
        findings.ratios.append(Ratio(part, more / whole, _MORE, at_least=False, text=text))
    return findings


def _measured(names: Sequence[str], played: Sequence[PlayedMatch]) -> tuple[float, float]:
    """Seconds to read the results, and to read them and make the table."""
    texts = [summary_text(match.result) for match in played]
    with spared_collector():
        begun = time.process_time()
        for text in texts:
            read_summary(text)
        reading = time.process_time() - begun
        tabulate(names, played)
    return reading, time.process_time() - begun


def _further(
    names: Sequence[str], played: Sequence[PlayedMatch], seats: int
) -> tuple[float, float]:
    """Seconds for the table from nothing, and then for the table after one more block."""
    live = LiveTable(names)
    with spared_collector():
        begun = time.process_time()
        # The last block has as many matches as there are seats.
        live.table(played[:-seats])
        whole = time.process_time() - begun
        live.table(played)
    return whole, time.process_time() - begun - whole


def _season(seed: int, names: Sequence[str], seats: int, boards: int) -> Iterator[PlayedMatch]:
    """The results of a round robin of bots with different skills; a seed always gives the same."""
    chance = Random(seed)
    skills = {name: chance.gauss(0, 4) for name in names}
    for number, fixture in enumerate(round_robin("tables", names, seats, boards)):
        points = [round(chance.gauss(skills[name], 4)) for name in fixture.seats]
        result = MatchResult(places(points), tuple(points), (), f"{number:016x}")
        yield PlayedMatch(fixture, result)
