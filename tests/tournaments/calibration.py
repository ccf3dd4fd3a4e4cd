"""Simulated tournaments whose truth is known: do intervals cover it as often as they say?

`python -m tests.tournaments.calibration 60` prints the first two tables of docs/ratings.md below
"Does it hold?", with today's sigma.
"""

import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations, groupby, pairwise
from random import Random
from statistics import NormalDist, mean, variance

from referee.games.game import places
from tests.tournaments.rated import rating_of
from tests.tournaments.sigma.cells import LUCK
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.round_robin import round_robin
from tournaments.ratings.rating import better_probability
from tournaments.ratings.scores import Interval
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.tabulate import tabulate

BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Of predicted probabilities."""


@dataclass(frozen=True)
class Pool:
    """Entrants with known skills in units of a match's luck, which is normal."""

    skills: Mapping[str, float]
    seats: int
    luck: str

    def play(self, boards: int, seed: int) -> StandingsTable:
        """A tournament of so many boards."""
        return tabulate(list(self.skills), self._matches(boards, Random(seed)))

    def _matches(self, boards: int, chance: Random) -> Iterator[PlayedMatch]:
        hand_part, entrant_part = LUCK[self.luck]
        rest = math.sqrt(1 - hand_part - entrant_part)
        fixtures = round_robin("simulated", list(self.skills), self.seats, boards)
        for block, group in groupby(fixtures, lambda fixture: fixture.block):
            hands = [chance.gauss(0, math.sqrt(hand_part)) for _ in block.entrants]
            own = {name: chance.gauss(0, math.sqrt(entrant_part)) for name in block.entrants}
            for fixture in group:
                reached = [
                    self.skills[name] + hand + own[name] + chance.gauss(0, rest)
                    for name, hand in zip(fixture.seats, hands, strict=True)
                ]
                yield _played(fixture, reached)

    def share(self, name: str) -> float:
        """What the entrant's share of points comes to in the long run."""
        others = [skill for other, skill in self.skills.items() if other != name]
        luck = NormalDist(0, math.sqrt(2))
        won = [luck.cdf(self.skills[name] - skill) for skill in others]
        return sum(won) / len(won)


def _played(fixture: Fixture, reached: Sequence[float]) -> PlayedMatch:
    points = tuple(round(1000 * each) for each in reached)
    return PlayedMatch(fixture, MatchResult(places(points), points))


@dataclass
class Figures:
    """How often the truth was covered, over many tournaments."""

    asked: Counter[str] = field(default_factory=Counter)
    covered: Counter[str] = field(default_factory=Counter)
    predicted: Counter[float] = field(default_factory=Counter)
    """Pairs by the bin of the `better_probability` of the upper one in the table."""
    right: Counter[float] = field(default_factory=Counter)

    shares: dict[str, list[float]] = field(default_factory=dict)
    """Of each entrant, over the tournaments."""
    widths: list[float] = field(default_factory=list)
    """Of the intervals of these shares."""

    def note(self, what: str, *, covered: bool) -> None:
        """Note one interval."""
        self.asked[what] += 1
        self.covered[what] += covered

    def width(self, entrant: str, share: float, interval: Interval | None) -> None:
        """Note an entrant's share in one tournament, and the width of its interval."""
        low, high = interval or (0.0, 1.0)
        self.widths.append(high - low)
        self.shares.setdefault(entrant, []).append(share)

    def coverage(self, what: str) -> float:
        """The share of the intervals that covered the truth."""
        return self.covered[what] / self.asked[what]

    def breadth(self) -> float:
        """The mean width of the intervals over that of normal ones with the true deviation."""
        spread = [variance(each) for each in self.shares.values()]
        return mean(self.widths) / (2 * 1.96 * math.sqrt(mean(spread)))

    def rightness(self, low: float) -> float:
        """The share of the predictions in that bin that were right."""
        return self.right[low] / self.predicted[low]


def measure(
    pool: Pool, boards: int, seeds: Iterable[int], truth: StandingsTable | None = None
) -> Figures:
    """The figures of the tournaments with these seeds.

    Those of mu need `truth`, the table of a long tournament, whose mus are taken for the true ones.
    """
    figures = Figures()
    ranks = {name: 1 + sum(o > s for o in pool.skills.values()) for name, s in pool.skills.items()}
    skills = {each.entrant: rating_of(each).mu for each in truth.standings} if truth else {}
    for seed in seeds:
        made = pool.play(boards, seed)
        for own in made.standings:
            figures.note("share", covered=within(pool.share(own.entrant), own.share_interval))
            figures.width(own.entrant, own.points_share or 0.0, own.share_interval)
            naive = _by_match(own.wins, own.draws, own.matches)
            figures.note("share by match", covered=within(pool.share(own.entrant), naive))
            figures.note("rank", covered=within(ranks[own.entrant], own.rank_range))
            if truth:
                rating = rating_of(own)
                off = abs(rating.mu - skills[own.entrant])
                figures.note("mu", covered=off <= 1.96 * rating.sigma)
        for interval in made.seat_intervals:
            figures.note("seats", covered=within(0.5, interval))
        _predict(figures, pool, made)
    return figures


