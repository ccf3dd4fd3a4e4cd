"""Figures as they are written in tables and sentences."""

from tournaments.ratings.scores import Interval


def percent(value: float | None) -> str:
    """The share 0 to 1 in percent, such as 99.5 %; empty for None."""
    return "" if value is None else f"{100 * value:.1f} %"


def between(value: float | None, interval: Interval | None, times: float = 100) -> str:
    """The value with its interval, multiplied, such as 52.5 [45.3, 59.7]; empty for None."""
    if value is None:
        return ""
    shown = f"{times * value:.1f}"
    if interval is None:
        return shown
    low, high = (f"{times * each:.1f}" for each in interval)
    return f"{shown} [{low}, {high}]"


def give_or_take(value: float | None, interval: Interval | None, times: float = 100) -> str:
    """The value and half the interval's width, multiplied, such as 52.5 ±7.2; empty for None."""
    # The interval need not lie evenly around the value; where that matters, `between` tells both
    # of its ends.
    if value is None or interval is None:
        return between(value, None, times)
    return f"{times * value:.1f} ±{times * (interval[1] - interval[0]) / 2:.1f}"


def two_digits(value: float | None) -> str:
    """The value with two decimals, such as 26.50; empty for None."""
    return "" if value is None else f"{value:.2f}"


def whole(value: int | None) -> str:
    """The number as text; empty for None."""
    return "" if value is None else str(value)
