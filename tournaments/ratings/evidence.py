"""The joint evidence of each distinct ranking about the skills of all its players.

Propagation has a separate belief for each player. For each pair of neighbours in a ranking it also
has a message about the difference of their performances. Here the messages of a ranking at the
fixed point are transformed to the skills of all its players together: a precision matrix, and the
pull of the ranking at the ratings. The ratings are the point at which the pulls of all rankings and
of the prior add up to 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.conditioning import Floats
from tournaments.ratings.propagation import Fit, Ranking

Numbers: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RankingBatch:
    """The evidence of rankings with the same number of teams of the same size; a row is a ranking.

    `precision` and `pull` are of the whole ranking, before `weights` are applied.
    """

    rankings: Numbers
    """The index of each ranking in the sequence that was given to `evidence`."""
    players: Numbers
    """The players of each ranking, team by team."""
    weights: Floats
    """By player: what part of the ranking's evidence counts for the player, from 0 to 1."""
    precision: Floats
    """The precision matrix of each ranking, by its players."""
    pull: Floats
    """By player: the gradient of the evidence at the ratings, in units of precision times skill."""


def evidence(fit: Fit, rankings: Sequence[Ranking]) -> list[RankingBatch]:
    """The evidence of `rankings`: those of the fit, in the order of the sites of the fit."""
    means = np.array([mean for mean, _ in fit.moments()])
    shapes: dict[tuple[int, int], list[int]] = {}
    for number, ranking in enumerate(rankings):
        shapes.setdefault((len(ranking.teams), len(ranking.teams[0])), []).append(number)
    return [
        _batch(fit, rankings, numbers, means, shape) for shape, numbers in sorted(shapes.items())
    ]


def _batch(
    fit: Fit,
    rankings: Sequence[Ranking],
    numbers: Sequence[int],
    means: Floats,
    shape: tuple[int, int],
) -> RankingBatch:
    teams, size = shape
    players = np.array([rankings[number].players for number in numbers])
    messages = np.array([fit.sites[number].factor.messages for number in numbers])
    pi, tau = messages[..., 0], messages[..., 1]
    # The matrix that maps skills of players to differences of neighbouring teams.
    steps = np.eye(teams - 1, teams) - np.eye(teams - 1, teams, 1)
    contrasts = np.repeat(steps, size, axis=1)
    noise = contrasts @ contrasts.T * fit.constants.noise
    # Differences of performances have this noise beside the difference of the skills, so messages
    # about them are less precise about skills. This form has no division by pi, which may be 0.
    damping = np.linalg.inv(np.eye(teams - 1) + pi[:, :, None] * noise)
    precision = contrasts.T @ (damping * pi[:, None, :]) @ contrasts
    pull = (damping @ tau[:, :, None])[:, :, 0] @ contrasts
    pull -= (precision @ means[players][:, :, None])[:, :, 0]
    weights = np.array([rankings[number].weights for number in numbers])
    return RankingBatch(np.array(numbers), players, weights, precision, pull)
