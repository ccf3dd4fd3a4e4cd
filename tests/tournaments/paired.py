"""Duels by places under two rules that are fed the same blocks, many of them at once."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tests.tournaments.fastchess import SCORES, Fastchess
from tests.tournaments.likeliest import Floats, Likeliest
from tournaments.formats.duel import boards_in_stage
from tournaments.ratings.sequential import Sprt

LEADS = 2 * SCORES - 1
_STAKES = np.arange(1, 20) / 20
"""The stakes of the bettors, as in tournaments.ratings.sequential."""


class Rule(Protocol):
    """A sequential test of many duels."""

    def evidence(self, counts: Floats) -> Floats:
        """The evidence in each duel, from its numbers of blocks by score.

        It is a logarithm: above 0 it is for the new bot, below 0 against it.
        """

    def keep(self, chosen: NDArray[np.bool_]) -> None:
        """Go on with these duels alone."""


class Own:
    """Our rule, as BlockTest has it for one duel; that both say the same is tested."""

    def __init__(self, sprt: Sprt, duels: int) -> None:
        self._sprt = sprt
        self._added = np.array([*sprt.weights({}, 1).values()])[:, None]
        self._better, self._level = (
            Likeliest(LEADS, mean, duels) for mean in (sprt.margin_lead, 0.0)
        )

    def keep(self, chosen: NDArray[np.bool_]) -> None:
        """Go on with these duels alone."""
        self._better.keep(chosen)
        self._level.keep(chosen)

    def evidence(self, counts: Floats) -> Floats:
        """The evidence in each duel: the likelihood ratio mixed with the bet, as a logarithm."""
        held, lead, bet = counts + self._added, self._sprt.margin_lead, self._sprt.bet
        ratio = self._better.log(held) - self._level.log(held)
        better = _mixed(ratio, _wealth(LEADS, counts), bet)
        worse = _mixed(-ratio, _wealth((lead - LEADS) / (1 + lead), counts), bet)
        return np.where(better >= worse, better, -worse)


def _wealth(numbers: Floats, counts: Floats) -> Floats:
    logs = np.log1p(_STAKES[:, None] * numbers) @ counts
    most = logs.max(axis=0)
    return np.asarray(most + np.log(np.exp(logs - most).mean(axis=0)))


def _mixed(ratio: Floats, wealth: Floats, bet: float) -> Floats:
    return np.asarray(np.logaddexp(ratio + math.log1p(-bet), wealth + math.log(bet)))


@dataclass(frozen=True, slots=True)
class Called:
    """How each of many duels ended."""

    better: NDArray[np.bool_]
    """Whether the new one is called better."""
    blocks: NDArray[np.int64]
    """After how many blocks."""

    def __str__(self) -> str:
        return f"{self.better.mean():.3f}, {self.blocks.mean():.0f}"

    def played(self, sprt: Sprt) -> "Called":
        """The same ends, with all blocks that are played: each stage is played to its end."""
        ends = [0]
        while ends[-1] < self.blocks.max():
            ends.append(ends[-1] + boards_in_stage(ends[-1], sprt))
        return Called(self.better, np.array(ends)[np.searchsorted(ends, self.blocks)])


def called(
    rule: Rule,
    blocks: Iterator[NDArray[np.intp]],
    bound: float,
    looks: Callable[[int], bool] = lambda _: True,
) -> Called:
    """How the duels end by the rule, which looks after so many blocks as `looks` allows."""
    first = next(blocks)
    duels = len(first)
    made = Called(np.zeros(duels, dtype=np.bool_), np.zeros(duels, dtype=np.int64))
    going, counts = np.arange(duels), np.zeros((len(SCORES), duels))
    for number, scores in enumerate(chain([first], blocks), 1):
        counts[scores[going], np.arange(len(going))] += 1
        if not looks(number):
            continue
        evidence = rule.evidence(counts)
        on = np.abs(evidence) < bound
        made.better[going[~on]], made.blocks[going[~on]] = evidence[~on] > 0, number
        if not on.any():
            break
        if not on.all():
            going, counts = going[on], counts[:, on]
            rule.keep(on)
    return made


def drawn(weights: Sequence[float], duels: int, seed: int) -> Iterator[NDArray[np.intp]]:
    """Without end, the next block of each duel: the index of its score in SCORES.

    `weights` are the probabilities of the scores. The same seed gives the same blocks.
    """
    chance, bounds = np.random.default_rng(seed), np.cumsum(weights)[:-1]
    while True:
        yield np.searchsorted(bounds, chance.random(duels), side="right")


@dataclass(frozen=True, slots=True)
class Pair:
    """Our rule and that of fastchess in the same duels."""

    own: Called
    fastchess: Called

    @classmethod
    def of(cls, weights: Sequence[float], sprt: Sprt, duels: int, seed: int) -> "Pair":
        """Both rules in duels whose blocks have the scores with the probabilities `weights`.

        Our rule plays each stage to its end, as `Called.played` says.
        """
        rules: tuple[Rule, Rule] = Own(sprt, duels), Fastchess(sprt.margin, duels)
        own, fastchess = (called(rule, drawn(weights, duels, seed), sprt.bound) for rule in rules)
        return cls(own.played(sprt), fastchess)

    @property
    def ratio(self) -> float:
        """All blocks under our rule, divided by all blocks under that of fastchess."""
        return float(self.own.blocks.sum() / self.fastchess.blocks.sum())

    @property
    def ratio_error(self) -> float:
        """The standard error of the ratio."""
        off = self.own.blocks - self.ratio * self.fastchess.blocks
        return float(off.std() / self.fastchess.blocks.mean() / math.sqrt(len(off)))

    def __str__(self) -> str:
        return f"{self.own} | {self.fastchess} | {self.ratio:.3f} ± {self.ratio_error:.3f}"
