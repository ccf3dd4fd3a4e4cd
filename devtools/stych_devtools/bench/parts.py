"""Measures what a match costs the referee, by its parts: rules, table, wire, record, database."""

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from referee.deals import Deal, derive
from referee.games.game import NOBODY, AnyGame
from referee.player import InProcess
from referee.record import Record
from referee.table import Table
from stych_devtools.bench.arena import PlayMeasurement, make_plan, with_processes
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, Ratio
from tournaments.storage.rows import texts
from tournaments.storage.store import Store

GAMES: Final = ("fox", "the-game", "nase-hra", "korist")
"""The games that are measured."""
_TABLES_AT_ONCE: Final = 64
"""Tables that play at the same time, about as in a worker."""
_SAVED_AT_ONCE: Final = 8
"""Records in a transaction: about as many as come in together from a worker."""
_MOST_MATCHES: Final = 400
"""The most matches with which a part is measured: enough for a steady figure."""
_MOST_SHARE: Final = 1
"""The goal: the most that `Parts.share` may be."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Microseconds of the referee's processor time for each decision."""

    rules: float
    table: float
    wire: float
    record: float
    database: float

    @property
    def share(self) -> float:
        """The time of table, record and database over that of the rules and the wire."""
        return (self.table + self.record + self.database) / (self.rules + self.wire)


async def parts(game: str, folder: Path, effort: Effort, note: Callable[[], None]) -> Findings:
    """Measure the parts of one game; `note` is called after each round.

    The wire is what rules, table and record leave of the time to play whole matches. Saving is not
    in that time, and is measured beside it.
    """
    plan = make_plan(game, {}, folder)
    rules = plan.rules
    rounds = []
    with Store(folder) as store:
        async with with_processes(plan) as arena:
            at_once = effort.at_once(arena.full_load)
            # Not measured: the first matches make some objects once, and fill caches.
            await arena.play(at_once, seconds=effort.seconds / 2)
            for _ in range(effort.rounds):
                whole = await arena.play(at_once, seconds=effort.seconds, keep=True)
                rounds.append(await _measured(rules, whole, store))
                note()
    share = median(each.share for each in rounds)
    medians = {name: median(getattr(each, name) for each in rounds) for name in Parts.__slots__}
    figures = ", ".join(f"{name} {value:.1f}" for name, value in medians.items())
    text = f"{game}, us of the referee's processor time for a decision: {figures}"
    return Findings([Ratio(f"parts/{game}", share, _MOST_SHARE, at_least=False, text=text)])


async def _measured(game: AnyGame, whole: PlayMeasurement, store: Store) -> Parts:
    number = min(whole.matches, _MOST_MATCHES)
    records = whole.records[:number]
    decisions = sum(len(each.measured.thought) for each in records)
    rules = _rules(game, number)
    tables = await _tables(game, number)
    record, database = _record(records), _database(records, store)
    # `whole` may have more matches than `records`: its time is scaled to their decisions.
    total = whole.cpu / whole.decisions * decisions
    wire = max(total - tables - record, 0.0)
    times = (rules, max(tables - rules, 0.0), wire, record, database)
    return Parts(*(seconds / decisions * 1e6 for seconds in times))


def _rules(game: AnyGame, matches: int) -> float:
    """Seconds of processor time for `matches` random matches, played by the rules alone."""
    chance, begun = Random(0), time.process_time()
    for number in range(matches):
        state = game.new(Deal(derive("bench", str(number))))
        while state.seat != NOBODY:
            legal = state.legal_actions()
            # As at a table: nobody is asked for a forced move, which needs no observation.
            if len(legal) > 1:
                state.observe(state.seat)
            state.apply(legal[chance.randrange(len(legal))])
    return time.process_time() - begun


async def _tables(game: AnyGame, matches: int) -> float:
    """Seconds of processor time for `matches` matches at tables whose players are functions."""
    chance = Random(0)
    player = InProcess(lambda _, legal: chance.randrange(len(legal)))
    begun = time.process_time()
    for first in range(0, matches, _TABLES_AT_ONCE):
        numbers = range(first, min(first + _TABLES_AT_ONCE, matches))
        tables = [
            Table(game, Deal(derive("bench", str(number))), [player] * game.seats, number)
            for number in numbers
        ]
        await asyncio.gather(*(table.play() for table in tables))
    return time.process_time() - begun


def _record(records: Sequence[Record]) -> float:
    """Seconds of processor time to make the records and to write them as texts."""
    begun = time.process_time()
    # Each part is made anew, as a match makes it; otherwise only the writing would be timed.
    for record in records:
        seats = tuple(replace(seat) for seat in record.seats)
        deal, outcome = replace(record.deal), replace(record.outcome)
        measured = replace(record.measured)
        texts(replace(record, seats=seats, deal=deal, outcome=outcome, measured=measured))
    return time.process_time() - begun


def _database(records: Sequence[Record], store: Store) -> float:
    """Seconds of processor time to save records that have been written as texts before."""
    written = [(record, *texts(record)) for record in records]
    begun = time.process_time()
    for first in range(0, len(written), _SAVED_AT_ONCE):
        store.save_written(written[first : first + _SAVED_AT_ONCE])
    return time.process_time() - begun
