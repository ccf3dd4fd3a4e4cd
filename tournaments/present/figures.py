"""Figures as they are written in tables and sentences."""

from tournaments.ratings.scores import Interval


def percent(value: float | None) -> str:
    """A share from 0 to 1 in percent, such as 99.5 %; empty for None."""
    return "" if value is None else f"{100 * value:.1f} %"


def between(value: float | None, interval: Interval | None, times: float = 100) -> str:
    """The value and its interval times `times`, such as 52.5 [45.3, 59.7].

    Empty if the value is None, and without brackets if the interval is.
    """
    if value is None:
        return ""
    shown = f"{times * value:.1f}"
    if interval is None:
        return shown
    low, high = (f"{times * each:.1f}" for each in interval)
    return f"{shown} [{low}, {high}]"


def two_digits(value: float | None) -> str:
    """The value with two decimals, such as 26.50; empty for None."""
    return "" if value is None else f"{value:.2f}"


def whole(value: int | None) -> str:
    """The integer as text; empty for None."""
    return "" if value is None else str(value)
