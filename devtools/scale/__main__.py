"""Prints the tables of docs/scale.md.

    python -m devtools.scale [costs] [runs] [sizes] [sound]

The arguments name parts of the page; without arguments all are printed.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Final

from devtools.scale.costs import Costs, measure, run
from devtools.scale.one_machine import OneMachine
from devtools.scale.service import CHANGED, DAY, TODAY, Day, Demand, Design, Fleet, Service
from devtools.scale.soundness import PAIRINGS, Season, Soundness

_RUNS: Final = ((8, 40), (60, 2))
"""Bots and boards of the runs that are predicted, and then played."""
_SIZES: Final = (60, 300, 1_000, 3_000, 10_000, 30_000)
"""Bots of a ladder."""
_MATCHES: Final = 100
"""Matches for each bot on a day."""
_SEASON: Final = (200, 20, 4)
"""Bots, days, and blocks of each bot on a day."""
_SEASONS: Final = 8
"""The number of seasons whose figures are averaged. A single one says little, as errors of ratings
are shared by many of its bots."""


def _print_table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> None:
    print(f"| {' | '.join(head)} |")
    print("|" + "---|" * len(head))
    for row in rows:
        print(f"| {' | '.join(row)} |", flush=True)
    print()


def _costs(costs: Costs) -> None:
    # What it is, the cost, the factor to the unit, the unit.
    rows = (
        ("a run", costs.run, 1, "s"),
        ("to start and end a process of a bot", costs.bot, 1, "s"),
        ("a match of fox between bots that do not think", costs.decisions, 1e3, "ms"),
        ("its messages, where each has one decision", costs.messages, 1e3, "ms"),
        ("to save it", costs.save, 1e3, "ms"),
        ("to rate a block", costs.rate, 1e6, "us"),
        ("to weigh one opponent for one bot", costs.pair, 1e6, "us"),
        ("to save a definition, for each entrant", costs.define, 1e6, "us"),
        ("the journal's entry of it, for each entrant", costs.defined, 1, "bytes"),
        ("memory of the runner, for each match", costs.held, 1, "bytes"),
    )
    _print_table(
        ("what", "cost"),
        ((what, f"{value * factor:.3g} {unit}") for what, value, factor, unit in rows),
    )


def _runs(costs: Costs, folder: Path) -> Iterator[Sequence[str]]:
    """The rows of the table of runs that are predicted and played."""
    for bots, boards in _RUNS:
        expected = OneMachine(costs).round_robin(bots, boards)
        real = run(folder, bots, boards)
        yield (
            f"{bots} bots, {boards} boards",
            f"{real.matches:,}",
            f"{expected.processor:.1f}",
            f"{real.processor:.1f}",
            f"{expected.processor / real.processor - 1:+.0%}",
            f"{expected.elapsed:.1f}",
            f"{real.elapsed:.1f}",
            f"{expected.elapsed / real.elapsed - 1:+.0%}",
        )


def _sizes(costs: Costs, design: Design) -> Iterator[Sequence[str]]:
    """The rows of the table of days, one for each size of the ladder."""
    fleet = Fleet()
    for bots in _SIZES:
        matches = bots * _MATCHES
        day = Service(costs, Demand(bots, matches), fleet, design).run()
        part, share = day.busiest()
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
    """The cells on machines: how busy they are, and the share of that for starting bots."""
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


def main(parts: Sequence[str]) -> None:
    """Print these parts, or all if there are none. An unknown part ends the program."""
    wanted = set(parts) or {"costs", "runs", "sizes", "sound"}
    if wanted - {"costs", "runs", "sizes", "sound"}:
        sys.exit(f"{__doc__}\nreceived: {' '.join(parts)}")
    # The simulation of soundness alone needs no measured costs.
    if wanted != {"sound"}:
        with TemporaryDirectory() as folder:
            costs = measure(Path(folder), lambda step: print(step, file=sys.stderr, flush=True))
            _costs(costs)
            if "runs" in wanted:
                pair = (
                    "expected, s of processor time",
                    "taken",
                    "off",
                    "expected, s",
                    "taken",
                    "off",
                )
                _print_table(("run", "matches", *pair), _runs(costs, Path(folder)))
        if "sizes" in wanted:
            head = ("bots", "played", "one process", "most of it", "machines", "of that, starts")
            for design in (TODAY, CHANGED):
                _print_table((*head, "memory", "journal a day"), _sizes(costs, design))
    if "sound" in wanted:
        head = ("pairing", "ratings", "error", "order", "best tenth", "covered")
        _print_table(head, _sound())


if __name__ == "__main__":
    main(sys.argv[1:])
