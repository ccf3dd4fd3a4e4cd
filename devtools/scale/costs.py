"""Measures what the parts of a tournament cost on this machine, in seconds of processor time."""

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import psutil

from stych_devtools.bench.direct import BATCH_SIZE
from stych_devtools.bench.tournament import AT_ONCE, organiser_of, play
from tournaments.core.fixtures import Block, Fixture, block_fixtures
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.field import Field
from tournaments.formats.ladder import ladder
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import believed
from tournaments.storage.store import Store

GAME: Final = "fox"
"""The game of all runs."""
SEATS: Final = 2
"""Seats of the game, and so the bots of a block, and its matches."""
ENCOUNTERS: Final = SEATS
"""How often a bot plays on one deal: in each match of a block. A run with up to two workers starts
this many processes of each bot."""
_LONG: Final = (2, 600)
"""Bots and boards of a run whose time is nearly all matches, with full batches."""
_RUNS: Final = ((2, 5), _LONG, (24, 1), (24, 8))
"""Bots and boards of runs that differ: few matches and many, full batches and small ones."""
_SAVED_AT_ONCE: Final = 50
"""Matches that are saved in one transaction."""
_FIELD_BOTS: Final = 200
"""Bots of the field in which pairing, rating and definitions are measured."""
_FIELD_BLOCKS: Final = 20
"""Blocks of each bot of the field: on average where rating is measured, and in the ladder of
which the first stage is paired."""
_HELD_MATCHES: Final = 100_000
"""Matches whose memory is measured."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of processor time, except for the last two, which are bytes."""

    run: float
    """A run that plays nothing, without what the command does before and after it."""
    bot: float
    """A process of a bot, from its start to its end."""
    decisions: float
    """A match of fox between bots that do not think, in all processes, without its messages."""
    messages: float
    """The messages of a match, if each message has one decision."""
    save: float
    """To save the record: a part of `decisions`, done by the runner, which all workers share."""
    rate: float
    """To rate one block, in all sweeps of a rating of all blocks."""
    pair: float
    """To weigh one opponent for one bot of a ladder, which weighs all opponents for each bot."""
    define: float
    """To save a definition, for each of its entrants; a ladder does it when an entrant joins."""
    entry_bytes: float
    """Bytes that a definition adds to the journal, for each of its entrants."""
    match_bytes: float
    """Bytes of memory that a runner needs for each match of its tournament."""

    def match(self, bots: int) -> float:
        """Processor time of a match, where `bots` bots share the matches of a worker."""
        return self.decisions + self.messages / batch(bots)


@dataclass(frozen=True, slots=True)
class Run:
    """A round robin that was played, and the time that it took."""

    bots: int
    matches: int
    processor: float
    """Seconds of processor time of all its processes."""
    elapsed: float
    """Seconds from its beginning to its end."""


def measure(folder: Path, note: Callable[[str], None] = lambda _: None) -> Costs:
    """Measure the costs; runs are saved below `folder`, which is empty.

    `note` is called with the name of each step.
    """
    runs = []
    for bots, boards in _RUNS:
        note(f"{bots} bots play {boards} boards")
        runs.append(run(folder, bots, boards))
    per_run, per_bot, decisions, messages = _solved(runs)
    note("saving, pairing and rating")
    define, entry_bytes = _defining(folder)
    return Costs(
        run=per_run,
        bot=per_bot,
        decisions=decisions,
        messages=messages,
        save=_saving(folder),
        rate=_rating(),
        pair=_pairing(),
        define=define,
        entry_bytes=entry_bytes,
        match_bytes=_holding(),
    )


def run(folder: Path, bots: int, boards: int) -> Run:
    """Play a round robin on this machine with two workers, and save it below `folder`."""
    with Store(folder) as store:
        organiser = organiser_of(store, _name(bots, boards), GAME, {}, boards, bots)
        used, begun = _used(), time.perf_counter()
        play(organiser, lambda _: None)
        return Run(bots, organiser.total(), _used() - used, time.perf_counter() - begun)


def _name(bots: int, boards: int) -> str:
    return f"{bots}-bots-{boards}-boards"


