"""TrueSkill ratings of all results at once: expectation propagation to convergence.

Each distinct result is a site with a multiplicity. A sweep visits the sites in canonical order:
divide one copy of the site's message out of its players' ratings, let `trueskill` rate the result
from there, and take what it added as the new message, as many times as the result occurred. The
fixed point depends on the results alone, never on their order. There is no drift (tau is 0).

Members of a team share what the package gives them. A spared member counts with the rating that he
has, and gets no message.

A rating is relative to the pool. Results speak of differences only, so at the fixed point every
connected part of the pool keeps the prior's mean, 25; putting it back there after each sweep
changes nothing in the end and saves hundreds of sweeps.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, pairwise
from statistics import NormalDist
from typing import TypeAlias

import trueskill

MU = 25.0
SIGMA = MU / 3
MAX_SWEEPS = 200
CLOSE_ENOUGH = 1e-4
"""Sweeps end when no rating moves by more than this share of its sigma."""
DRAW_PROBABILITIES = (0.001, 0.9)
"""The least and the greatest; below, the package loses its footing when there is a tie."""
SATURATION = 30.0
"""How far apart two performances count, in deviations; no more beyond that."""

_PRIOR = SIGMA**-2


@dataclass(frozen=True, slots=True)
class Result:
    """What one block came to: a place for each team (1 is best, ties share).

    Teams are of one size. Then a result speaks of nothing but differences.
    """

    teams: tuple[tuple[str, ...], ...]
    places: tuple[int, ...]
    spared: frozenset[str] = frozenset()
    """Who is not judged by it, having only sat in a team that somebody else lost by a fault."""

    @classmethod
    def of(cls, entrants: Sequence[str], places: Sequence[int]) -> "Result":
        """Of entrants who all play for themselves."""
        return cls(tuple((name,) for name in entrants), tuple(places))

    @property
    def entrants(self) -> tuple[str, ...]:
        """All of them, team by team."""
        return tuple(chain(*self.teams))


@dataclass(frozen=True, slots=True)
class Rating:
    """A belief about skill: normal, with this mean and standard deviation."""

    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of a pool, and how they came about."""

    by_entrant: Mapping[str, Rating]
    """In order of names. The mean of mu over each connected part of the pool is 25."""
    draw_probability: float
    sweeps: int
    last_change: float
    """The largest move in the last sweep, in sigmas; above CLOSE_ENOUGH when sweeps ran out."""
    connected: bool
    """Whether results link every entrant to every other; if not, ratings cannot be compared."""


def rate(
    entrants: Sequence[str], results: Iterable[Result], draw_probability: float | None = None
) -> Ratings:
    """The ratings that the results amount to, the same to the last bit for any order of anything.

    An entrant without results keeps the prior (25, 25/3). The draw probability is estimated from
    the results when not given: (ties + 0.5) / (neighbours in the rankings + 1), within
    DRAW_PROBABILITIES. Raises ValueError for a name that comes twice, a result that has fewer than
    two teams, teams of different sizes, an unknown or doubled entrant or not a place for each team,
    and for a draw probability outside DRAW_PROBABILITIES.
    """
    names = sorted(entrants)
    if doubled := sorted(name for name, times in Counter(names).items() if times > 1):
        raise ValueError(f"every entrant needs a name of its own; more than once: {doubled}")
    index = {name: i for i, name in enumerate(names)}
    rankings = Counter(_ranking(result, index) for result in results)
    drawn = _draw_probability(rankings, draw_probability)
    fit = _Fit(len(names), rankings, drawn)
    sweeps, change = 0, math.inf
    while change > CLOSE_ENOUGH and sweeps < MAX_SWEEPS:
        change = fit.sweep()
        sweeps += 1
    ratings = [Rating(MU + mu, sigma) for mu, sigma in fit.moments()]
    rated = dict(zip(names, ratings, strict=True))
    return Ratings(rated, drawn, sweeps, change, len(fit.parts) <= 1)


def better_probability(one: Rating, other: Rating) -> float:
    """How probable it is that the first is the more skilled of two independently rated ones."""
    apart = math.hypot(one.sigma, other.sigma)
    return NormalDist(0.0, apart).cdf(one.mu - other.mu)


@dataclass(frozen=True, slots=True, order=True)
class _Ranking:
    teams: tuple[tuple[int, ...], ...]
    """Best first, tied ones by name: the package treats the order of ties as if it meant a bit."""
    ranks: tuple[int, ...]
    spared: tuple[int, ...]

    @property
    def players(self) -> tuple[int, ...]:
        """All, team by team."""
        return tuple(chain(*self.teams))


def _ranking(result: Result, index: Mapping[str, int]) -> _Ranking:
    teams, names = result.teams, result.entrants
    if len(teams) < 2 or len(result.places) != len(teams):
        raise ValueError(f"a result has two teams or more and a place for each, not {result}")
    if not all(teams) or len({len(team) for team in teams}) > 1:
        raise ValueError(f"the teams of a result are of one size, not {teams}")
    if len(set(names)) < len(names):
        raise ValueError(f"nobody comes twice in a result, not {result}")
    if strangers := sorted({*names, *result.spared} - index.keys()):
        raise ValueError(f"a result of entrants that are not in the pool: {strangers}")
    players = (tuple(sorted(index[name] for name in team)) for team in teams)
    order = sorted(zip(result.places, players, strict=True))
    ranks = [0]
    for (place, _), (next_place, _) in pairwise(order):
        ranks.append(ranks[-1] + (next_place != place))
    spared = tuple(sorted(index[name] for name in result.spared))
    return _Ranking(tuple(team for _, team in order), tuple(ranks), spared)


