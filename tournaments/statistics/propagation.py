"""Expectation propagation: the belief about every player's skill that the rankings amount to.

Each distinct ranking is a site with a multiplicity. A sweep visits the sites in canonical order:
divide one copy of the site's message out of its players' ratings, let `trueskill` rate the ranking
from there, and take what it added as the new message, as many times as the ranking occurred. The
fixed point depends on the rankings alone, never on their order.

Members of a team share what the package gives them. A spared member counts with the rating that he
has, and gets no message. Somebody on whom a ranking is only a part of a piece of evidence gets that
part of the message.

Two who play alone are rated in closed form, with the package's own functions: what its graph comes
to, ten times quicker.

Rankings speak of differences only, so at the fixed point every connected part of the pool keeps
the prior's mean; putting it back there after each sweep changes nothing in the end and saves
hundreds of sweeps. (Where weights differ within a ranking it is what keeps the mean there.)
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import TypeAlias

import trueskill

SIGMA = 25 / 3
"""Of the prior."""
SATURATION = 30.0
"""How far apart two performances count, in deviations; no more beyond that."""

_PRIOR = SIGMA**-2


@dataclass(frozen=True, slots=True, order=True)
class Ranking:
    """Who came where: players by number."""

    teams: tuple[tuple[int, ...], ...]
    """Best first, tied ones by name: the package treats the order of ties as if it meant a bit."""
    ranks: tuple[int, ...]
    weights: tuple[float, ...]
    """By player, team by team; 0 for the spared."""

    @property
    def players(self) -> tuple[int, ...]:
        """All, team by team."""
        return tuple(chain(*self.teams))


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
    """A ranking that occurred, and the message to each player of all the times that it did."""

    ranking: Ranking
    times: tuple[float, ...]
    """By player: how many pieces of evidence it is on him."""
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


def _times(ranking: Ranking, occurred: int) -> tuple[float, ...]:
    return tuple(occurred * weight for weight in ranking.weights)


class Fit:
    """The pool's ratings as they stand, the prior's mean being 0."""

    def __init__(self, players: int, rankings: Mapping[Ranking, int], drawn: float) -> None:
        self.players = [(_PRIOR, 0.0)] * players
        self.sites = [
            _Site(
                each, _times(each, rankings[each]), each.players, [(0.0, 0.0)] * len(each.players)
            )
            for each in sorted(rankings)
        ]
        self.parts = _parts(players, rankings)
        self.engine = _engine(drawn)
        self.margin = trueskill.calc_draw_margin(drawn, 2, self.engine)

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
        told = list(zip(site.players, site.message, site.times, strict=True))
        # No more than was put in is taken out: of less than one copy, all there is.
        cavity = [_plus(self.players[player], told, -1 / max(1, n)) for player, told, n in told]
        rated = self._rated(cavity, site.ranking)
        moves = [
            (n * (after[0] - before[0]) - message[0], n * (after[1] - before[1]) - message[1])
            for after, before, (_, message, n) in zip(rated, cavity, told, strict=True)
        ]
        step = site.relax(moves)
        for i, (player, message, _) in enumerate(told):
            site.message[i] = _plus(message, moves[i], step)
            self.players[player] = _plus(self.players[player], moves[i], step)

    def _rated(self, players: Sequence[_Natural], ranking: Ranking) -> list[_Natural]:
        if len(ranking.players) == 2:
            return self._duel(*players, tied=not ranking.ranks[1])
        ratings = (trueskill.Rating(tau / pi, pi**-0.5) for pi, tau in players)
        teams = [tuple(islice(ratings, len(team))) for team in ranking.teams]
        rated = self.engine.rate(teams, ranking.ranks)
        return [(after.pi, after.tau) for team in rated for after in team]

    def _duel(self, best: _Natural, other: _Natural, *, tied: bool) -> list[_Natural]:
        """What `rate` of the package makes of two who play alone."""
        engine, margin = self.engine, self.margin
        variance = 2 * engine.beta**2 + 1 / best[0] + 1 / other[0]
        apart = math.sqrt(variance)
        lead = (best[1] / best[0] - other[1] / other[0]) / apart
        v, w = (engine.v_draw, engine.w_draw) if tied else (engine.v_win, engine.w_win)
        shift, shrink = v(lead, margin / apart), w(lead, margin / apart)
        return [
            _moved(best, shift / apart, shrink / variance),
            _moved(other, -shift / apart, shrink / variance),
        ]

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


def _moved(belief: _Natural, shift: float, shrink: float) -> _Natural:
    """The belief after the update: its mean moved by variance x shift, its variance shrunk."""
    pi = belief[0] / (1 - shrink / belief[0])
    return pi, pi * (belief[1] + shift) / belief[0]


def _parts(players: int, rankings: Iterable[Ranking]) -> list[list[int]]:
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
