"""How often the rules that stop a tournament stop it wrongly, and what they save.

python -m tests.tournaments.stopping 200 prints the figures of docs/ratings.md.
"""

import math
import sys
from collections.abc import Sequence
from random import Random

from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult
from tournaments.formats.field import Field
from tournaments.formats.registry import FORMATS
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.ratings.rating import BlockResult, rate
from tournaments.ratings.sequential import Sprt

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
DISTRIBUTIONS = {
    "wide": (0.2, 0.1, 0.4, 0.1, 0.2),
    "usual": (0.12, 0.0, 0.76, 0.0, 0.12),
    "narrow": (0.03, 0.0, 0.94, 0.0, 0.03),
}
"""How the scores of blocks may be distributed between two who are level."""


def tilted(base: Sequence[float], mean: float) -> list[float]:
    """The distribution with that mean that is nearest to `base`."""
    low, high = -20.0, 20.0
    for _ in range(60):
        tilt = (low + high) / 2
        weights = [w * math.exp(tilt * s) for w, s in zip(base, SCORES, strict=True)]
        reached = sum(w * s for w, s in zip(weights, SCORES, strict=True)) / sum(weights)
        low, high = (tilt, high) if reached < mean else (low, tilt)
    return [weight / sum(weights) for weight in weights]


def duel(weights: Sequence[float], sprt: Sprt, chance: Random) -> tuple[bool, int]:
    """Whether the new one is called better, looking every ten blocks; and after how many."""
    counts, blocks, ratio = dict.fromkeys(SCORES, 0), 0, 0.0
    while abs(ratio) < sprt.bound:
        for score in chance.choices(SCORES, weights, k=10):
            counts[score] += 1
        blocks += 10
        ratio = sprt.ratio(counts)
    return ratio > 0, blocks


def resolved(step: float, number: int, boards: int) -> tuple[str, int]:
    """A tournament of four, each beating the next with that chance; how it ends, and its blocks."""
    field = Field(f"{number}", {f"{n}": 1 for n in range(4)}, 2, boards, resolved=0.95)
    schedule, results = (
        StagedSchedule(FORMATS["round-robin"].stages(field)),
        dict[str, MatchResult](),
    )
    while missing := schedule.advance(results):
        results |= {each.id: _played(each, step) for each in missing}
    blocks = len(schedule.fixtures) // 2
    if schedule.fixtures[-1].block.board == boards:
        return "open", blocks
    games = [BlockResult.of(f.seats, results[f.id].places) for f in schedule.fixtures]
    by_name = rate(field.names, games).by_entrant
    order = sorted(field.names, key=lambda name: -by_name[name].mu)
    return ("right" if order == field.names and step != 0.5 else "wrong"), blocks


def _played(fixture: Fixture, step: float) -> MatchResult:
    one, other = map(int, fixture.seats)
    odds = (step / (1 - step)) ** (other - one)
    won = Random(fixture.id).random() < odds / (1 + odds)
    places = (1, 2) if won else (2, 1)
    return MatchResult(places, places)


def main(times: int) -> None:
    """All figures."""
    chance = Random(11)
    for name, weights in DISTRIBUTIONS.items():
        for margin in (0.02, 0.05):
            for mean in (0.5, 0.5 + margin / 2, 0.5 + margin):
                made = [duel(tilted(weights, mean), Sprt(margin), chance) for _ in range(times)]
                better = sum(answer for answer, _ in made) / times
                blocks = sum(number for _, number in made) / times
                told = f"{name}, margin {margin}, mean {mean}: better {better:.3f}"
                sys.stdout.write(f"{told}, {blocks:.0f} blocks\n")
    for step, boards in ((0.5, 100), (0.6, 1000), (0.7, 500)):
        ends = [resolved(step, number, boards) for number in range(times // 2)]
        how = {end: sum(own == end for own, _ in ends) for end in ("right", "wrong", "open")}
        blocks = sum(number for _, number in ends) / len(ends)
        sys.stdout.write(f"step {step}: {how}, {blocks:.0f} of {6 * boards} blocks\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
