"""Expectation propagation (Minka 2001): the belief about every player's skill from all rankings.

Each distinct ranking is a site with a multiplicity. A sweep visits the sites in a canonical order.
A visit divides one copy of the site's message out of the beliefs about its players, and computes
the message of the ranking given these beliefs (see `ranking_factor`). Then it moves the site's
message towards that one, to the power of the multiplicity. The fixed point depends on the rankings
alone and not on their order.

The message about a team's performance is passed on to each member, as in the `trueskill` package.
The belief about a spared member is used in the ranking, but the member gets no message: its weight
is 0. If a ranking is only a part of a piece of evidence on a player, the player gets the message to
the power of that part.

Rankings depend on differences of skills only, so at the fixed point the mean of every connected
part of the pool is the prior's. To restore that mean after each sweep does not change the fixed
point and saves hundreds of sweeps. (Where weights differ within a ranking, the mean would not be
the prior's by itself: there the restored mean belongs to the definition of the ratings.)
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from typing import Final

from tournaments.ratings.groups import Groups
from tournaments.ratings.ranking_factor import Constants, Natural, RankingFactor

SIGMA: Final = 25 / 3
"""The prior's standard deviation: TrueSkill's own (Herbrich, Minka and Graepel 2007)."""
_PRIOR: Final = SIGMA**-2
"""The prior's precision."""
_ROUNDING: Final = 1e-15
"""An upper bound of the rounding error of one addition, as a share of the summands' sizes."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranks of teams of numbered players. Equal rankings are pooled into one site."""

    teams: tuple[tuple[int, ...], ...]
    """The players of each team: best team first, tied teams by the numbers of their players."""
    ranks: tuple[int, ...]
    """By team, from 0 for the best and without gaps; tied teams have the same rank."""
    weights: tuple[float, ...]
    """By player, team by team: what part of a piece of evidence on the player the ranking is, up to
    1; 0 for a spared player."""

    @property
    def players(self) -> tuple[int, ...]:
        """All players, team by team: the order of weights and messages."""
        return tuple(chain(*self.teams))


def in_order(rankings: Iterable[Ranking]) -> list[Ranking]:
    """The rankings in the canonical order, which all code uses: by teams, ranks and weights."""
    return sorted(rankings, key=attrgetter("teams", "ranks", "weights"))


class _Player:
    """A player of the pool, and the current belief about its skill."""

    def __init__(self) -> None:
        self.belief: Natural = (_PRIOR, 0.0)


class _Member:
    """A player in a ranking, and the message to the player from all occurrences of the ranking."""

    def __init__(self, player: _Player, number: int, times: float) -> None:
        self.player, self.number = player, number
        self.times = times
        """How many pieces of evidence on the player the ranking is: occurrences times weight."""
        self.message: Natural = (0.0, 0.0)
        self.move: Natural = (0.0, 0.0)
        """The full step of the last visit: the new message less the old one."""
        self.products: Natural = (0.0, 0.0)
        """The products of the last two full steps, by component; below 0 where steps turn back."""
        self.single: Natural = (0.0, 0.0)
        """The message of a single occurrence, as last computed."""

    def cavity(self) -> Natural:
        """The belief about the player without one copy of the message."""
        # If the message is less than one copy (a weight below 1), the whole message is taken out: a
        # full copy would be more than the belief contains.
        return _plus(self.player.belief, self.message, -1 / max(1.0, self.times))


class Site:
    """A distinct ranking, with its messages to its players."""

    def __init__(self, factor: RankingFactor, members: Sequence[_Member]) -> None:
        self.factor, self.members = factor, list(members)
        self._step = 1.0
        """The share of a full step that a visit makes."""

    def visit(self, noise: float) -> None:
        """Compute the messages anew, and move messages and beliefs towards them.

        `noise` is the variance of a performance around the skill.
        """
        self._compute(self.factor, noise)
        turned = 0.0
        size = 0.0
        for member in self.members:
            pi, tau = member.single
            message, before = member.message, member.move
            move = (member.times * pi - message[0], member.times * tau - message[1])
            of_pi, of_tau = move[0] * before[0], move[1] * before[1]
            turned += of_pi + of_tau
            size += abs(of_pi) + abs(of_tau)
            member.products = (of_pi, of_tau)
            member.move = move
        # The sign of `turned` decides. If `turned` is so near to 0 that rounding may have changed
        # the sign, the sum is computed exactly.
        if abs(turned) <= _ROUNDING * size * len(self.members):
            turned = math.fsum([part for member in self.members for part in member.products])
        step = self._relaxed(turned)
        for member in self.members:
            member.message = _plus(member.message, member.move, step)
            member.player.belief = _plus(member.player.belief, member.move, step)

    def pulls(self, constants: Constants) -> list[float]:
        """By member, the pull of one occurrence on the player's mean under other constants."""
        self._compute(self.factor.with_constants(constants), constants.noise)
        pulls = []
        for member in self.members:
            (pi, tau), belief = member.single, member.player.belief
            pulls.append(tau - pi * (belief[1] / belief[0]))
        return pulls

    def _compute(self, factor: RankingFactor, noise: float) -> None:
        """Set `single` of each member, given the beliefs without one copy of the message."""
        for number, member in enumerate(self.members):
            pi, tau = member.cavity()
            # A performance is the skill plus noise.
            factor.believe(number, tau / pi, 1 / pi + noise)
        factor.settle()
        for number, member in enumerate(self.members):
            pi, tau = factor.message_to(number)
            # The message to the skill is less precise than the message to the performance.
            member.single = (pi / (1 + pi * noise), tau / (1 + pi * noise))

    def _relaxed(self, turned: float) -> float:
        """The next share of a full step.

        It is halved when steps turn back, but not below 0.05, and else grows by 30 %, up to 1.
        """
        if turned < 0:
            self._step = max(0.05, self._step / 2)
        else:
            self._step = min(1.0, self._step * 1.3)
        return self._step


