"""Simulates a large ladder with known skills, to compare ways of pairing and of rating.

Skills are on TrueSkill's scale. Each day some bots are replaced by new versions, whose ratings
begin at the prior.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import trueskill
from numpy.typing import NDArray

from tournaments.ratings.rankings import BlockResult
from tournaments.ratings.rating import MU, NORMAL_95, rate

SIGMA: Final = MU / 3
"""The standard deviation of the prior of a rating."""
BETA: Final = MU / 6
"""The standard deviation of one bot's performance in a block."""
SPREAD: Final = MU / 6
"""The standard deviation of skills."""
DRAWS: Final = 0.1
"""The probability that a block between equal bots is a draw."""

Floats = NDArray[np.float64]
Pairing = Callable[["Season"], Iterator[tuple[int, int]]]
"""A function that pairs bots by their numbers; each pair plays one block."""


class Soundness(NamedTuple):
    """How well ratings agree with the true skills, over the bots that are active at the end."""

    error: float
    """The root mean square of the errors of mu, after the means of mu and skill were made equal."""
    order: float
    """The rank correlation (Spearman's) of mu and skill."""
    top: float
    """The share of the best tenth by skill that is also in the best tenth by mu."""
    covered: float
    """The share of bots whose error is at most 1.96 sigma; 0.95 is right."""


