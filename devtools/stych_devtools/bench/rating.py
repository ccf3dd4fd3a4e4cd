"""Compares ratings to convergence with one call of the package trueskill for each match."""

import time
from collections.abc import Callable, Sequence
from itertools import combinations
from random import Random
from statistics import median
from typing import Final

import trueskill

from referee.games.outcome import places
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, Ratio
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import rate

BOTS: Final = 20
"""The number of bots that are rated."""
FIVE: Final = 5
"""The number of seats of the larger boards."""
_LEAST_TWO: Final = 10
"""The goal: the least time of calls of the package, as a multiple of that of our ratings."""
_MOST_FIVE: Final = 3
"""The goal: the most time of our ratings, as a multiple of that of calls of the package."""
_FEWER: Final = 50
"""In a full run there are fewer boards of five seats than of two, by this factor. Hardly two of
them have the same result, so each is rated by itself, and the ratio does not depend on their
number."""
_CALLED: Final = 2_000
"""The most matches for which calls of the package are timed; the time for all is computed."""


def ratings(effort: Effort, note: Callable[[], None]) -> Findings:
    """The ratios for boards of two seats and of five. `note` is called after each round."""
    pairs, fives = effort.rated, max(effort.rated // _FEWER, 100)
    two, calls = _measured(2, pairs, effort.rounds, note)
    five, calls_of_five = _measured(FIVE, fives, effort.rounds, note)
    text = f"{pairs:,} matches of {BOTS} bots, two seats: {two:.2f} s to convergence"
    text_of_five = f"{fives:,} boards of {FIVE} seats: {five:.2f} s to convergence"
    called = "trueskill.rate once a match"
    return Findings(
        [
            Ratio(
                "ratings/two",
                calls / two,
                _LEAST_TWO,
                at_least=True,
                text=f"{text}; {called} {calls:.1f} s",
            ),
            Ratio(
                "ratings/five",
                five / calls_of_five,
                _MOST_FIVE,
                at_least=False,
                text=f"{text_of_five}; {called} {calls_of_five:.2f} s",
            ),
        ]
    )


def _measured(
    seats: int, matches: int, rounds: int, note: Callable[[], None]
) -> tuple[float, float]:
    """Seconds of processor time to rate to convergence, and to call the package for each match.

    Both are medians over the rounds.
    """
    names, results = season(BOTS, seats, matches)
    converged, called = [], []
    for _ in range(rounds):
        # In turn within a round, so that other work on the machine affects both.
        begun = time.process_time()
        rate(names, results)
        converged.append(time.process_time() - begun)
        begun = time.process_time()
        _once_each(names, results[:_CALLED])
        called.append((time.process_time() - begun) * len(results) / len(results[:_CALLED]))
        note()
    return median(converged), median(called)


def season(bots: int, seats: int, matches: int) -> tuple[list[str], list[BlockResult]]:
    """The names of bots, and random results by the model of TrueSkill.

    The same arguments give the same results, so that two runs of the bench can be compared.
    """
    chance = Random(matches)
    names = [f"bot-{number}" for number in range(bots)]
    skills = {name: chance.gauss(0, 4) for name in names}
    groups = list(combinations(names, seats))
    results = []
    for _ in range(matches):
        group = chance.choice(groups)
        # Rounded, so that there are ties.
        points = [round(skills[name] + chance.gauss(0, 4)) for name in group]
        results.append(BlockResult.of(group, places(points)))
    return names, results


def _once_each(names: Sequence[str], results: Sequence[BlockResult]) -> None:
    # With the package's default backend, as most programs call it, and with the tau of `rate`.
    engine = trueskill.TrueSkill(tau=0.0)
    pool = {name: engine.create_rating() for name in names}
    for each in results:
        rated = engine.rate([(pool[name],) for name in each.entrants], each.places)
        pool.update(zip(each.entrants, (after for (after,) in rated), strict=True))
