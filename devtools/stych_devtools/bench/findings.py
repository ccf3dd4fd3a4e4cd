"""The results of the bench: ratios with goals, and series of times with exponents."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import linear_regression
from typing import Any

from tournaments.system.compiled import build_name


@dataclass(frozen=True, slots=True)
class Ratio:
    """A figure that hardly depends on the machine, with its goal.

    It is a ratio of two measurements, or the exponent with which a time grows.
    """

    name: str
    value: float
    goal: float
    at_least: bool
    """Whether the value should be at least the goal; if not, it should be at most the goal."""
    text: str
    """What was measured, in a line."""

    @property
    def ok(self) -> bool:
        """Whether the goal is reached."""
        return self.value >= self.goal if self.at_least else self.value <= self.goal

    @property
    def wanted(self) -> str:
        """The goal in words, such as `at least 0.5`."""
        return f"{'at least' if self.at_least else 'at most'} {self.goal:g}"

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints for this ratio."""
        goal = {"goal": self.goal, "at_least": self.at_least, "ok": self.ok}
        return {"value": self.value, **goal, "text": self.text}


@dataclass(frozen=True, slots=True)
class GrowthSeries:
    """The seconds that something took for each of several sizes."""

    name: str
    size: str
    """What the sizes count, such as "matches"."""
    points: tuple[tuple[float, float], ...]
    """Pairs of a size and the seconds that it took."""

    @property
    def exponent(self) -> float:
        """The power of the size with which the seconds grow; 1 is linear growth.

        It is fitted by least squares of the logarithms, and needs two points of different sizes.
        """
        logs = [(math.log(size), math.log(seconds)) for size, seconds in self.points]
        return linear_regression(*zip(*logs, strict=True)).slope


@dataclass(slots=True)
class Findings:
    """The results of a measurement, or of all measurements of a run."""

    ratios: list[Ratio] = field(default_factory=list)
    series: list[GrowthSeries] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What was not measured, and why."""

    def add(self, other: "Findings") -> None:
        """Add the findings of another measurement."""
        self.ratios += other.ratios
        self.series += other.series
        self.notes += other.notes

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints (docs/performance.md).

        `build` is the kind of this build, `ratios` are objects by name, `series` objects by name
        with `size`, `points` and `exponent`, `notes` are texts.
        """
        ratios = {each.name: each.as_json() for each in self.ratios}
        series = {
            each.name: {"size": each.size, "points": each.points, "exponent": each.exponent}
            for each in self.series
        }
        values = {"ratios": ratios, "series": series, "notes": self.notes}
        return {"build": build_name(), **values}


def growing_sizes(smallest: int, largest: int, points: int) -> Sequence[int]:
    """As many sizes as `points`, which is 2 or more, from `smallest` to `largest`.

    Each is larger than the one before by the same factor, but rounded, so small sizes may repeat.
    """
    factor = (largest / smallest) ** (1 / (points - 1))
    return [round(smallest * factor**i) for i in range(points)]
