"""What is believed of skills when each rating is looked at beside those of the whole field.

Whoever leads has had luck as well: where skills lie close together beside the errors of mu, a lead
is worth less than its own error says. How close they lie the field tells. Skills are taken for
normal around one mean, with a spread that is unknown: each value of a grid is weighed by how likely
it makes the ratings, which is the normal hierarchical model (Gelman 2006).
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
"""The variance of the error of a part's mean, of which results say nothing."""
_SHARED: Final = 0.25
"""Two whose difference has less than this part of their variances play the same games mostly. That
twins are level does not say that skills lie close together."""
_LEAST_VARIANCE: Final = 1e-12
"""Two who always share their errors differ by rounding alone."""


class FieldPosterior:
    """What is believed of the skills of a field, by its ratings and how their errors go together.

    It is the same to the last bit for any order of the ratings and the parts.
    """

    def __init__(
        self, mus: Mapping[str, float], covariance: Covariance, parts: Iterable[Iterable[str]]
    ) -> None:
        """`mus` are of all names of the covariance; `parts` part them by who is linked by results.

        Raises KeyError for a name of a part that is none of these, or that has no mu.
        """
        self._numbers = {name: i for i, name in enumerate(covariance.names)}
        groups = sorted(sorted(self._numbers[name] for name in part) for part in parts)
        mu = np.array([mus[name] for name in covariance.names])
        errors = np.array(covariance.rows).reshape(len(mu), len(mu))
        self._weights = _weights(mu, errors, groups)
        variances, self._axes, along = _by_axis(mu, errors, groups)
        # The part of what was seen that is skill, by axis and spread.
        skill = _SPREADS**2 / (variances[:, None] + _SPREADS**2)
        self._means, self._variances = along[:, None] * skill, variances[:, None] * skill

    def better(self, one: str, other: str) -> float:
        """The probability, 0 to 1, that the one is more skilled than the other.

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
    """Axes on which errors are independent: their variances, the axes, and where mu is on them."""
    free = without_means(len(mu), parts)
    known = free @ errors @ free + _UNKNOWN * (np.eye(len(mu)) - free)
    variances, axes = np.linalg.eigh(known)
    return np.maximum(variances, 0.0), axes, axes.T @ (free @ mu)


def _weights(mu: Matrix, errors: Matrix, parts: Sequence[Sequence[int]]) -> Matrix:
    """How likely each spread is."""
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
    """Of the spreads of the grid, where ratings have so many independent differences.

    Half-Cauchy, as wide as the prior of a skill. A single difference hardly tells how far apart it
    is usual to lie, so that the prior would contradict what the share of the two says: there it is
    flat in the variance, up to the same width.
    """
    wide = 1 + (_SPREADS / SIGMA) ** 2
    # The values of the grid stand for the more the larger they are.
    return _SPREADS**2 / wide**1.5 if differences < 2 else _SPREADS / wide


def _unlike(errors: Matrix) -> list[int]:
    """Everybody but those who play the same games as one before them."""
    own = np.diagonal(errors)
    alone = own[:, None] + own
    shared = alone - 2 * errors < _SHARED * alone
    kept: list[int] = []
    for player in range(len(errors)):
        if not shared[player, kept].any():
            kept.append(player)
    return kept