class Season:
    """The bots of a ladder and their results. The same seed and calls give the same season."""

    def __init__(self, bots: int, seed: int, *, versions: float = 0.01) -> None:
        """`versions` is the probability that a bot is replaced at the end of a day."""
        self.chance = np.random.default_rng(seed)
        self._versions = versions
        self.skills: list[float] = self.chance.normal(MU, SPREAD, bots).tolist()
        """By bot: its true skill, also of bots that were replaced."""
        self.active = list(range(bots))
        """The numbers of the bots that have not been replaced."""
        self._environment = trueskill.TrueSkill(MU, SIGMA, BETA, 0.0, DRAWS)
        self.ratings = [self._environment.create_rating() for _ in range(bots)]
        """By bot: the rating that is updated after each result."""
        self.met: defaultdict[int, Counter[int]] = defaultdict(Counter)
        """By bot and opponent: how many blocks they have played."""
        self._results: list[tuple[int, int, int]] = []
        """Two bots, and 1 if the first one won, -1 if the second one did, 0 for a draw."""
        self._margin = trueskill.calc_draw_margin(DRAWS, 2, self._environment)

    def play(self, days: int, pairing: Pairing, blocks: int) -> None:
        """Play `days` days. On each day all active bots are paired `blocks` times.

        So a bot plays about `blocks` blocks a day, but about half as many again with `most_open`.
        """
        for _ in range(days):
            for _ in range(blocks):
                for one, other in list(pairing(self)):
                    self._block(one, other)
            self._replace()

    def day_by_day(self) -> Soundness:
        """The soundness of the ratings that were updated after each result."""
        rated = [self.ratings[each] for each in self.active]
        return self._compared([each.mu for each in rated], [each.sigma for each in rated])

    def all_at_once(self) -> Soundness:
        """The soundness of ratings from all results at once, as `stych table` makes them."""
        names = [f"{number:06}" for number in range(len(self.skills))]
        places = {0: (1, 1), 1: (1, 2), -1: (2, 1)}
        results = [
            BlockResult.of((names[one], names[other]), places[result])
            for one, other, result in self._results
        ]
        by_entrant = rate(names, results, DRAWS).by_entrant
        rated = [by_entrant[names[each]] for each in self.active]
        return self._compared([each.mu for each in rated], [each.sigma for each in rated])

    def _block(self, one: int, other: int) -> None:
        """Play a block, and update the ratings of both bots."""
        # The difference of two performances, each with the standard deviation BETA.
        luck = float(self.chance.normal(0.0, math.sqrt(2) * BETA))
        lead = self.skills[one] - self.skills[other] + luck
        result = 0
        if abs(lead) >= self._margin:
            result = 1 if lead > 0 else -1
        self._results.append((one, other, result))
        first, second = (one, other) if result >= 0 else (other, one)
        self.met[one][other] += 1
        self.met[other][one] += 1
        self.ratings[first], self.ratings[second] = trueskill.rate_1vs1(
            self.ratings[first], self.ratings[second], drawn=result == 0, env=self._environment
        )

    def _replace(self) -> None:
        """Replace some active bots, chosen at random, by new versions."""
        for place, old in enumerate(self.active):
            if self.chance.random() < self._versions:
                # A new version is about as good as the old one, but its rating begins at the prior.
                self.skills.append(self.skills[old] + float(self.chance.normal(0.0, SPREAD / 3)))
                self.ratings.append(self._environment.create_rating())
                self.active[place] = len(self.skills) - 1

    def _compared(self, mu: Sequence[float], sigma: Sequence[float]) -> Soundness:
        """The soundness of ratings of the active bots, in their order."""
        skills = np.array([self.skills[each] for each in self.active])
        means, deviations = np.array(mu), np.array(sigma)
        errors = (means - means.mean()) - (skills - skills.mean())
        best = max(1, len(skills) // 10)
        truly, rated = (set(np.argsort(-each)[:best].tolist()) for each in (skills, means))
        return Soundness(
            error=float(np.sqrt((errors**2).mean())),
            order=float(np.corrcoef(_ranks(means), _ranks(skills))[0, 1]),
            top=len(truly & rated) / best,
            covered=float((np.abs(errors) <= NORMAL_95 * deviations).mean()),
        )


def _ranks(values: Floats) -> Floats:
    return np.argsort(np.argsort(values)).astype(np.float64)


def by_chance(season: Season) -> Iterator[tuple[int, int]]:
    """Pair all bots at random. With an odd number one bot does not play."""
    drawn = season.chance.permutation(season.active).tolist()
    yield from zip(drawn[::2], drawn[1::2], strict=False)


def neighbours(season: Season) -> Iterator[tuple[int, int]]:
    """Pair bots that are next to each other by mu. One bot, or the two at the ends, may be left."""
    ordered = sorted(season.active, key=lambda each: season.ratings[each].mu)
    yield from _adjacent(season, ordered)


def drawn_neighbours(season: Season) -> Iterator[tuple[int, int]]:
    """Pair bots that are next to each other by a skill drawn from each rating.

    The less is known about a bot, the wider is the range of its opponents.
    """
    yield from _adjacent(season, _drawn(season, season.active))


def _drawn(season: Season, bots: Sequence[int]) -> list[int]:
    """The bots, sorted by skills that are drawn from their ratings."""
    rated = [season.ratings[each] for each in bots]
    drawn = season.chance.normal([r.mu for r in rated], [r.sigma for r in rated])
    return [bots[place] for place in np.argsort(drawn).tolist()]


def _adjacent(season: Season, ordered: Sequence[int]) -> Iterator[tuple[int, int]]:
    # By chance from the first or the second bot on: otherwise the same two would always meet.
    pairs = list(pairwise(ordered))
    yield from pairs[int(season.chance.integers(2)) :: 2]


def half_by_chance(season: Season) -> Iterator[tuple[int, int]]:
    """Pair half of the bots at random, and the other half as `drawn_neighbours` does."""
    mixed = season.chance.permutation(season.active).tolist()
    half = len(mixed) // 2
    yield from zip(mixed[: half // 2 * 2 : 2], mixed[1 : half // 2 * 2 : 2], strict=True)
    yield from _adjacent(season, _drawn(season, mixed[half:]))


def most_open(season: Season) -> Iterator[tuple[int, int]]:
    """Let each bot choose the opponent against which the result is most open, as a ladder does.

    A bot that was chosen does not choose any more, but may be chosen again.
    """
    active = np.array(season.active)
    rated = [season.ratings[each] for each in season.active]
    mu, variance = np.array([r.mu for r in rated]), np.array([r.sigma**2 for r in rated])
    place_of = {each: place for place, each in enumerate(season.active)}
    has_played: set[int] = set()
    for place in season.chance.permutation(len(active)).tolist():
        bot = season.active[place]
        if bot in has_played:
            continue
        # A logistic curve close to the normal distribution: numpy has no error function.
        better = 1 / (1 + np.exp(-1.702 * (mu - mu[place]) / np.sqrt(variance + variance[place])))
        interest = better * (1 - better)
        for other, times in season.met[bot].items():
            if other in place_of:
                interest[place_of[other]] /= 1 + times
        # A bot does not play against itself.
        interest[place] = -1.0
        chosen = season.active[int(interest.argmax())]
        has_played |= {bot, chosen}
        yield bot, chosen


PAIRINGS: Final = (most_open, by_chance, neighbours, drawn_neighbours, half_by_chance)
"""The pairings that are compared."""