def batch(bots: int) -> float:
    """Decisions in a message, where `bots` bots share a worker's matches; from 1 to a full batch.

    A bot has its share of the seats, and in half of these it waits for its opponent.
    """
    return max(1.0, min(BATCH_SIZE, SEATS * AT_ONCE / bots / 2))


def _solved(runs: list[Run]) -> tuple[float, ...]:
    """The costs of a run, of a process of a bot, and of a match's decisions and messages.

    They are fitted to the runs by least squares.
    """
    amounts = np.array(
        [
            [1.0, ENCOUNTERS * each.bots, each.matches, each.matches / batch(each.bots)]
            for each in runs
        ]
    )
    # Relative errors are fitted, so that long runs do not count more than short ones.
    taken = np.array([each.processor for each in runs])
    fitted, *_ = np.linalg.lstsq(amounts / taken[:, None], np.ones(len(runs)), rcond=None)
    # Chance in the runs can make the best fit of a small cost negative.
    return tuple(max(0.0, float(each)) for each in fitted)


def _used() -> float:
    """Seconds of processor time of this process, and of processes below it that have ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in usages)


def _taken(work: Callable[[], object]) -> float:
    """Seconds of processor time that the work takes."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def _saving(folder: Path) -> float:
    """Seconds to save a match. The matches of the long run are saved again, in another folder."""
    name = _name(*_LONG)
    with Store(folder) as source, Store(folder / "again") as target:
        records = list(source.records(name))
        starts = range(0, len(records), _SAVED_AT_ONCE)
        parts = [records[start : start + _SAVED_AT_ONCE] for start in starts]
        return _taken(lambda: [target.save(part) for part in parts]) / len(records)


def _pairing() -> float:
    """Seconds to weigh one opponent for one bot, by the first stage of a ladder."""
    names = {f"bot-{number:05}": 1 for number in range(_FIELD_BOTS)}
    stages = ladder(Field("scale", names, seats=SEATS, boards=_FIELD_BLOCKS))
    fixtures: list[Fixture] = []
    taken = _taken(lambda: fixtures.extend(next(stages)))
    # Each block was chosen for one bot, for which all others were weighed.
    return taken / (len(fixtures) / SEATS * _FIELD_BOTS)


def _rating() -> float:
    """Seconds to rate one block, where bots with lower numbers win more often."""
    names = [f"bot-{number:05}" for number in range(_FIELD_BOTS)]
    chance = Random(0)
    results = []
    for _ in range(_FIELD_BOTS * _FIELD_BLOCKS // SEATS):
        one, other = sorted(chance.sample(range(_FIELD_BOTS), 2))
        # A quarter of the field as the standard deviation lets neighbours beat each other often.
        one_wins = chance.gauss(other - one, _FIELD_BOTS / 4) > 0
        places = (1, 2) if one_wins else (2, 1)
        results.append(BlockResult.of((names[one], names[other]), places))
    return _taken(lambda: believed(names, results)) / len(results)


def _defining(folder: Path) -> tuple[float, float]:
    """Seconds to save a definition, and bytes of it in the journal, for each entrant."""
    entrants = [_entrant(number) for number in range(_FIELD_BOTS)]
    values: dict[str, Any] = {"entrants": entrants}
    with Store(folder) as store:
        taken = _taken(lambda: store.define("definition", values))
        entry = store.head("definition")
    return taken / _FIELD_BOTS, (len(entry.text) if entry else 0) / _FIELD_BOTS


def _entrant(number: int) -> dict[str, Any]:
    """The values that a definition has for a stored bot."""
    name = f"bot-{number:05}"
    return {"name": name, "bot": f"{name}@1", "digest": f"{number:064x}", "from_board": 1}


def _holding() -> float:
    """Bytes of memory for the fixture and the result of one match."""
    process = psutil.Process()
    before = process.memory_info().rss
    matches = [
        PlayedMatch(fixture, MatchResult((1, 2), (9, 7), (), fixture.id))
        for board in range(_HELD_MATCHES // SEATS)
        for fixture in block_fixtures("scale", Block(board, ("one", "two")))
    ]
    return (process.memory_info().rss - before) / len(matches)
