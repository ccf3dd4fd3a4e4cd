"""What the parts of a tournament cost on this machine, in seconds of processor time."""

import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np
import psutil

from stych_devtools.bench.tournament import organiser_of, play
from tournaments.core.fixtures import Block, Fixture, block_fixtures
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.field import Field
from tournaments.formats.ladder import ladder
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import believed
from tournaments.storage.store import Store

GAME: Final = "fox"
LINES: Final = 2
"""Processes that a run starts of each bot: two seats, so a deal is met twice."""
AT_ONCE: Final = 128
"""Matches that a worker has under way, as organiser_of has it."""
_LONG: Final = (2, 600)
"""Bots and boards of a run that is made of matches, with full batches."""
_RUNS: Final = ((2, 5), _LONG, (24, 1), (24, 8))
"""Unlike each other: few matches and many, full batches and small ones."""
_FULL: Final = 64
"""Decisions of a full batch."""
_SAVED: Final = 50
"""Matches that a runner saves together."""
_FIELD: Final = 200
"""Bots of the field in which pairing and rating are measured."""
_BLOCKS: Final = 20
"""Blocks that each of them has played."""
_HELD: Final = 100_000
"""Matches whose memory is measured."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Seconds of processor time, but for the last two."""

    run: float
    """A run that plays nothing: the command's part of it is not in here."""
    bot: float
    """A process of a bot, from its start to its end."""
    decisions: float
    """The decisions of a match of fox between bots that do not think: referee, bots, runner."""
    messages: float
    """What the messages of a match add where each of them has one decision."""
    save: float
    """The part that the runner has in a match, which is one process: to keep its record."""
    rate: float
    """To rate one block among all others, in all sweeps."""
    pair: float
    """To weigh one opponent for one bot of a ladder, as it is done for all of them."""
    define: float
    """To save a definition, for each entrant in it, as is done when one joins."""
    defined: float
    """Bytes of the journal, for the same."""
    held: float
    """Bytes of memory that a runner needs for each match of its tournament."""

    def match(self, bots: int) -> float:
        """A match among so many bots, which share what a worker has under way."""
        return self.decisions + self.messages / batch(bots)


@dataclass(frozen=True, slots=True)
class Run:
    """A round robin that was played, and what it took."""

    bots: int
    matches: int
    processor: float
    """Seconds of processor time of all its processes."""
    elapsed: float
    """Seconds."""


def measure(folder: Path, note: Callable[[str], None] = lambda _: None) -> Costs:
    """The costs, measured by playing and rating; `folder` is empty. `note` is told each step."""
    runs = []
    for bots, boards in _RUNS:
        note(f"{bots} bots play {boards} boards")
        runs.append(run(folder, bots, boards))
    begun, per_bot, decisions, messages = _solved(runs)
    note("saving, pairing and rating")
    define, defined = _defining(folder)
    return Costs(
        run=begun,
        bot=per_bot,
        decisions=decisions,
        messages=messages,
        save=_saving(folder),
        rate=_rating(),
        pair=_pairing(),
        define=define,
        defined=defined,
        held=_holding(),
    )


def run(folder: Path, bots: int, boards: int) -> Run:
    """Play a round robin on this machine with two workers, under a name of its own."""
    with Store(folder) as store:
        organiser = organiser_of(store, _name(bots, boards), GAME, {}, boards, bots)
        used, begun = _used(), time.perf_counter()
        play(organiser, lambda _: None)
        return Run(bots, organiser.total(), _used() - used, time.perf_counter() - begun)


def _name(bots: int, boards: int) -> str:
    return f"{bots}-bots-{boards}-boards"


def batch(bots: int) -> float:
    """Decisions of a message where so many bots share a worker's matches, by half of their seats:
    the other half waits for opponents."""
    return max(1.0, min(_FULL, LINES * AT_ONCE / bots / 2))


def _solved(runs: list[Run]) -> tuple[float, ...]:
    """What a run, a process of a bot, and both parts of a match cost, from runs that are unlike."""
    amounts = np.array(
        [[1.0, LINES * each.bots, each.matches, each.matches / batch(each.bots)] for each in runs]
    )
    # Each run counts by its share: a second is more of a short one.
    taken = np.array([each.processor for each in runs])
    found, *_ = np.linalg.lstsq(amounts / taken[:, None], np.ones(len(runs)), rcond=None)
    return tuple(max(0.0, float(each)) for each in found)


def _used() -> float:
    """Processor seconds of this process and of all that it started and that has ended."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in usages)


def _taken(does: Callable[[], object]) -> float:
    begun = time.process_time()
    does()
    return time.process_time() - begun


def _saving(folder: Path) -> float:
    """Of one match among those that are saved together: those of the long run, once more."""
    name = _name(*_LONG)
    with Store(folder) as source, Store(folder / "again") as target:
        records = list(source.records(name))
        parts = [records[start : start + _SAVED] for start in range(0, len(records), _SAVED)]
        return _taken(lambda: [target.save(part) for part in parts]) / len(records)


def _pairing() -> float:
    """Of one pair of bots that is weighed: a ladder's first stage weighs them all."""
    names = {f"bot-{number:05}": 1 for number in range(_FIELD)}
    stages = ladder(Field("scale", names, seats=2, boards=_BLOCKS))
    blocks: list[Fixture] = []
    taken = _taken(lambda: blocks.extend(next(stages)))
    # Each block was chosen by one bot, who weighed all others.
    return taken / (len(blocks) / LINES * _FIELD)


def _rating() -> float:
    names = [f"bot-{number:05}" for number in range(_FIELD)]
    chance = Random(0)
    results = []
    for _ in range(_FIELD * _BLOCKS // 2):
        one, other = sorted(chance.sample(range(_FIELD), 2))
        first = chance.gauss(other - one, _FIELD / 4) > 0
        places = (1, 2) if first else (2, 1)
        results.append(BlockResult.of((names[one], names[other]), places))
    return _taken(lambda: believed(names, results)) / len(results)


def _defining(folder: Path) -> tuple[float, float]:
    """Seconds and bytes for each entrant of a definition."""
    entrants = [_entrant(number) for number in range(_FIELD)]
    values: dict[str, Any] = {"entrants": entrants}
    with Store(folder) as store:
        taken = _taken(lambda: store.define("definition", values))
        last = store.head("definition")
    return taken / _FIELD, (len(last.text) if last else 0) / _FIELD


def _entrant(number: int) -> dict[str, Any]:
    """What a definition has of a stored bot."""
    name = f"bot-{number:05}"
    return {"name": name, "bot": f"{name}@1", "digest": f"{number:064x}", "from_board": 1}


def _holding() -> float:
    """Of the memory of a tournament's fixtures and results."""
    process = psutil.Process()
    before = process.memory_info().rss
    held = [
        PlayedMatch(fixture, MatchResult((1, 2), (9, 7), (), fixture.id))
        for board in range(_HELD // LINES)
        for fixture in block_fixtures("scale", Block(board, ("one", "two")))
    ]
    return (process.memory_info().rss - before) / len(held)
