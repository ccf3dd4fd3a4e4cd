"""What each distinct ranking says of all its players together, where propagation has settled.

Propagation keeps a belief for each player alone. Between the performances of neighbours in a
ranking it has messages about their difference, though, and these are carried here to the skills of
all players at once: a precision matrix, and the pull of the ranking at the skills as rated. The
pulls of all rankings and of the prior add up to nothing, which is what makes them the ratings.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.conditioning import Matrix
from tournaments.ratings.propagation import Fit, Ranking

Numbers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RankingBatch:
    """The evidence of rankings of one shape: so many teams of so many players. A row is a ranking.

    Weights are not in it: they say what part of this counts for each player.
    """

    rankings: Numbers
    """Their numbers, in the order in which they were given."""
    players: Numbers
    """A row has the players of a ranking, team by team."""
    weights: Matrix
    precision: NDArray[np.float64]
    """A square matrix for each ranking."""
    pull: Matrix
    """By how much each player is drawn up or down, in units of precision times skill."""


def evidence(fit: Fit, rankings: Sequence[Ranking]) -> list[RankingBatch]:
    """The evidence of these rankings, which are those of the fit, in its order."""
    means = np.array([mean for mean, _ in fit.moments()])
    shapes: dict[tuple[int, int], list[int]] = {}
    for number, each in enumerate(rankings):
        shapes.setdefault((len(each.teams), len(each.teams[0])), []).append(number)
    return [
        _batch(fit, rankings, numbers, means, shape) for shape, numbers in sorted(shapes.items())
    ]


def _batch(
    fit: Fit,
    rankings: Sequence[Ranking],
    numbers: Sequence[int],
    means: Matrix,
    shape: tuple[int, int],
) -> RankingBatch:
    teams, size = shape
    players = np.array([rankings[number].players for number in numbers])
    told = np.array([fit.sites[number].factor.messages for number in numbers])
    pi, tau = told[..., 0], told[..., 1]
    # From skills to the differences of neighbouring teams.
    steps = np.eye(teams - 1, teams) - np.eye(teams - 1, teams, 1)
    between = np.repeat(steps, size, axis=1)
    noise = between @ between.T * fit.engine.noise
    # A message about a difference of performances says less of the skills. Written so that a
    # message that says nothing, with a precision of 0, is not divided by.
    less = np.linalg.inv(np.eye(teams - 1) + pi[:, :, None] * noise)
    precision = between.T @ (less * pi[:, None, :]) @ between
    pull = (less @ tau[:, :, None])[:, :, 0] @ between
    pull -= (precision @ means[players][:, :, None])[:, :, 0]
    weights = np.array([rankings[number].weights for number in numbers])
    return RankingBatch(np.array(numbers), players, weights, precision, pull)
