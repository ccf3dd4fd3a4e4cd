"""Expectation propagation (Minka 2001): the belief about every player's skill from all rankings.

Each distinct ranking is a site with a multiplicity. A sweep visits the sites in canonical order:
divide one copy of the site's message out of its players' ratings, ask what the ranking says of
them from there (see `ranking_factor`), and take that as the new message, as many times as the
ranking occurred. The fixed point depends on the rankings alone, never on their order.

Members of a team share what the package gives them. A spared member counts with the rating that it
has, and gets no message. A player on whom a ranking is only a part of a piece of evidence gets that
part of the message.

Rankings speak of differences only, so at the fixed point every connected part of the pool keeps
the prior's mean; putting it back there after each sweep changes nothing in the end and saves
hundreds of sweeps. (Where weights differ within a ranking it is what keeps the mean there.)
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from tournaments.ratings.groups import Groups
from tournaments.ratings.ranking_factor import Natural, RankingFactor, engine

SIGMA = 25 / 3
"""The prior's standard deviation: TrueSkill's own (Herbrich, Minka and Graepel 2007)."""
_PRIOR = SIGMA**-2


@dataclass(frozen=True, slots=True, order=True)
class Ranking:
    """Which teams came where; players are numbers. Equal rankings are pooled into one site."""

    teams: tuple[tuple[int, ...], ...]
    """Best first, tied ones by name."""
    ranks: tuple[int, ...]
    weights: tuple[float, ...]
    """By player, team by team: what part of a piece of evidence it is; 0 for the spared."""

    @property
    def players(self) -> tuple[int, ...]:
        """All players, team by team: the order of weights and messages."""
        return tuple(chain(*self.teams))


@dataclass(slots=True)
class _Site:
    """A ranking that occurred, and the message to each player of all the times that it did."""

    factor: RankingFactor
    times: tuple[float, ...]
    """By player: how many pieces of evidence on the player it is."""
    players: tuple[int, ...]
    message: list[Natural]
    step: float = 1.0
    last: list[Natural] = field(default_factory=list)

    def relax(self, moves: list[Natural]) -> float:
        """The share of the moves to make: halved when they turn back, else growing up to all."""
        # Not strict, since before the first visit there are no last moves.
        pairs = zip(chain(*moves), chain(*self.last), strict=False)
        # fsum, here and below, rounds once at the end: the order of adding changes no bit.
        turned = math.fsum(now * before for now, before in pairs) < 0
        self.step = max(0.05, self.step / 2) if turned else min(1.0, self.step * 1.3)
        self.last = moves
        return self.step


class Fit:
    """The pool's ratings as they stand, the prior's mean being 0."""

    def __init__(self, players: int, rankings: Mapping[Ranking, int], drawn: float) -> None:
        self.players = [(_PRIOR, 0.0)] * players
        self.engine = engine(drawn)
        # Sorted, so that visits, and with them all rounding, have one order for the same results.
        self.sites = [self._site(each, rankings[each]) for each in sorted(rankings)]
        self.parts = _parts(players, rankings)

    def _site(self, ranking: Ranking, occurred: int) -> _Site:
        players = ranking.players
        times = tuple(occurred * weight for weight in ranking.weights)
        factor = RankingFactor(ranking.ranks, len(ranking.teams[0]), self.engine)
        return _Site(factor, times, players, [(0.0, 0.0)] * len(players))

    def moments(self) -> list[tuple[float, float]]:
        """Each player's mean (the prior's being 0) and standard deviation."""
        return [(tau / pi, pi**-0.5) for pi, tau in self.players]

    def sweep(self) -> float:
        """Visit every site once; the largest change of a mean or deviation, in sigmas."""
        before = self.moments()
        for site in self.sites:
            self._visit(site)
        # The anchor needs exact sums, and the messages that it shifts are then summed anew.
        self._add_up()
        self._anchor()
        self._add_up()
        moves = zip(before, self.moments(), strict=True)
        return max((max(abs(m - n), abs(s - r)) / s for (n, r), (m, s) in moves), default=0.0)

    def _visit(self, site: _Site) -> None:
        told = list(zip(site.players, site.message, site.times, strict=True))
        said = self._said(self._cavity(site), site.factor)
        moves = [
            (n * pi - message[0], n * tau - message[1])
            for (pi, tau), (_, message, n) in zip(said, told, strict=True)
        ]
        step = site.relax(moves)
        for i, (player, message, _) in enumerate(told):
            site.message[i] = _plus(message, moves[i], step)
            self.players[player] = _plus(self.players[player], moves[i], step)

    def _cavity(self, site: _Site) -> list[Natural]:
        """The beliefs about the site's players without one copy of it."""
        # Of less than one copy (a weight below 1) all of it: to take out a whole one would take out
        # more than was put in.
        told = zip(site.players, site.message, site.times, strict=True)
        return [_plus(self.players[player], told, -1 / max(1, n)) for player, told, n in told]

    def pulls(self, drawn: float) -> list[list[float]]:
        """By site, by how much one copy draws each player up, were draws as likely as that.

        Nothing is moved by it: the skills are those of the last sweep.
        """
        means, other, pulls = self.moments(), engine(drawn), []
        for site in self.sites:
            said = self._said(self._cavity(site), site.factor.under(other))
            own = zip(said, site.players, strict=True)
            pulls.append([tau - pi * means[player][0] for (pi, tau), player in own])
        return pulls

    def _said(self, skills: Sequence[Natural], factor: RankingFactor) -> list[Natural]:
        """What the ranking says of each player's skill, given these beliefs about the skills."""
        # A performance is the skill and noise; what is said of it says that much less of the skill.
        noise = self.engine.beta**2
        told = factor.settle([(tau / pi, 1 / pi + noise) for pi, tau in skills])
        return [(pi / (1 + pi * noise), tau / (1 + pi * noise)) for pi, tau in told]

    def _add_up(self) -> None:
        """Add prior and messages up anew, so that no rounding piles up from sweep to sweep."""
        self.players = [(_PRIOR, 0.0)] * len(self.players)
        for site in self.sites:
            for player, message in zip(site.players, site.message, strict=True):
                self.players[player] = _plus(self.players[player], message, 1.0)

    def _anchor(self) -> None:
        """Shift the mean of every message, alike within a part, so that the part's mean is 0."""
        shift = [0.0] * len(self.players)
        for part in self.parts:
            # Messages move, the prior does not: a player moves by the share that messages have in
            # its precision.
            pulls = math.fsum(1 - _PRIOR / self.players[p][0] for p in part)
            mean = math.fsum(self.players[p][1] / self.players[p][0] for p in part)
            for player in part:
                shift[player] = -mean / pulls if pulls else 0.0
        for site in self.sites:
            told = zip(site.players, site.message, strict=True)
            site.message = [(pi, tau + shift[player] * pi) for player, (pi, tau) in told]


def _plus(one: Natural, other: Natural, share: float) -> Natural:
    return one[0] + share * other[0], one[1] + share * other[1]


def _parts(players: int, rankings: Iterable[Ranking]) -> list[list[int]]:
    """The players, parted into groups that no result links."""
    linked = Groups(range(players))
    for ranking in rankings:
        for player in ranking.players:
            linked.link(ranking.players[0], player)
    return linked.groups()
