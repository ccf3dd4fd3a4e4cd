"""The posterior distribution of a field's skills, by a normal hierarchical model (Gelman 2006).

A leader has also been lucky: if skills differ little compared with the errors of mu, a lead means
less than its own standard error says. How much skills differ is estimated from the whole field.
Skills are taken to be normal around one mean. Their spread is unknown: each value of a grid is
weighted by the likelihood of the ratings, times a prior.
"""

from collections.abc import Iterable, Mapping, Sequence
from statistics import NormalDist
from typing import Final

import numpy as np

from tournaments.ratings.conditioning import Matrix, without_means
from tournaments.ratings.covariance import Covariance
from tournaments.ratings.propagation import SIGMA

_SPREADS: Final = np.geomspace(0.05, 50.0, 24)
_UNKNOWN: Final = 1e6
"""The variance of the error of a part's mean: nearly infinite, since results say nothing of it."""
_SHARED: Final = 0.25
"""Two entrants play mostly the same games if the variance of their difference is less than this
share of the sum of their variances. Such twins do not show that skills of a field are similar."""
_LEAST_VARIANCE: Final = 1e-12
"""Keeps from a division by 0 for two entrants who always have the same error."""


class FieldPosterior:
    """The distribution of the skills of a field, given its ratings and their covariance.

    It is the same to the last bit whatever the order of the ratings and the parts.
    """

    def __init__(
        self, mus: Mapping[str, float], covariance: Covariance, parts: Iterable[Iterable[str]]
    ) -> None:
        """`mus` has every name of the covariance; `parts` are the connected parts of the field.

        Raises KeyError for a name in a part that the covariance or `mus` does not have.
        """
        self._numbers = {name: i for i, name in enumerate(covariance.names)}
        groups = sorted(sorted(self._numbers[name] for name in part) for part in parts)
        mu = np.array([mus[name] for name in covariance.names])
        errors = np.array(covariance.rows).reshape(len(mu), len(mu))
        self._weights = _weights(mu, errors, groups)
        variances, self._axes, along = _by_axis(mu, errors, groups)
        # By axis and spread: the share of the observed deviation that is skill, and not error.
        skill = _SPREADS**2 / (variances[:, None] + _SPREADS**2)
        self._means, self._variances = along[:, None] * skill, variances[:, None] * skill

    def better(self, one: str, other: str) -> float:
        """The probability, 0 to 1, that `one` is more skilled than `other`.

        Raises KeyError for a name that is not in the field.
        """
        apart = self._axes[self._numbers[one]] - self._axes[self._numbers[other]]
        leads = apart @ self._means
        deviations = np.sqrt(np.maximum(apart**2 @ self._variances, _LEAST_VARIANCE))
        chances = map(NormalDist().cdf, (leads / deviations).tolist())
        return float(self._weights @ np.array(list(chances)))


def _by_axis(
    mu: Matrix, errors: Matrix, parts: Sequence[Sequence[int]]
) -> tuple[Matrix, Matrix, Matrix]:
    """The principal axes of the errors: their variances, the axes, and mu in these coordinates."""
    free = without_means(len(mu), parts)
    known = free @ errors @ free + _UNKNOWN * (np.eye(len(mu)) - free)
    variances, axes = np.linalg.eigh(known)
    return np.maximum(variances, 0.0), axes, axes.T @ (free @ mu)


def _weights(mu: Matrix, errors: Matrix, parts: Sequence[Sequence[int]]) -> Matrix:
    """The posterior probability of each spread of the grid."""
    kept = _unlike(errors)
    place = {player: i for i, player in enumerate(kept)}
    groups = [own for part in parts if (own := [place[each] for each in part if each in place])]
    inside = np.ix_(kept, kept)
    variances, _, along = _by_axis(mu[kept], errors[inside], groups)
    whole = variances[:, None] + _SPREADS**2
    likely = -(np.log(whole) + along[:, None] ** 2 / whole).sum(axis=0) / 2
    exponents = likely + np.log(_prior(len(kept) - len(groups)))
    weights = np.exp(exponents - exponents.max())
    return np.asarray(weights / weights.sum())


def _prior(differences: int) -> Matrix:
    """The prior of the spreads, where ratings have so many independent differences.

    It is half-Cauchy, as wide as the prior of a skill. A single difference hardly tells what spread
    is usual, so there the prior would outweigh the result of the two. In that case it is flat in
    the variance, up to the same width.
    """
    wide = 1 + (_SPREADS / SIGMA) ** 2
    # The grid is geometric: each value stands for an interval in proportion to its size.
    return _SPREADS**2 / wide**1.5 if differences < 2 else _SPREADS / wide


def _unlike(errors: Matrix) -> list[int]:
    """All players except those who play mostly the same games as one that is already kept."""
    own = np.diagonal(errors)
    alone = own[:, None] + own
    shared = alone - 2 * errors < _SHARED * alone
    kept: list[int] = []
    for player in range(len(errors)):
        if not shared[player, kept].any():
            kept.append(player)
    return kept
