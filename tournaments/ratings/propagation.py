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
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Final

from tournaments.ratings.groups import Groups
from tournaments.ratings.ranking_factor import Engine, Natural, RankingFactor

SIGMA: Final = 25 / 3
"""The prior's standard deviation: TrueSkill's own (Herbrich, Minka and Graepel 2007)."""
_PRIOR: Final = SIGMA**-2
_ROUNDING: Final = 1e-15
"""More than adding two numbers is off by, as a part of their sizes."""


@dataclass(frozen=True, slots=True)
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


def in_order(rankings: Iterable[Ranking]) -> list[Ranking]:
    """The rankings in the one order in which all go through them: by teams, ranks and weights."""
    return sorted(rankings, key=attrgetter("teams", "ranks", "weights"))


class _Player:
    """A player of the pool, and what is believed of its skill."""

    def __init__(self) -> None:
        self.belief: Natural = (_PRIOR, 0.0)


class _Member:
    """A player in a ranking, and the message to it of all the times that the ranking occurred."""

    def __init__(self, player: _Player, number: int, times: float) -> None:
        self.player, self.number = player, number
        self.times = times
        """How many pieces of evidence on the player it is."""
        self.message: Natural = (0.0, 0.0)
        self.move: Natural = (0.0, 0.0)
        """What the last visit wanted to add to the message; `turned`: how far it went on from what
        the visit before it wanted."""
        self.turned: Natural = (0.0, 0.0)
        self.said: Natural = (0.0, 0.0)
        """What the ranking said when it was last asked, of one time."""

    def cavity(self) -> Natural:
        """The belief about the player without one copy of the message."""
        # Of less than one copy (a weight below 1) all of it: to take out a whole one would take out
        # more than was put in.
        return _plus(self.player.belief, self.message, -1 / max(1.0, self.times))


class Site:
    """A ranking that occurred, with what it says of each of its players."""

    def __init__(self, factor: RankingFactor, members: Sequence[_Member]) -> None:
        self.factor, self.members = factor, list(members)
        self._step = 1.0

    def visit(self, noise: float) -> None:
        """Ask the ranking anew, and tell its players."""
        self._ask(self.factor, noise)
        turned = 0.0
        size = 0.0
        for member in self.members:
            pi, tau = member.said
            message, before = member.message, member.move
            move = (member.times * pi - message[0], member.times * tau - message[1])
            by_pi, by_tau = move[0] * before[0], move[1] * before[1]
            turned += by_pi + by_tau
            size += abs(by_pi) + abs(by_tau)
            member.turned = (by_pi, by_tau)
            member.move = move
        # What is added up may have another sign than what would be only if rounding decides.
        if abs(turned) <= _ROUNDING * size * len(self.members):
            turned = math.fsum([part for member in self.members for part in member.turned])
        step = self._relaxed(turned)
        for member in self.members:
            member.message = _plus(member.message, member.move, step)
            member.player.belief = _plus(member.player.belief, member.move, step)

    def pulls(self, engine: Engine) -> list[float]:
        """By how much one copy would draw each player up under these constants."""
        self._ask(self.factor.under(engine), engine.noise)
        pulls = []
        for member in self.members:
            (pi, tau), belief = member.said, member.player.belief
            pulls.append(tau - pi * (belief[1] / belief[0]))
        return pulls

    def _ask(self, factor: RankingFactor, noise: float) -> None:
        """Ask what the factor says of each skill, given the beliefs without one message."""
        for number, member in enumerate(self.members):
            pi, tau = member.cavity()
            # A performance is the skill and noise.
            factor.believe(number, tau / pi, 1 / pi + noise)
        factor.settle()
        for number, member in enumerate(self.members):
            pi, tau = factor.said(number)
            # What is said of a performance says that much less of the skill.
            member.said = (pi / (1 + pi * noise), tau / (1 + pi * noise))

    def _relaxed(self, turned: float) -> float:
        """The share of the moves to make: halved when they turn back, else growing up to all."""
        if turned < 0:
            self._step = max(0.05, self._step / 2)
        else:
            self._step = min(1.0, self._step * 1.3)
        return self._step


class Fit:
    """The pool's ratings as they stand, the prior's mean being 0."""

    def __init__(self, players: int, rankings: Mapping[Ranking, int], drawn: float) -> None:
        self.players = [_Player() for _ in range(players)]
        self.engine = Engine(drawn)
        # In order, so that visits, and with them all rounding, are alike for the same results.
        self.sites = [self._site(each, rankings[each]) for each in in_order(rankings)]
        self.parts = _parts(players, rankings)

    def _site(self, ranking: Ranking, occurred: int) -> Site:
        factor = RankingFactor(ranking.ranks, len(ranking.teams[0]), self.engine)
        told = zip(ranking.players, ranking.weights, strict=True)
        return Site(factor, [_Member(self.players[p], p, occurred * part) for p, part in told])

    def moments(self) -> list[tuple[float, float]]:
        """Each player's mean (the prior's being 0) and standard deviation."""
        beliefs = [player.belief for player in self.players]
        return [(tau / pi, pi**-0.5) for pi, tau in beliefs]

    def sweep(self) -> float:
        """Visit every site once; the largest change of a mean or deviation, in sigmas."""
        before = self.moments()
        for site in self.sites:
            site.visit(self.engine.noise)
        # The anchor needs exact sums, and the messages that it shifts are then summed anew.
        self._add_up()
        self._anchor()
        self._add_up()
        moves = zip(before, self.moments(), strict=True)
        return max((max(abs(m - n), abs(s - r)) / s for (n, r), (m, s) in moves), default=0.0)

    def pulls(self, drawn: float) -> list[list[float]]:
        """By site, by how much one copy draws each player up, were draws as likely as that.

        Nothing is moved by it: the skills are those of the last sweep.
        """
        other = Engine(drawn)
        return [site.pulls(other) for site in self.sites]

    def _add_up(self) -> None:
        """Add prior and messages up anew, so that no rounding piles up from sweep to sweep."""
        for player in self.players:
            player.belief = (_PRIOR, 0.0)
        for site in self.sites:
            for member in site.members:
                member.player.belief = _plus(member.player.belief, member.message, 1.0)

    def _anchor(self) -> None:
        """Shift the mean of every message, alike within a part, so that the part's mean is 0."""
        beliefs, shift = [player.belief for player in self.players], [0.0] * len(self.players)
        for part in self.parts:
            # Messages move, the prior does not: a player moves by the share that messages have in
            # its precision.
            # fsum rounds once at the end: the order of adding changes no bit.
            pulls = math.fsum(1 - _PRIOR / beliefs[p][0] for p in part)
            mean = math.fsum(beliefs[p][1] / beliefs[p][0] for p in part)
            for player in part:
                shift[player] = -mean / pulls if pulls else 0.0
        for site in self.sites:
            for member in site.members:
                pi, tau = member.message
                member.message = (pi, tau + shift[member.number] * pi)


def _plus(one: Natural, other: Natural, share: float) -> Natural:
    return one[0] + share * other[0], one[1] + share * other[1]


def _parts(players: int, rankings: Iterable[Ranking]) -> list[list[int]]:
    """The players, parted into groups that no result links."""
    linked = Groups(range(players))
    for ranking in rankings:
        for player in ranking.players:
            linked.link(ranking.players[0], player)
    return linked.groups()
