"""The covariance of the errors of ratings: a cluster-robust sandwich estimator (Huber 1967).

Each ranking pulls on the ratings of its players, and mu is where all pulls and that of the prior
add up to 0. Rankings of blocks that repeat a game are not independent: together they are one piece
of evidence (a cluster). The covariance is the sum of the squared pulls of all pieces, between two
inverses of the joint precision.

Each piece has moved the ratings towards itself. So its pull is taken at the ratings without that
piece (CR3, Bell and McCaffrey 2002). The prior counts as a piece of its expected size. Every piece
also moves the estimated probability of draws, and through it all ratings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tournaments.ratings.conditioning import Matrix, conditioned, without_means
from tournaments.ratings.draws import Draws, least_weight, level, neighbours
from tournaments.ratings.evidence import Numbers, RankingBatch, evidence
from tournaments.ratings.propagation import SIGMA, Fit, Ranking, in_order
from tournaments.ratings.student import widening

Cluster: TypeAlias = tuple[int, ...]
"""The rankings of one piece of evidence: their numbers in the order of all rankings, sorted. A
ranking that occurred twice in the piece has its number twice."""

_PRIOR: Final = SIGMA**-2
_LEAST: Final = 0.45
"""The least variance where pieces are many, as a share of what the model alone expects. Luck that
is shared within blocks leaves half of that or more in simulations. Without a bound, pieces that
agree by chance would give a variance near 0 (docs/ratings.md, What sigma is)."""
_STEP: Final = 0.1
"""The step of the numerical derivative by the probability of draws, as a share of p * (1 - p)."""


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Distinct pieces of evidence that have the same number of players; each is a row."""

    times: Matrix
    """How often the piece occurred."""
    players: Numbers
    own: NDArray[np.float64]
    """What the piece adds to the joint precision, weights included."""
    model: NDArray[np.float64]
    """The covariance that the model expects of its pull."""
    pull: Matrix
    shifts: Matrix
    """By how much the piece moved the estimated probability of draws."""


def sandwich(
    fit: Fit, rankings: Mapping[Ranking, int], clusters: Mapping[Cluster, int], draws: Draws
) -> Matrix:
    """The covariance matrix of the errors of a fit's ratings, by number of the player.

    95 % of the errors lie within 1.96 times the square root of a variance. Where pieces are few,
    the variances are widened for that as Student's t is. No variance exceeds that of the prior.
    """
    order = in_order(rankings)
    batches = evidence(fit, order)
    pieces = _pieces(batches, order, clusters, draws)
    players = len(fit.players)
    precision, model = (np.eye(players) * _PRIOR for _ in range(2))
    for each in pieces:
        _add(precision, each, each.own)
        _add(model, each, each.model)
    inverse = conditioned(precision, fit.parts)
    moves = _moves(fit, batches, [rankings[each] for each in order], draws)
    pulls = np.eye(players) * _PRIOR + _disagreement(pieces, inverse, moves)
    found, expected = (inverse @ inner @ inverse.T for inner in (pulls, model))
    return _widened(found, expected, _effective(pieces, inverse), fit.parts)


def _pieces(
    batches: Sequence[RankingBatch],
    order: Sequence[Ranking],
    clusters: Mapping[Cluster, int],
    draws: Draws,
) -> list[_Pieces]:
    alone = np.zeros(len(order))
    joined: list[tuple[Cluster, int]] = []
    for cluster, times in clusters.items():
        if len(cluster) == 1:
            alone[cluster[0]] = times
        else:
            joined.append((cluster, times))
    shifts = np.array([_shift([each], draws) for each in order])
    found = [_alone(batch, alone, shifts) for batch in batches]
    where = {int(n): (batch, row) for batch in batches for row, n in enumerate(batch.rankings)}
    # Sorted, so that sums are rounded alike whatever the order of the results.
    for numbers, times in sorted(joined):
        rows = [where[each] for each in numbers]
        found.append(_joined(rows, times, _shift([order[each] for each in numbers], draws)))
    return found


def _shift(rankings: Sequence[Ranking], draws: Draws) -> float:
    ties = sum(least_weight(each) * level(each) for each in rankings)
    return draws.shift(ties, sum(least_weight(each) * neighbours(each) for each in rankings))


def _alone(batch: RankingBatch, times: Matrix, shifts: Matrix) -> _Pieces:
    """The rankings of the batch that are pieces by themselves."""
    kept = times[batch.rankings] > 0
    numbers, players = batch.rankings[kept], batch.players[kept]
    weights, precision = batch.weights[kept], batch.precision[kept]
    root = np.sqrt(weights)
    own = weights[:, :, None] * precision
    model = root[:, :, None] * precision * root[:, None, :]
    pull = weights * batch.pull[kept]
    return _Pieces(times[numbers], players, own, model, pull, shifts[numbers])


