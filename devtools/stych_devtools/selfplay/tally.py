"""Means and distributions over many games, with their standard errors."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import nan, sqrt


@dataclass(slots=True)
class Tally:
    """Sums over whole numbers from games, any number of them from each game, and their mean.

    Games are independent, but numbers of one game need not be. So the standard error is that of a
    ratio of two sums over games: of their numbers, and of how many numbers they have.
    """

    games: int = 0
    values: int = 0
    """How many numbers there are."""
    total: int = 0
    """The sum of all numbers."""
    least: int | None = None
    """The smallest and, in `most`, the largest number; None if there are none."""
    most: int | None = None
    # Sums of whole numbers are exact, so the order of games does not change a digit.
    _value_squares: int = 0
    """The sum of the squares of all numbers."""
    _total_squares: int = 0
    """The sum over games of the square of the game's total."""
    _products: int = 0
    """The sum over games of the game's total times how many numbers the game has."""
    _count_squares: int = 0
    """The sum over games of the square of how many numbers the game has."""

    def add(self, values: Sequence[int]) -> None:
        """Count the numbers of one more game."""
        self.games += 1
        count, total = len(values), sum(values)
        self.values += count
        self.total += total
        self._value_squares += sum([value * value for value in values])
        self._total_squares += total * total
        self._products += total * count
        self._count_squares += count * count
        if values:
            earlier = [value for value in (self.least, self.most) if value is not None]
            # A measure of facts gives True and False, which are shown as 1 and 0.
            self.least, self.most = int(min([*values, *earlier])), int(max([*values, *earlier]))

    @property
    def mean(self) -> float:
        """The mean of all numbers; nan if there are none."""
        return self.total / self.values if self.values else nan

    @property
    def error(self) -> float:
        """The standard error of the mean; nan for fewer than two games, or without a number."""
        if self.games < 2 or not self.values:
            return nan
        mean = self.mean
        squares = self._total_squares - 2 * mean * self._products + mean**2 * self._count_squares
        return sqrt(max(squares, 0.0) * self.games / (self.games - 1)) / self.values

    @property
    def spread(self) -> float:
        """The standard deviation of the numbers; nan if there are fewer than two."""
        if self.values < 2:
            return nan
        squares = self._value_squares - self.total**2 / self.values
        return sqrt(max(squares, 0.0) / (self.values - 1))


@dataclass(slots=True)
class Distribution:
    """How often each of the `values` occurs among the numbers of games."""

    values: range
    shares: list[Tally] = field(init=False)
    """For each of the `values`, a tally with 1 for this value and 0 for any other number."""

    def __post_init__(self) -> None:
        self.shares = [Tally() for _ in self.values]

    def add(self, values: Sequence[int]) -> None:
        """Count the numbers of one more game."""
        for value, share in zip(self.values, self.shares, strict=True):
            share.add([number == value for number in values])