def _draw_probability(rankings: Mapping[_Ranking, int], given: float | None) -> float:
    least, greatest = DRAW_PROBABILITIES
    if given is None:
        pairs = sum(times * (len(each.ranks) - 1) for each, times in rankings.items())
        ties = sum(
            times * (len(each.ranks) - 1 - each.ranks[-1]) for each, times in rankings.items()
        )
        return min(greatest, max(least, (ties + 0.5) / (pairs + 1)))
    if not least <= given <= greatest:
        raise ValueError(f"a draw probability is from {least} to {greatest}, not {given}")
    return given


def _engine(draw_probability: float) -> trueskill.TrueSkill:
    """The package, which gives up (FloatingPointError) on two who are 38 deviations apart.

    What happens beyond SATURATION is rated as it would be at SATURATION.
    """
    engine = trueskill.TrueSkill(tau=0.0, draw_probability=draw_probability)
    for name in ("v_win", "w_win", "v_draw", "w_draw"):
        setattr(engine, name, _saturated(getattr(engine, name)))
    return engine


def _saturated(correction: Callable[[float, float], float]) -> Callable[[float, float], float]:
    def within(difference: float, margin: float) -> float:
        return correction(max(-SATURATION, min(SATURATION, difference)), margin)

    return within


_Natural: TypeAlias = tuple[float, float]
"""Precision, and precision times mean."""


@dataclass(slots=True)
class _Site:
    """A ranking that occurred so many times, and the message of them all to each player."""

    ranking: _Ranking
    times: int
    players: tuple[int, ...]
    message: list[_Natural]
    step: float = 1.0
    last: list[_Natural] = field(default_factory=list)

    def relax(self, moves: list[_Natural]) -> float:
        """The share of the moves to make: halved when they turn back, else growing up to all."""
        pairs = zip(chain(*moves), chain(*self.last), strict=False)
        turned = math.fsum(now * before for now, before in pairs) < 0
        self.step = max(0.05, self.step / 2) if turned else min(1.0, self.step * 1.3)
        self.last = moves
        return self.step


class _Fit:
    """The pool's ratings as they stand, the prior's mean being 0."""

    def __init__(self, players: int, rankings: Mapping[_Ranking, int], drawn: float) -> None:
        self.players = [(_PRIOR, 0.0)] * players
        self.sites = [
            _Site(each, rankings[each], each.players, [(0.0, 0.0)] * len(each.players))
            for each in sorted(rankings)
        ]
        self.parts = _parts(players, rankings)
        self.engine = _engine(drawn)

    def moments(self) -> list[tuple[float, float]]:
        """Each player's mean (the prior's being 0) and standard deviation."""
        return [(tau / pi, pi**-0.5) for pi, tau in self.players]

    def sweep(self) -> float:
        """Visit every site once; the largest change of a mean or deviation, in sigmas."""
        before = self.moments()
        for site in self.sites:
            self._visit(site)
        self._add_up()
        self._anchor()
        self._add_up()
        moves = zip(before, self.moments(), strict=True)
        return max((max(abs(m - n), abs(s - r)) / s for (n, r), (m, s) in moves), default=0.0)

    def _visit(self, site: _Site) -> None:
        n, told = site.times, list(zip(site.players, site.message, strict=True))
        cavity = [_plus(self.players[player], message, -1 / n) for player, message in told]
        rated = self._rated(cavity, site.ranking)
        moves = [
            (n * (after[0] - before[0]) - message[0], n * (after[1] - before[1]) - message[1])
            for after, before, message in zip(rated, cavity, site.message, strict=True)
        ]
        for player in site.ranking.spared:
            moves[site.players.index(player)] = (0.0, 0.0)
        step = site.relax(moves)
        for i, (player, message) in enumerate(told):
            site.message[i] = _plus(message, moves[i], step)
            self.players[player] = _plus(self.players[player], moves[i], step)

    def _rated(self, players: Iterable[_Natural], ranking: _Ranking) -> list[_Natural]:
        ratings = (trueskill.Rating(tau / pi, pi**-0.5) for pi, tau in players)
        teams = [tuple(islice(ratings, len(team))) for team in ranking.teams]
        rated = self.engine.rate(teams, ranking.ranks)
        return [(after.pi, after.tau) for team in rated for after in team]

    def _add_up(self) -> None:
        """Prior and messages afresh, so that no rounding piles up from sweep to sweep."""
        self.players = [(_PRIOR, 0.0)] * len(self.players)
        for site in self.sites:
            for player, message in zip(site.players, site.message, strict=True):
                self.players[player] = _plus(self.players[player], message, 1.0)

    def _anchor(self) -> None:
        """Shift the mean of every message, alike within a part, so that the part's mean is 0."""
        shift = [0.0] * len(self.players)
        for part in self.parts:
            pulls = math.fsum(1 - _PRIOR / self.players[p][0] for p in part)
            mean = math.fsum(self.players[p][1] / self.players[p][0] for p in part)
            for player in part:
                shift[player] = -mean / pulls if pulls else 0.0
        for site in self.sites:
            told = zip(site.players, site.message, strict=True)
            site.message = [(pi, tau + shift[player] * pi) for player, (pi, tau) in told]


def _plus(one: _Natural, other: _Natural, share: float) -> _Natural:
    return one[0] + share * other[0], one[1] + share * other[1]


def _parts(players: int, rankings: Iterable[_Ranking]) -> list[list[int]]:
    """The players, parted into groups that no result links."""
    head = list(range(players))

    def find(player: int) -> int:
        while head[player] != player:
            head[player] = head[head[player]]
            player = head[player]
        return player

    for ranking in rankings:
        for player in ranking.players:
            one, other = sorted((find(player), find(ranking.players[0])))
            head[other] = one
    parts: dict[int, list[int]] = {}
    for player in range(players):
        parts.setdefault(find(player), []).append(player)
    return list(parts.values())
