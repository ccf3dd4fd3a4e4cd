"""Small statistics for tests with fixed seeds, which pass or fail the same way every time."""

from collections.abc import Hashable, Mapping, Sequence
from math import sqrt
from typing import NamedTuple, TypeVar

from stych_devtools.selfplay.tally import Tally

Key = TypeVar("Key", bound=Hashable)


class Mean(NamedTuple):
    """A sample's mean, and the standard error of the mean."""

    value: float
    error: float


def mean(sample: Sequence[float]) -> Mean:
    value = sum(sample) / len(sample)
    variance = sum((x - value) ** 2 for x in sample) / (len(sample) - 1)
    return Mean(value, sqrt(variance / len(sample)))


def assert_published(measured: Tally, published: float, games: int, rounding: float) -> None:
    """Assert that a published mean of so many games is as near as four standard errors allow.

    The errors are those of the difference; `rounding` is how far the published mean was rounded.
    """
    error = measured.error * sqrt(1 + measured.games / games)
    assert abs(measured.mean - published) < 4 * error + rounding, (measured, published)


def assert_fits(seen: Mapping[Key, int], expected: Mapping[Key, float]) -> None:
    """Assert that chi-square is at most six standard deviations, and 6 more, above its mean."""
    total = sum(seen.values())
    assert set(seen) <= set(expected), f"impossible: {set(seen) - set(expected)}"
    assert abs(sum(expected.values()) - 1) < 1e-9
    assert min(expected.values()) * total >= 5, "too few samples for a chi-square"
    square = sum((seen.get(key, 0) - p * total) ** 2 / (p * total) for key, p in expected.items())
    freedom = len(expected) - 1
    assert square < freedom + 6 * sqrt(2 * freedom) + 6, (square, freedom)
