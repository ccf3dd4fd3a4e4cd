"""Plays many tournaments of a cell and compares sigma with the errors that mu really has."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import numpy as np

from tests.tournaments.sigma import play as simulated
from tests.tournaments.sigma.cells import Cell
from tournaments.ratings.rating import NORMAL_95, Ratings, better_probability, ranked

Saying = Callable[[Ratings], Callable[[str, str], float]]
"""Makes from ratings a function of two names: the probability of `> next` for these two."""

FIELDS: Final = 20
"""The number of fields of a cell, each with skills of its own. With a single field, its few
possible results would decide how often an interval covers the truth."""
LEAST_LONGER, MOST_LONGER, ENOUGH = 40, 400, 20_000
"""The true mu comes from a tournament with so many times the boards that it has ENOUGH results, but
at least and at most this many times. With n times the boards, its own error adds about one part in
n to the variance."""
WAS: Final = 200
"""In only this many tournaments of a cell the former sigma is measured too: it changes no more."""
BINS: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""The ends of the bins for the probabilities that one is better than the next."""


@dataclass
class Method:
    """The figures of one way to compute sigma, from all tournaments that were taken."""

    saying: Saying
    sigmas: list[float] = field(default_factory=list)
    fields: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])
    """By field, how many intervals of entrants covered the truth, and how many there were."""
    pairs: int = 0
    """The number of pairs of neighbours in the tables."""
    pairs_covered: int = 0
    """The pairs whose difference of mu was within 1.96 of its deviations of the true one."""
    given: list[float] = field(default_factory=lambda: [0.0] * (len(BINS) - 1))
    """By bin, the sum of the probabilities that `> next` gave."""
    asked: list[int] = field(default_factory=lambda: [0] * (len(BINS) - 1))
    """By bin, the number of these probabilities."""
    right: list[int] = field(default_factory=lambda: [0] * (len(BINS) - 1))
    """By bin, how often the one that was ahead is really the better one."""

    def take(self, made: Ratings, truth: dict[str, float], skills: dict[str, float]) -> None:
        """Add a tournament; `truth` has the true mu, and `skills` say which of two is better."""
        covered, of = self.fields[-1]
        for name, own in made.by_entrant.items():
            self.sigmas.append(own.sigma)
            covered += abs(own.mu - truth[name]) <= NORMAL_95 * own.sigma
        self.fields[-1] = covered, of + len(made.by_entrant)
        said = self.saying(made)
        for (_, one), (_, other) in pairwise(ranked(made.by_entrant)):
            self._neighbours(made, one, other, truth[one] - truth[other])
            # Of a bot and its twin neither is better, so there is nothing to be right about.
            if skills[one] != skills[other]:
                self._asked(said(one, other), right=skills[one] > skills[other])

    def _neighbours(self, made: Ratings, one: str, other: str, gap: float) -> None:
        first, second = made.by_entrant[one], made.by_entrant[other]
        apart = max(made.covariance.apart(one, other), 1e-9)
        self.pairs += 1
        self.pairs_covered += abs(first.mu - second.mu - gap) <= NORMAL_95 * apart + 1e-9

    def _asked(self, given: float, *, right: bool) -> None:
        at = max(i for i, low in enumerate(BINS[:-1]) if low <= max(given, 0.5))
        self.given[at] += given
        self.asked[at] += 1
        self.right[at] += right

    def figures(self, spread: float) -> dict[str, Any]:
        """The figures that are kept; `spread` is the true standard deviation of mu."""
        covered, of = (sum(each) for each in zip(*self.fields, strict=True))
        by_field = [own / all_ for own, all_ in self.fields if all_]
        return {
            "width": round(math.fsum(self.sigmas) / len(self.sigmas) / spread, 3),
            "coverage": round(covered / of, 4),
            "error": round(float(np.std(by_field, ddof=1)) / math.sqrt(len(by_field)), 4),
            "pairs": round(self.pairs_covered / self.pairs, 4),
            "given": [round(each, 2) for each in self.given],
            "asked": self.asked,
            "right": self.right,
        }


def measure(
    cell: Cell,
    tournaments: int,
    note: Callable[[int], None] = lambda done: None,
    fields: int = FIELDS,
) -> dict[str, Any]:
    """The figures of a cell from so many tournaments; `note` is told how many are played."""
    now, before, variances = Method(_by_posterior), Method(_apart), list[float]()
    done = 0
    for number in range(fields):
        skills = simulated.field(cell, number)
        truth, better = true_mu(cell, number), _by_name(cell, skills)
        mus = []
        now.fields.append((0, 0))
        before.fields.append((0, 0))
        for seed in range(number, tournaments, fields):
            played = simulated.play(cell, skills, cell.boards, seed)
            made = played.rated()
            now.take(made, truth, better)
            if seed < WAS:
                before.take(played.believed(), truth, better)
            mus.append([own.mu for own in made.by_entrant.values()])
            done += 1
            note(done)
        if len(mus) > 1:
            variances += np.var(np.array(mus), axis=0, ddof=1).tolist()
    spread = math.sqrt(math.fsum(variances) / len(variances))
    return {
        "tournaments": tournaments,
        "fields": fields,
        "spread": round(spread, 4),
        "now": now.figures(spread),
        "before": before.figures(spread),
    }


def _by_name(cell: Cell, skills: simulated.Skills) -> dict[str, float]:
    """The skills of all, a twin's too."""
    own = [*skills.tolist(), *skills[: cell.bots - len(skills)].tolist()]
    return dict(zip(simulated.names(cell), own, strict=True))


def _by_posterior(made: Ratings) -> Callable[[str, str], float]:
    return made.posterior().better


def _apart(made: Ratings) -> Callable[[str, str], float]:
    """From the two ratings alone, as if their errors were independent."""
    own = made.by_entrant
    return lambda one, other: better_probability(own[one], own[other])


def true_mu(cell: Cell, number: int) -> dict[str, float]:
    """The ratings of the cell's field in a tournament that is many times as long."""
    skills = simulated.field(cell, number)
    results = cell.boards * simulated.results_of_board(cell)
    longer = max(LEAST_LONGER, min(MOST_LONGER, ENOUGH // results))
    long = simulated.play(cell, skills, longer * cell.boards, seed=10**6 + number)
    made = long.believed().by_entrant
    truth = {name: own.mu for name, own in made.items()}
    if cell.kind in ("twin", "kin"):
        # The twin is the first bot under another name, so it has the same true mu.
        first, *_, twin = sorted(truth)
        truth[twin] = truth[first]
    return truth
