"""Measures and simulates the figures of docs/scale.md, and prints them as tables in Markdown.

    python -m devtools.scale [costs] [runs] [sizes] [sound]

The arguments name tables; without arguments all are printed. All but `sound` need the costs, which
are measured first and take some minutes.
"""

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Final

from devtools.scale.costs import Costs, measure, run
from devtools.scale.one_machine import OneMachine
from devtools.scale.service import CHANGED, DAY, TODAY, Day, Demand, Design, Fleet, Service
from devtools.scale.soundness import PAIRINGS, Season, Soundness

_RUNS: Final = ((8, 40), (60, 2))
"""Bots and boards of the runs that are predicted and then played."""
_SIZES: Final = (60, 300, 1_000, 3_000, 10_000, 30_000)
"""The numbers of bots of the ladders whose days are simulated."""
_MATCHES: Final = 100
"""The matches of a day, as a multiple of the bots. A bot takes part in twice as many on average,
since a match has two bots."""
_SEASON: Final = (200, 20, 4)
"""The bots of a season, its days, and how often all bots are paired on a day."""
_SEASONS: Final = 8
"""The number of seasons whose figures are averaged. A single one says little, as errors of ratings
are shared by many of its bots."""
_TABLES: Final = ("costs", "runs", "sizes", "sound")
"""The names of the tables, in the order in which they are printed."""
_RUN_HEAD: Final = (
    *("run", "matches", "processor time predicted, s", "measured", "error"),
    *("elapsed time predicted, s", "measured", "error"),
)
_SIZE_HEAD: Final = (
    *("bots", "matches played in a day", "coordinator", "largest part, share of the day"),
    *("machines", "starts, share of that", "memory", "journal a day"),
)


def _print_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    print(f"| {' | '.join(head)} |")
    print("|" + "---|" * len(head))
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
    print()


def _costs(costs: Costs) -> Iterator[Sequence[str]]:
    """The rows of the table of costs. Some are parts of others, so they do not add up."""
    # What costs it, the cost, the factor to the unit, the unit.
    for what, cost, factor, unit in (
        ("a run", costs.run, 1, "s"),
        ("to start and end the process of a bot in Python", costs.bot, 1, "s"),
        (
            "a match of fox between bots that do not think, without its messages",
            costs.decisions,
            1e3,
            "ms",
        ),
        ("the messages of this match, if each has one decision", costs.messages, 1e3, "ms"),
        ("to save a match, a part of its cost above", costs.save, 1e3, "ms"),
        ("to rate a block, in all sweeps", costs.rate, 1e6, "us"),
        ("to weigh one opponent for one bot of a ladder", costs.pair, 1e6, "us"),
        ("to save a definition, for each entrant", costs.define, 1e6, "us"),
        (
            "the entry of a definition in the journal, for each entrant",
            costs.entry_bytes,
            1,
            "bytes",
        ),
        ("memory of the runner, for each match", costs.match_bytes, 1, "bytes"),
    ):
        yield what, f"{cost * factor:.3g} {unit}"


def _runs(costs: Costs, folder: Path) -> Iterator[Sequence[str]]:
    """The rows of the table of runs that are predicted and played."""
    for bots, boards in _RUNS:
        predicted = OneMachine(costs).round_robin(bots, boards)
        measured = run(folder, bots, boards)
        yield (
            f"{bots} bots, {boards} boards",
            f"{measured.matches:,}",
            f"{predicted.processor:.1f}",
            f"{measured.processor:.1f}",
            f"{predicted.processor / measured.processor - 1:+.0%}",
            f"{predicted.elapsed:.1f}",
            f"{measured.elapsed:.1f}",
            f"{predicted.elapsed / measured.elapsed - 1:+.0%}",
        )


def _sizes(costs: Costs, design: Design) -> Iterator[Sequence[str]]:
    """The rows of the table of days, one for each size of the ladder."""
    fleet = Fleet()
    for bots in _SIZES:
        matches = bots * _MATCHES
        day = Service(costs, Demand(bots, matches), fleet, design).run()
        part, share = day.largest_part()
        yield (
            f"{bots:,}",
            f"{day.played:,} of {matches:,}",
            f"{sum(day.coordinator.values()) / DAY:.1%}",
            f"{part}, {share:.1%}",
            *_of_machines(day, fleet),
            f"{day.memory / 1e9:.1f} GB",
            f"{day.journal / 1e9:.2f} GB",
        )


def _of_machines(day: Day, fleet: Fleet) -> Iterator[str]:
    """The cells on machines: how busy they are, and the share of starting bots in that."""
    spent = sum(day.machines.values())
    yield f"{spent / (DAY * fleet.machines * fleet.processors):.1%}"
    yield f"{day.machines.get('starting', 0.0) / spent:.0%}"


def _sound() -> Iterator[Sequence[str]]:
    """The rows of the table of soundness: for each pairing, both ways of rating."""
    bots, days, blocks = _SEASON
    for pairing in PAIRINGS:
        seasons: dict[str, list[Soundness]] = {"day by day": [], "all at once": []}
        for seed in range(_SEASONS):
            season = Season(bots, seed)
            season.play(days, pairing, blocks)
            seasons["day by day"].append(season.day_by_day())
            seasons["all at once"].append(season.all_at_once())
        for ratings, each in seasons.items():
            means = Soundness(*map(mean, zip(*each, strict=True)))
            yield pairing.__name__.replace("_", " "), ratings, *_of_soundness(means)


def _of_soundness(means: Soundness) -> Iterator[str]:
    yield f"{means.error:.2f}"
    yield f"{means.order:.3f}"
    yield f"{means.top:.0%}"
    yield f"{means.covered:.3f}"


def main(names: Sequence[str]) -> None:
    """Print the tables with these names, by default all. An unknown name ends the program."""
    wanted = set(names or _TABLES)
    if not wanted <= set(_TABLES):
        sys.exit(f"{__doc__}\nreceived: {' '.join(names)}")
    # The simulation of soundness alone needs no measured costs.
    if wanted != {"sound"}:
        _print_measured(wanted)
    if "sound" in wanted:
        head = ("pairing", "ratings", "error", "order", "best tenth", "covered")
        _print_table(head, _sound())


def _print_measured(wanted: Collection[str]) -> None:
    """Measure the costs, and print those of the tables that need them."""
    with TemporaryDirectory() as folder:
        costs = measure(Path(folder), lambda step: print(step, file=sys.stderr, flush=True))
        if "costs" in wanted:
            _print_table(("what", "cost"), _costs(costs))
        if "runs" in wanted:
            _print_table(_RUN_HEAD, _runs(costs, Path(folder)))
    if "sizes" in wanted:
        for title, design in (("The design of today", TODAY), ("With three changes", CHANGED)):
            print(f"{title}:\n")
            _print_table(_SIZE_HEAD, _sizes(costs, design))


if __name__ == "__main__":
    main(sys.argv[1:])
