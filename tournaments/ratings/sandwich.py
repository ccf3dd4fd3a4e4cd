"""The covariance of the ratings' errors, from how much the pieces of evidence disagree.

mu solves an equation in which pulls add up to nothing. Its error is that of the pulls, which are
independent from piece to piece, through the inverse of the joint precision: a sandwich (Huber 1967)
by clusters. As each piece has moved the ratings towards itself, it is held against the ratings
without it (CR3, Bell and McCaffrey 2002). The prior counts as a piece of its expected size. The
estimated probability of draws moves with every piece as well, and the ratings with it.
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

Cluster: TypeAlias = tuple[Ranking, ...]
"""The rankings of one piece of evidence, in order; equal ones come as often as they occurred."""

_PRIOR: Final = SIGMA**-2
_LEAST: Final = 0.45
"""The least part of the variance by the model alone that is believed, where pieces are many. Luck
that is shared within blocks halves it at most in simulations; pieces that all agree by chance would
leave nothing of it (docs/ratings.md, What sigma is)."""
_STEP: Final = 0.1
"""The change of the probability of draws that pulls are tried with, as a part of its variance."""


@dataclass(frozen=True, slots=True)
class _Pieces:
    """Pieces of evidence with as many players each; a row is a distinct one."""

    times: Matrix
    """How often it occurred."""
    players: Numbers
    own: NDArray[np.float64]
    """What it adds to the joint precision, weights included."""
    model: NDArray[np.float64]
    """The variance that the model expects of its pull."""
    pull: Matrix
    shifts: Matrix
    """By how much it moved the probability of draws."""


def sandwich(
    fit: Fit, rankings: Mapping[Ranking, int], clusters: Mapping[Cluster, int], draws: Draws
) -> Matrix:
    """The covariance, by player, of the errors of a fit's ratings.

    The square root of a variance is what 95 % are within, over 1.96: where pieces are few it is
    that much wider, as Student's t is. None is more than the prior's.
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
    number = {ranking: i for i, ranking in enumerate(order)}
    alone = np.zeros(len(order))
    joined: list[tuple[list[int], int]] = []
    for cluster, times in clusters.items():
        if len(cluster) == 1:
            alone[number[cluster[0]]] = times
        else:
            joined.append(([number[each] for each in cluster], times))
    shifts = np.array([_shift([each], draws) for each in order])
    found = [_alone(batch, alone, shifts) for batch in batches]
    where = {int(n): (batch, row) for batch in batches for row, n in enumerate(batch.rankings)}
    # In order, so that all sums are rounded alike.
    for numbers, times in sorted(joined):
        rows = [where[each] for each in numbers]
        found.append(_joined(rows, times, _shift([order[each] for each in numbers], draws)))
    return found


def _shift(rankings: Sequence[Ranking], draws: Draws) -> float:
    ties = sum(least_weight(each) * level(each) for each in rankings)
    return draws.shift(ties, sum(least_weight(each) * neighbours(each) for each in rankings))


def _alone(batch: RankingBatch, times: Matrix, shifts: Matrix) -> _Pieces:
    """Those rankings of the batch that are pieces by themselves."""
    kept = times[batch.rankings] > 0
    numbers, players = batch.rankings[kept], batch.players[kept]
    weights, precision = batch.weights[kept], batch.precision[kept]
    root = np.sqrt(weights)
    own = weights[:, :, None] * precision
    model = root[:, :, None] * precision * root[:, None, :]
    pull = weights * batch.pull[kept]
    return _Pieces(times[numbers], players, own, model, pull, shifts[numbers])


def _joined(rows: Sequence[tuple[RankingBatch, int]], times: int, shift: float) -> _Pieces:
    """A piece of several rankings."""
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
    # Rankings of one game pull together, and not each by itself.
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
    """The sum of the squares of the pulls, each against the ratings without its piece.

    `moves` is what a higher probability of draws adds to the pull on each player.
    """
    players = len(inverse)
    squares, shared, shifted = np.zeros((players, players)), np.zeros(players), 0.0
    for each in pieces:
        # The piece is taken out of the inverse by the rows and columns of its own players alone.
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
    """By how much the pull on each player grows with the probability of draws."""
    moves = np.zeros(len(fit.players))
    if draws.given:
        return moves
    # A finite step, which stays below 1.
    step = _STEP * draws.probability * (1 - draws.probability)
    after, times = fit.pulls(draws.probability + step), np.array(occurred)
    for batch in batches:
        moved = np.array([after[number] for number in batch.rankings]) - batch.pull
        by_player = times[batch.rankings][:, None] * batch.weights * moved / step
        np.add.at(moves, batch.players, by_player)
    return moves


def _effective(pieces: Sequence[_Pieces], inverse: Matrix) -> Matrix:
    """By player, on how many pieces of one size the variance rests as surely (Satterthwaite)."""
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
    """The covariance with each player's error as wide as the number of its pieces demands."""
    known = number > 0
    # One who has met nobody has the prior's variance; its part has no mean to be held against.
    alone = np.diag(np.where(known, 0.0, SIGMA**2))
    pieces = np.maximum(number, 1.0)
    variance = np.where(known, np.diagonal(found), 1.0)
    # What few pieces say of the variance is worth less than the model, and one says nothing.
    least = (_LEAST + (1 - _LEAST) / pieces) * np.diagonal(expected)
    honest = np.maximum(variance * (1 - 1 / pieces), least) * widening(pieces - 1) ** 2
    most = np.diagonal(without_means(len(found), parts)) * SIGMA**2
    factor = np.sqrt(np.where(known, np.minimum(honest, most) / variance, 0.0))
    return np.asarray(factor[:, None] * found * factor + alone)
