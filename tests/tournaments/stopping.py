"""How often the rules that stop a tournament stop it wrongly, and what they save.

`python -m tests.tournaments.stopping 1000` prints the tables of docs/ratings.md below "Rules that
stop"; with `duels`, `looks`, `points` or `tournaments` after the number, only those. The number is
that of duels for each figure; of tournaments at most 100 are played for each line.
"""

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, product
from random import Random
from statistics import fmean

from tests.tournaments.fastchess import SCORES, Fastchess
from tests.tournaments.paired import Pair, called, drawn
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult
from tournaments.formats.duel import boards_in_stage
from tournaments.formats.field import Field
from tournaments.formats.registry import FORMATS
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import rate
from tournaments.ratings.sequential import BlockTest, Lead, ScoredBy, Sprt

BLOCKS: Mapping[str, Sequence[float]] = {
    "wide": (0.2, 0.1, 0.4, 0.1, 0.2),
    "usual": (0.12, 0.0, 0.76, 0.0, 0.12),
    "narrow": (0.03, 0.0, 0.94, 0.0, 0.03),
}
"""How the scores 0, 1/4, 1/2, 3/4 and 1 of blocks may be distributed between two who are level."""
MARGINS = (0.02, 0.05)
POINT_MARGINS = (1.0, 2.0)


def _bell(width: float) -> dict[int, float]:
    """Weights of the sums of two matches, in points."""
    return {each: math.exp(-((each / width) ** 2) / 2) for each in range(-40, 41)}


def _split(part: float, width: float) -> dict[int, float]:
    """Of blocks that are mostly split to the point."""
    rest = _bell(width)
    total = sum(rest.values())
    return {each: (1 - part) * own / total + part * (each == 0) for each, own in rest.items()}


POINTS: Mapping[str, Mapping[int, float]] = {
    "bell": _bell(10),
    "split": _split(0.7, 12),
    "skewed": {4: 0.8, -16: 0.2},
}
"""How the sums of the leads in the two matches of a block may be distributed."""


@dataclass(frozen=True, slots=True)
class Ends:
    """How simulated duels ended."""

    better: float
    """In how many the new one is called better, from 0 to 1."""
    blocks: float
    """Blocks on the mean."""

    @classmethod
    def of(cls, made: Iterable[tuple[bool, int]]) -> "Ends":
        called, blocks = zip(*made, strict=True)
        return cls(fmean(called), fmean(blocks))

    def __str__(self) -> str:
        return f"{self.better:.3f}, {self.blocks:.0f}"


def tilted(base: Mapping[float, float], mean: float) -> dict[float, float]:
    """The distribution with that mean that is nearest to `base`."""
    low, high = -20.0, 20.0
    most = max(map(abs, base))
    for _ in range(60):
        tilt = (low + high) / 2
        weights = {x: w * math.exp(tilt * x / most) for x, w in base.items()}
        reached = sum(w * x for x, w in weights.items()) / sum(weights.values())
        low, high = (tilt, high) if reached < mean else (low, tilt)
    total = sum(weights.values())
    return {x: w / total for x, w in weights.items()}


def ended(leads: Iterator[Lead], sprt: Sprt) -> tuple[bool, int]:
    """Whether the new one is called better, looked at as a duel does; and after how many blocks."""
    test, blocks = BlockTest(sprt), 0
    while not test.is_decided:
        boards = boards_in_stage(blocks, sprt)
        for lead in islice(leads, boards):
            test.take(lead)
        blocks += boards
    return test.evidence > 0, blocks


def by_places(base: Sequence[float], share: float, chance: Random) -> Iterator[Lead]:
    """Blocks of two matches without end, in which the new one has that share."""
    scores = tilted(dict(zip((-2.0, -1.0, 0.0, 1.0, 2.0), base, strict=True)), 4 * share - 2)
    amounts, weights = [*map(int, scores)], [*scores.values()]
    while True:
        for amount in chance.choices(amounts, weights, k=100):
            yield Lead(amount, 2, 1)