def _joined(rows: Sequence[tuple[RankingBatch, int]], times: int, shift: float) -> _Pieces:
    """One piece that consists of several rankings."""
    players = np.unique(np.concatenate([batch.players[row] for batch, row in rows]))
    own, model = np.zeros((2, len(players), len(players)))
    pull, squares = np.zeros(len(players)), 0.0
    for batch, row in rows:
        at, weights = np.searchsorted(players, batch.players[row]), batch.weights[row]
        here = weights[:, None] * batch.precision[row]
        own[np.ix_(at, at)] += here
        model[np.ix_(at, at)] += here * weights
        pull[at] += weights * batch.pull[row]
        squares += float(np.sum((weights * batch.pull[row]) ** 2))
    # The pulls of rankings in one piece are correlated. How strongly is taken from the pulls: the
    # square of their sum beside the sum of their squares.
    if squares:
        model = np.outer(pull, pull) * np.trace(model) / squares
    return _Pieces(
        np.array([float(times)]),
        players[None],
        own[None],
        model[None],
        pull[None],
        np.array([shift]),
    )


def _add(whole: Matrix, pieces: _Pieces, parts: NDArray[np.float64]) -> None:
    at = pieces.players[:, :, None], pieces.players[:, None, :]
    np.add.at(whole, at, pieces.times[:, None, None] * parts)


def _disagreement(pieces: Sequence[_Pieces], inverse: Matrix, moves: Matrix) -> Matrix:
    """The sum of the squared pulls, each at the ratings without its piece.

    `moves` is the derivative of the pull on each player by the probability of draws.
    """
    players = len(inverse)
    squares, shared, shifted = np.zeros((players, players)), np.zeros(players), 0.0
    for each in pieces:
        # To leave a piece out changes the inverse by rows and columns of its own players only.
        inside = inverse[each.players[:, :, None], each.players[:, None, :]]
        left = np.eye(each.players.shape[1]) - each.own @ inside
        pull = np.linalg.solve(left, each.pull[:, :, None])
        _add(squares, each, pull @ pull.transpose(0, 2, 1))
        by_shift = (each.times * each.shifts)[:, None]
        np.add.at(shared, each.players, by_shift * pull[:, :, 0])
        shifted += float(each.times @ each.shifts**2)
    both = np.outer(shared, moves)
    return np.asarray(squares + both + both.T + shifted * np.outer(moves, moves))


def _moves(
    fit: Fit, batches: Sequence[RankingBatch], occurred: Sequence[int], draws: Draws
) -> Matrix:
    """The derivative of the pull on each player by the probability of draws; 0 if that is given."""
    moves = np.zeros(len(fit.players))
    if draws.given:
        return moves
    # A finite step, so small that the probability stays below 1.
    step = _STEP * draws.probability * (1 - draws.probability)
    after, times = fit.pulls(draws.probability + step), np.array(occurred)
    for batch in batches:
        moved = np.array([after[number] for number in batch.rankings]) - batch.pull
        by_player = times[batch.rankings][:, None] * batch.weights * moved / step
        np.add.at(moves, batch.players, by_player)
    return moves


def _effective(pieces: Sequence[_Pieces], inverse: Matrix) -> Matrix:
    """By player, the effective number of pieces: of equal pieces, so many would be as sure.

    This is the approximation of Satterthwaite.
    """
    sizes, squares = np.zeros(len(inverse)), np.zeros(len(inverse))
    for each in pieces:
        inside = inverse[each.players[:, :, None], each.players[:, None, :]]
        size = np.diagonal(inside @ each.model @ inside.transpose(0, 2, 1), axis1=1, axis2=2)
        np.add.at(sizes, each.players, each.times[:, None] * size)
        np.add.at(squares, each.players, each.times[:, None] * size**2)
    return np.divide(sizes**2, squares, out=np.zeros(len(inverse)), where=squares > 0)


def _widened(
    found: Matrix, expected: Matrix, number: Matrix, parts: Sequence[Sequence[int]]
) -> Matrix:
    """The covariance, with each player's error widened for the number of pieces it rests on."""
    known = number > 0
    # A player without a result keeps the variance of the prior, and is a part of one player.
    alone = np.diag(np.where(known, 0.0, SIGMA**2))
    pieces = np.maximum(number, 1.0)
    variance = np.where(known, np.diagonal(found), 1.0)
    # The fewer the pieces, the more the model's variance counts; one piece says nothing of it.
    least = (_LEAST + (1 - _LEAST) / pieces) * np.diagonal(expected)
    honest = np.maximum(variance * (1 - 1 / pieces), least) * widening(pieces - 1) ** 2
    most = np.diagonal(without_means(len(found), parts)) * SIGMA**2
    factor = np.sqrt(np.where(known, np.minimum(honest, most) / variance, 0.0))
    return np.asarray(factor[:, None] * found * factor + alone)
