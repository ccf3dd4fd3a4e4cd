"""Figures of many games, with the error that sampling leaves."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import nan, sqrt


@dataclass(slots=True)
class Tally:
    """A mean of whole numbers, any number of them from each game.

    Games are independent; the numbers of one game need not be, and the standard error allows for
    that (it is the one of a ratio of sums over games).
    """

    games: int = 0
    values: int = 0
    total: int = 0
    least: int | None = None
    most: int | None = None
    # Sums of whole numbers, so that no order of games changes a digit.
    _squares: int = 0
    _game_totals: int = 0
    """The sum over games of the square of the game's own sum."""
    _products: int = 0
    """The sum over games of the game's own sum times how many values it has."""
    _game_values: int = 0
    """The sum over games of the square of how many values it has."""

    def add(self, values: Sequence[int]) -> None:
        """Count the numbers of one more game."""
        self.games += 1
        count, total = len(values), sum(values)
        self.values += count
        self.total += total
        self._squares += sum([value * value for value in values])
        self._game_totals += total * total
        self._products += total * count
        self._game_values += count * count
        if values:
            known = [value for value in (self.least, self.most) if value is not None]
            # Facts count as 0 and 1, and are numbers wherever they are told.
            self.least, self.most = int(min([*values, *known])), int(max([*values, *known]))

    @property
    def mean(self) -> float:
        """The mean of all numbers; nan if there are none."""
        return self.total / self.values if self.values else nan

    @property
    def error(self) -> float:
        """The standard error of the mean; nan for fewer than two games."""
        if self.games < 2 or not self.values:
            return nan
        mean = self.mean
        squares = self._game_totals - 2 * mean * self._products + mean**2 * self._game_values
        return sqrt(max(squares, 0.0) * self.games / (self.games - 1)) / self.values

    @property
    def spread(self) -> float:
        """The standard deviation of a single number; nan for fewer than two."""
        if self.values < 2:
            return nan
        squares = self._squares - self.total**2 / self.values
        return sqrt(max(squares, 0.0) / (self.values - 1))


@dataclass(slots=True)
class Distribution:
    """How often each of some values occurs: a tally of 0 and 1 for each."""

    values: range
    shares: list[Tally] = field(init=False)

    def __post_init__(self) -> None:
        self.shares = [Tally() for _ in self.values]

    def add(self, values: Sequence[int]) -> None:
        """Take note of one more game's numbers."""
        for value, share in zip(self.values, self.shares, strict=True):
            share.add([number == value for number in values])