def by_points(base: Mapping[int, float], ahead: float, chance: Random) -> Iterator[Lead]:
    """Blocks of two matches without end, in which the new one is ahead by so much a match.

    The hands of a block are worth some points to whoever holds them: they even out in the block.
    """
    sums = tilted({float(each): own for each, own in base.items()}, 2 * ahead)
    amounts, weights = [*map(int, sums)], [*sums.values()]
    reach = 1
    while True:
        for amount in chance.choices(amounts, weights, k=100):
            reach = max(reach, round(abs(amount / 2) + abs(chance.gauss(0, 6))))
            yield Lead(amount, 2, reach)


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


def weights(kind: str, gain: float) -> list[float]:
    """How likely each score of a block is, where the new one is better by so much."""
    base = dict(zip(SCORES.tolist(), BLOCKS[kind], strict=True))
    return [*tilted(base, 0.5 + gain).values()]


def _cells(kind: str, margin: float) -> Iterator[tuple[list[float], int]]:
    """For level, half the margin better and the margin better: the weights and a seed."""
    for gain in (0.0, margin / 2, margin):
        # Seeds of their own, so that a cell does not depend on those before it.
        yield weights(kind, gain), Random(f"{kind} {margin} {gain}").getrandbits(32)


def duels(times: int, kinds: Iterable[str] = BLOCKS) -> Iterator[str]:
    """The duels by places beside those of fastchess on the same blocks, a line each."""
    for kind, margin in product(kinds, MARGINS):
        pairs = (Pair.of(own, Sprt(margin), times, seed) for own, seed in _cells(kind, margin))
        yield f"| {' | '.join([kind, f'{margin}', *map(str, pairs)])} |"


def looks(times: int, kinds: Iterable[str] = BLOCKS) -> Iterator[str]:
    """The blocks of fastchess that looks at the ends of stages alone, over those of fastchess."""
    sprt = Sprt(0.05)
    ends = {*accumulate(range(10**4), lambda done, _: done + boards_in_stage(done, sprt))}
    for kind in kinds:
        cells = list[str]()
        for own, seed in _cells(kind, sprt.margin):
            made = [
                called(Fastchess(sprt.margin, times), drawn(own, times, seed), sprt.bound, looked)
                for looked in (lambda _: True, ends.__contains__)
            ]
            cells.append(f"{made[1].blocks.mean() / made[0].blocks.mean():.3f}")
        yield f"| {' | '.join([kind, *cells])} |"


def duels_by_points(times: int, kinds: Iterable[str] = POINTS) -> Iterator[str]:
    """The duels by points, a line of the table each."""
    for kind, margin in product(kinds, POINT_MARGINS):
        cells, sprt = [kind, f"{margin}"], Sprt(margin, by=ScoredBy.POINTS)
        for gain in (0.0, margin / 2, margin):
            chance = Random(f"{kind} {margin} {gain}")
            made = (ended(by_points(POINTS[kind], gain, chance), sprt) for _ in range(times))
            cells += [f"{Ends.of(made)}"]
        yield f"| {' | '.join(cells)} |"


def tournaments(times: int) -> Iterator[str]:
    """The tournaments that end when their ranking is resolved."""
    for step, boards in ((0.5, 100), (0.6, 1000), (0.7, 500)):
        ends = [resolved(step, number, boards) for number in range(times)]
        how = {end: sum(own == end for own, _ in ends) for end in ("right", "wrong", "open")}
        blocks = sum(number for _, number in ends) / len(ends)
        yield f"step {step}: {how}, {blocks:.0f} of {6 * boards} blocks"


TABLES: Mapping[str, Callable[[int], Iterator[str]]] = {
    "duels": duels,
    "looks": looks,
    "points": duels_by_points,
    "tournaments": tournaments,
}


def main(times: int, *chosen: str) -> None:
    """All figures, or those of the chosen tables."""
    for name in chosen or TABLES:
        for line in TABLES[name](min(times, 100) if name == "tournaments" else times):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
