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
"""How ratings come to what `> next` says of two."""

FIELDS: Final = 20
"""Fields of other skills in a cell: with a single one, how its few possible results lie would
decide how often an interval covers."""
LEAST_LONGER, MOST_LONGER, ENOUGH = 40, 400, 20_000
"""How many times as many boards the truth is of, at least and at most: so many that it has enough
results. Its own error adds about one part in so many to the variance."""
WAS: Final = 200
"""Of so many tournaments of a cell the former sigma is measured too: it does not change."""
BINS: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.0)
"""Of the probabilities that one is better than the next."""


@dataclass
class Method:
    """What one way to make sigma came to."""

    saying: Saying
    sigmas: list[float] = field(default_factory=list)
    fields: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])
    """By field, the intervals of entrants that had the truth, and all."""
    pairs: int = 0
    """Neighbours in the table."""
    pairs_covered: int = 0
    """Those of them whose difference was within 1.96 of its deviations."""
    given: list[float] = field(default_factory=lambda: [0.0] * (len(BINS) - 1))
    """By bin, the sum of what `> next` said, how often that was, and how often it was right."""
    asked: list[int] = field(default_factory=lambda: [0] * (len(BINS) - 1))
    right: list[int] = field(default_factory=lambda: [0] * (len(BINS) - 1))

    def take(self, made: Ratings, truth: dict[str, float], skills: dict[str, float]) -> None:
        """One tournament: the true mu is compared with, and skills say who is the better."""
        covered, of = self.fields[-1]
        for name, own in made.by_entrant.items():
            self.sigmas.append(own.sigma)
            covered += abs(own.mu - truth[name]) <= NORMAL_95 * own.sigma
        self.fields[-1] = covered, of + len(made.by_entrant)
        said = self.saying(made)
        for (_, one), (_, other) in pairwise(ranked(made.by_entrant)):
            self._neighbours(made, one, other, truth[one] - truth[other])
            # A twin is no better and no worse, and is not asked about.
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
        """What is kept of it, `spread` being the true deviation of mu."""
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
    """The figures of a cell, of so many tournaments; `note` is told how many are played."""
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
    """As if errors were apart and nobody else in the field."""
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
        first, *_, twin = sorted(truth)
        truth[twin] = truth[first]
    return truth
