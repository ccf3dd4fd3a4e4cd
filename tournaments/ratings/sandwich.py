"""The covariance of the errors of ratings: a cluster-robust sandwich estimator (Huber 1967).

Each ranking has a pull (a score, in the statistical sense) on the ratings of its players, and mu is
the point at which the pulls of all rankings and of the prior add up to 0. Rankings of blocks that
repeat a game are not independent: together they are one piece of evidence (a cluster). The
covariance is the sum of the squared pulls of all pieces, between two inverses of the joint
precision matrix.

Each piece has moved the ratings towards itself. So the pull of a piece is taken at the ratings
without that piece (CR3, Bell and McCaffrey 2002). The prior counts as a piece with the squared pull
that is expected of it. Every piece also moves the estimated probability of draws, and thereby all
ratings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np

from tournaments.ratings.conditioning import Floats, conditioned, without_means
from tournaments.ratings.draws import Draws, least_weight, neighbours, tied_neighbours
from tournaments.ratings.evidence import Numbers, RankingBatch, evidence
from tournaments.ratings.propagation import SIGMA, Fit, Ranking, in_order
from tournaments.ratings.student import widening

Cluster: TypeAlias = tuple[int, ...]
"""The rankings of one piece of evidence, as sorted indices in the canonical order of all rankings.
A ranking that occurred twice in the piece has its index twice."""

_PRIOR: Final = SIGMA**-2
"""The prior's precision."""
_LEAST: Final = 0.45
"""The least variance where pieces are many, as a share of the variance that the model expects. In
simulations, luck that is shared within blocks leaves half of the model's variance or more. Without
a bound, pieces that agree by chance would give a variance near 0 (docs/ratings.md)."""
_STEP: Final = 0.1
"""The step of the numerical derivative by the probability p of draws, as a share of p * (1 - p)."""


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Distinct pieces of evidence that have the same number of players; each is a row."""

    times: Floats
    """How often each piece occurred."""
    players: Numbers
    """The players of each piece: the order of the other fields' columns."""
    precision: Floats
    """By piece, its weighted contribution to the joint precision matrix."""
    model: Floats
    """By piece, the covariance matrix of its pull under the model."""
    pull: Floats
    """By piece and player, the weighted pull at the ratings."""
    shifts: Floats
    """By how much each piece moved the estimated probability of draws."""


def sandwich(
    fit: Fit, rankings: Mapping[Ranking, int], clusters: Mapping[Cluster, int], draws: Draws
) -> Floats:
    """The covariance matrix of the errors of the ratings after the last sweep of a fit, by player.

    `rankings` has the count of each ranking, `clusters` the count of each piece of evidence.
    95 % of the errors lie within 1.96 times the square root of a variance. To make that true where
    pieces are few, variances are widened by the quantiles of Student's t. No variance exceeds that
    of the prior.
    """
    order = in_order(rankings)
    batches = evidence(fit, order)
    pieces = _pieces(batches, order, clusters, draws)
    players = len(fit.players)
    precision, model = (np.eye(players) * _PRIOR for _ in range(2))
    for each in pieces:
        _add(precision, each, each.precision)
        _add(model, each, each.model)
    inverse = conditioned(precision, fit.parts)
    moves = _moves(fit, batches, [rankings[each] for each in order], draws)
    pulls = np.eye(players) * _PRIOR + _disagreement(pieces, inverse, moves)
    covariance, expected = (inverse @ middle @ inverse.T for middle in (pulls, model))
    return _widened(covariance, expected, _effective(pieces, inverse), fit.parts)


def _pieces(
    batches: Sequence[RankingBatch],
    order: Sequence[Ranking],
    clusters: Mapping[Cluster, int],
    draws: Draws,
) -> list[_Pieces]:
    times_alone = np.zeros(len(order))
    several: list[tuple[Cluster, int]] = []
    for cluster, times in clusters.items():
        if len(cluster) == 1:
            times_alone[cluster[0]] = times
        else:
            several.append((cluster, times))
    shifts = np.array([_shift([each], draws) for each in order])
    pieces = [_alone(batch, times_alone, shifts) for batch in batches]
    row_of = {int(n): (batch, row) for batch in batches for row, n in enumerate(batch.rankings)}
    # Sorted, so that the order of the results does not change how sums are rounded.
    for numbers, times in sorted(several):
        rows = [row_of[each] for each in numbers]
        pieces.append(_joined(rows, times, _shift([order[each] for each in numbers], draws)))
    return pieces


def _shift(rankings: Sequence[Ranking], draws: Draws) -> float:
    """By how much a piece of these rankings moved the estimated probability of draws."""
    ties = sum(least_weight(each) * tied_neighbours(each) for each in rankings)
    return draws.shift(ties, sum(least_weight(each) * neighbours(each) for each in rankings))


def _alone(batch: RankingBatch, times: Floats, shifts: Floats) -> _Pieces:
    """The rankings of the batch that are pieces alone; `times` and `shifts` are by ranking."""
    chosen = times[batch.rankings] > 0
    numbers, players = batch.rankings[chosen], batch.players[chosen]
    weights, precision = batch.weights[chosen], batch.precision[chosen]
    root = np.sqrt(weights)
    weighted = weights[:, :, None] * precision
    model = root[:, :, None] * precision * root[:, None, :]
    pull = weights * batch.pull[chosen]
    return _Pieces(times[numbers], players, weighted, model, pull, shifts[numbers])