class Fit:
    """The current beliefs about the players of a pool, as sweeps improve them.

    The prior's mean is 0. `rankings` says how often each ranking occurred, and `draw_probability`
    is the probability that two neighbours in a ranking tie.
    """

    def __init__(
        self, players: int, rankings: Mapping[Ranking, int], draw_probability: float
    ) -> None:
        self.players = [_Player() for _ in range(players)]
        self.constants = Constants(draw_probability)
        # In canonical order, so that the same results have the same visits and the same rounding.
        self.sites = [self._site(each, rankings[each]) for each in in_order(rankings)]
        self.parts = _parts(players, rankings)
        """The connected parts: players that rankings link, directly or through others."""

    def _site(self, ranking: Ranking, times: int) -> Site:
        factor = RankingFactor(ranking.ranks, len(ranking.teams[0]), self.constants)
        members = zip(ranking.players, ranking.weights, strict=True)
        return Site(factor, [_Member(self.players[p], p, times * part) for p, part in members])

    def moments(self) -> list[tuple[float, float]]:
        """Each player's mean (the prior's being 0) and standard deviation."""
        beliefs = [player.belief for player in self.players]
        return [(tau / pi, pi**-0.5) for pi, tau in beliefs]

    def sweep(self) -> float:
        """Visit every site once; returns the largest change of a mean or deviation, in sigmas."""
        before = self.moments()
        for site in self.sites:
            site.visit(self.constants.noise)
        # `_anchor` needs beliefs without accumulated rounding, and changes the messages.
        self._add_up()
        self._anchor()
        self._add_up()
        moves = zip(before, self.moments(), strict=True)
        return max((max(abs(m - n), abs(s - r)) / s for (n, r), (m, s) in moves), default=0.0)

    def pulls(self, draw_probability: float) -> list[list[float]]:
        """By site and member, the pull of one occurrence under another probability of a draw.

        The pulls are at the means of the last sweep. No belief and no message changes.
        """
        constants = Constants(draw_probability)
        return [site.pulls(constants) for site in self.sites]

    def _add_up(self) -> None:
        """Sum prior and messages anew, so that rounding does not accumulate from sweep to sweep."""
        for player in self.players:
            player.belief = (_PRIOR, 0.0)
        for site in self.sites:
            for member in site.members:
                member.player.belief = _plus(member.player.belief, member.message, 1.0)

    def _anchor(self) -> None:
        """Shift the means of all messages of a part by the same amount, so that its mean is 0."""
        beliefs, shift = [player.belief for player in self.players], [0.0] * len(self.players)
        for part in self.parts:
            # Messages are shifted, the prior is not: the mean of a player moves by the share of the
            # player's precision that its messages have. `fsum` rounds only once, at the end, so the
            # order of adding does not change a bit.
            movable = math.fsum(1 - _PRIOR / beliefs[p][0] for p in part)
            total = math.fsum(beliefs[p][1] / beliefs[p][0] for p in part)
            for player in part:
                shift[player] = -total / movable if movable else 0.0
        for site in self.sites:
            for member in site.members:
                pi, tau = member.message
                member.message = (pi, tau + shift[member.number] * pi)


def _plus(one: Natural, other: Natural, share: float) -> Natural:
    return one[0] + share * other[0], one[1] + share * other[1]


def _parts(players: int, rankings: Iterable[Ranking]) -> list[list[int]]:
    """The connected parts of the players: no ranking links two parts."""
    groups = Groups(range(players))
    for ranking in rankings:
        for player in ranking.players:
            groups.link(ranking.players[0], player)
    return groups.groups()
