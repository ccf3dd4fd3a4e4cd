"""The posterior distribution of a field's skills, by a normal hierarchical model (Gelman 2006).

A leader has also been lucky: if skills differ little compared with the errors of mu, a lead means
less than its standard error suggests. Skills are taken to be normal around one mean, with an
unknown standard deviation (the spread), which is estimated from the whole field: each value of a
grid has a posterior weight, the likelihood of the ratings times a prior.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import Final

import numpy as np

from tournaments.ratings.conditioning import Floats, without_means
from tournaments.ratings.covariance import Covariance
from tournaments.ratings.propagation import SIGMA

_SPREADS: Final = np.geomspace(0.05, 50.0, 24)
"""The grid of standard deviations of skill, in units of mu."""
_UNKNOWN: Final = 1e6
"""The variance of the error of a part's mean: nearly infinite, as results do not determine it."""
_SHARED: Final = 0.25
"""Two entrants play mostly the same games if the variance of their difference is less than this
share of the sum of their variances. That two such twins have similar ratings does not show that the
skills of the field are similar."""
_LEAST_VARIANCE: Final = 1e-12
"""Avoids a division by 0 for two entrants that always have the same error."""


class FieldPosterior:
    """The distribution of the skills of a field, given its ratings and their covariance.

    The order of the ratings and of the parts does not change a bit of the results.
    """

    def __init__(
        self, mus: Mapping[str, float], covariance: Covariance, parts: Iterable[Iterable[str]]
    ) -> None:
        """`mus` has every name of the covariance; `parts` are the connected parts of the field.

        Raises KeyError for a name of a part that the covariance does not have, and for a name of
        the covariance that `mus` does not have.
        """
        self._numbers = {name: i for i, name in enumerate(covariance.names)}
        groups = sorted(sorted(self._numbers[name] for name in part) for part in parts)
        mu = np.array([mus[name] for name in covariance.names])
        errors = np.array(covariance.rows).reshape(len(mu), len(mu))
        self._weights = _weights(mu, errors, groups)
        variances, self._axes, coordinates = _by_axis(mu, errors, groups)
        # Shrinkage by axis and spread: the share of the variance that is of skill, not of error.
        factors = _SPREADS**2 / (variances[:, None] + _SPREADS**2)
        self._means, self._variances = coordinates[:, None] * factors, variances[:, None] * factors

    def better(self, one: str, other: str) -> float:
        """The probability, 0 to 1, that `one` is more skilled than `other`.

        Raises KeyError for a name that is not in the field.
        """
        contrast = self._axes[self._numbers[one]] - self._axes[self._numbers[other]]
        # By spread: the posterior mean and standard deviation of the difference of the two skills.
        leads = contrast @ self._means
        deviations = np.sqrt(np.maximum(contrast**2 @ self._variances, _LEAST_VARIANCE))
        chances = map(NormalDist().cdf, (leads / deviations).tolist())
        return float(self._weights @ np.array(list(chances)))


def _by_axis(
    mu: Floats, errors: Floats, parts: Sequence[Sequence[int]]
) -> tuple[Floats, Floats, Floats]:
    """The variances of the errors along their principal axes, the axes, and mu along the axes."""
    free = without_means(len(mu), parts)
    whole = free @ errors @ free + _UNKNOWN * (np.eye(len(mu)) - free)
    variances, axes = np.linalg.eigh(whole)
    return np.maximum(variances, 0.0), axes, axes.T @ (free @ mu)


def _weights(mu: Floats, errors: Floats, parts: Sequence[Sequence[int]]) -> Floats:
    """The posterior probability of each spread of the grid."""
    players = _without_twins(errors)
    index = {player: i for i, player in enumerate(players)}
    groups = [group for part in parts if (group := [index[each] for each in part if each in index])]
    inside = np.ix_(players, players)
    variances, _, coordinates = _by_axis(mu[players], errors[inside], groups)
    totals = variances[:, None] + _SPREADS**2
    likelihoods = -(np.log(totals) + coordinates[:, None] ** 2 / totals).sum(axis=0) / 2
    exponents = likelihoods + np.log(_prior(len(players) - len(groups)))
    weights = np.exp(exponents - exponents.max())
    return np.asarray(weights / weights.sum())


def _prior(differences: int) -> Floats:
    """The prior weights of the spreads, given the number of independent differences of ratings.

    The prior is half-Cauchy, with the standard deviation of a skill's prior as its scale. A single
    difference hardly determines the spread, so the prior would outweigh the result of the two. In
    that case the prior is flat in the variance up to that scale, with the same tail beyond.
    """
    tail = 1 + (_SPREADS / SIGMA) ** 2
    # The grid is geometric: a value stands for an interval whose width is in proportion to the
    # value, so densities of the spread are multiplied by the spread.
    return _SPREADS**2 / tail**1.5 if differences < 2 else _SPREADS / tail


def _without_twins(errors: Floats) -> list[int]:
    """The players, without those that play mostly the same games as an earlier player."""
    variances = np.diagonal(errors)
    sums = variances[:, None] + variances
    are_twins = sums - 2 * errors < _SHARED * sums
    players: list[int] = []
    for player in range(len(errors)):
        if not are_twins[player, players].any():
            players.append(player)
    return players