def _joined(rows: Sequence[tuple[RankingBatch, int]], times: int, shift: float) -> _Pieces:
    """One piece that consists of several rankings."""
    players = np.unique(np.concatenate([batch.players[row] for batch, row in rows]))
    precision, model = np.zeros((2, len(players), len(players)))
    pull, squares = np.zeros(len(players)), 0.0
    for batch, row in rows:
        index, weights = np.searchsorted(players, batch.players[row]), batch.weights[row]
        weighted = weights[:, None] * batch.precision[row]
        precision[np.ix_(index, index)] += weighted
        model[np.ix_(index, index)] += weighted * weights
        pull[index] += weights * batch.pull[row]
        squares += float(np.sum((weights * batch.pull[row]) ** 2))
    # The pulls of the rankings of one piece are correlated. So the covariance is in proportion to
    # the square of their sum, by a factor that compares the model with the sum of their squares.
    if squares:
        model = np.outer(pull, pull) * np.trace(model) / squares
    return _Pieces(
        np.array([float(times)]),
        players[None],
        precision[None],
        model[None],
        pull[None],
        np.array([shift]),
    )


def _add(whole: Floats, pieces: _Pieces, parts: Floats) -> None:
    """Add a matrix for each piece to the matrix of all players, as often as the piece occurred."""
    index = pieces.players[:, :, None], pieces.players[:, None, :]
    np.add.at(whole, index, pieces.times[:, None, None] * parts)


def _disagreement(pieces: Sequence[_Pieces], inverse: Floats, moves: Floats) -> Floats:
    """The sum of the outer squares of all pulls, each at the ratings without its piece.

    `moves` is the derivative of the pull on each player by the probability of draws. A piece that
    shifts that probability by s has s * `moves` added to its pull.
    """
    players = len(inverse)
    squares, crossed, shifted = np.zeros((players, players)), np.zeros(players), 0.0
    for each in pieces:
        # Leaving a piece out changes the precision in the rows and columns of its players only. So
        # a small linear system gives the pull at the ratings without the piece.
        inside = inverse[each.players[:, :, None], each.players[:, None, :]]
        system = np.eye(each.players.shape[1]) - each.precision @ inside
        pull = np.linalg.solve(system, each.pull[:, :, None])
        _add(squares, each, pull @ pull.transpose(0, 2, 1))
        by_shift = (each.times * each.shifts)[:, None]
        np.add.at(crossed, each.players, by_shift * pull[:, :, 0])
        shifted += float(each.times @ each.shifts**2)
    both = np.outer(crossed, moves)
    return np.asarray(squares + both + both.T + shifted * np.outer(moves, moves))


def _moves(
    fit: Fit, batches: Sequence[RankingBatch], occurred: Sequence[int], draws: Draws
) -> Floats:
    """The derivative of the pull on each player by the probability of draws; 0 if it was given."""
    moves = np.zeros(len(fit.players))
    if draws.given:
        return moves
    # A finite step, so small that the probability stays below 1.
    step = _STEP * draws.probability * (1 - draws.probability)
    after, times = fit.pulls(draws.probability + step), np.array(occurred)
    for batch in batches:
        difference = np.array([after[number] for number in batch.rankings]) - batch.pull
        by_player = times[batch.rankings][:, None] * batch.weights * difference / step
        np.add.at(moves, batch.players, by_player)
    return moves


def _effective(pieces: Sequence[_Pieces], inverse: Floats) -> Floats:
    """By player, the effective number of pieces; 0 for a player without a result.

    This is Satterthwaite's approximation: as many pieces of equal size would give an estimate of
    the variance that is equally precise.
    """
    sizes, squares = np.zeros(len(inverse)), np.zeros(len(inverse))
    for each in pieces:
        inside = inverse[each.players[:, :, None], each.players[:, None, :]]
        size = np.diagonal(inside @ each.model @ inside.transpose(0, 2, 1), axis1=1, axis2=2)
        np.add.at(sizes, each.players, each.times[:, None] * size)
        np.add.at(squares, each.players, each.times[:, None] * size**2)
    return np.divide(sizes**2, squares, out=np.zeros(len(inverse)), where=squares > 0)


def _widened(
    covariance: Floats, expected: Floats, number: Floats, parts: Sequence[Sequence[int]]
) -> Floats:
    """The covariance with the variance of each player widened by its effective number of pieces.

    `expected` is the covariance under the model. Correlations between players do not change.
    """
    rated = number > 0
    # A player without a result has the variance of the prior, and is a part of one player.
    alone = np.diag(np.where(rated, 0.0, SIGMA**2))
    pieces = np.maximum(number, 1.0)
    variance = np.where(rated, np.diagonal(covariance), 1.0)
    # The fewer the pieces, the more the model's variance counts: one piece has no disagreement.
    least = (_LEAST + (1 - _LEAST) / pieces) * np.diagonal(expected)
    # CR3 is a jackknife without its factor 1 - 1/n, which is applied here.
    honest = np.maximum(variance * (1 - 1 / pieces), least) * widening(pieces - 1) ** 2
    # The prior's variance, relative to the mean of the part.
    most = np.diagonal(without_means(len(covariance), parts)) * SIGMA**2
    factor = np.sqrt(np.where(rated, np.minimum(honest, most) / variance, 0.0))
    return np.asarray(factor[:, None] * covariance * factor + alone)