def within(value: float, interval: Interval | None) -> bool:
    """Whether the interval has the value."""
    return interval is not None and interval[0] - 1e-9 <= value <= interval[1] + 1e-9


def _by_match(wins: int, draws: int, matches: int) -> Interval:
    """As if matches, not blocks, were independent: what the table must not do. For two seats."""
    share = (wins + draws / 2) / matches
    squares = (wins + draws / 4) / matches - share**2
    reach = 1.96 * math.sqrt(squares / max(1, matches - 1))
    return share - reach, share + reach


def _predict(figures: Figures, pool: Pool, made: StandingsTable) -> None:
    """Note for every two whether the upper one in the table is truly the better one.

    What is predicted is the `better_probability` of the two ratings. The column `> next` of a table
    is another figure: it comes from the posterior of all entrants.
    """
    for one, other in combinations(made.standings, 2):
        given = better_probability(
            rating_of(one),
            rating_of(other),
            made.covariance.apart(one.entrant, other.entrant),
        )
        low = max(each for each in BINS[:-1] if each <= max(given, 0.5))
        figures.predicted[low] += 1
        figures.right[low] += pool.skills[one.entrant] > pool.skills[other.entrant]


def fixed(seats: int, luck: str, spread: float = 0.25) -> Pool:
    """Six entrants, or five with more than two seats; their skills are unequally far apart."""
    skills = [-3.0, -1.0, -0.5, 0.5, 1.5, 2.5][: 6 if seats == 2 else 5]
    return Pool({f"bot {i}": spread * each for i, each in enumerate(skills)}, seats, luck)


def drawn(seed: int, luck: str, entrants: int = 8, spread: float = 0.3) -> Pool:
    """Entrants whose skills come from a normal distribution."""
    chance = Random(f"skills/{seed}")
    return Pool({f"bot {i}": chance.gauss(0, spread) for i in range(entrants)}, 2, luck)


def measure_drawn(luck: str, boards: int, tournaments: int) -> Figures:
    """Tournaments that each have other entrants: all figures but the shares and their widths."""
    whole = Figures()
    for seed in range(tournaments):
        own = measure(drawn(seed, luck), boards, [seed])
        for counter in ("asked", "covered", "predicted", "right"):
            getattr(whole, counter).update(getattr(own, counter))
    return whole


TITLES = (
    (
        "seats",
        "luck",
        "boards",
        "share",
        "its breadth",
        "as if by match",
        "seats",
        "mu",
        "rank",
        "gain",
    ),
    ("luck", *(f"{low} to {high}" for low, high in pairwise(BINS)), "rank"),
)


@cache
def _truth(seats: int, luck: str) -> StandingsTable:
    return fixed(seats, luck).play(1000, seed=10**6)


def coverage(seats: int, luck: str, boards: int, tournaments: int) -> tuple[object, ...]:
    """A line of the first table."""
    pool = fixed(seats, luck)
    truth = _truth(seats, luck)
    figures = measure(pool, boards, range(tournaments), truth)
    by_match = figures.coverage("share by match") if seats == 2 else ""
    rest = (figures.coverage(what) for what in ("seats", "mu", "rank"))
    gain = truth.duplicates.times if truth.duplicates else None
    return seats, luck, boards, figures.coverage("share"), figures.breadth(), by_match, *rest, gain


def predictions(luck: str, tournaments: int) -> tuple[object, ...]:
    """A line of the second table."""
    figures = measure_drawn(luck, 20, tournaments)
    return luck, *(figures.rightness(low) for low in BINS[:-1]), figures.coverage("rank")


def main(tournaments: int) -> None:
    """Print both tables."""
    line(TITLES[0])
    for luck in LUCK:
        for seats, boards in ((2, 3), (2, 10), (2, 40), (3, 10), (4, 10)):
            line(coverage(seats, luck, boards, tournaments))
    line(TITLES[1])
    for luck in LUCK:
        line(predictions(luck, tournaments))


def line(cells: Sequence[object]) -> None:
    """Print a line of a Markdown table."""
    shown = (f"{cell:.3f}" if isinstance(cell, float) else str(cell) for cell in cells)
    sys.stdout.write("| " + " | ".join(shown) + " |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
