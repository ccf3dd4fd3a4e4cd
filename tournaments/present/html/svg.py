"""The common parts of drawings: scales with round ticks, axes, and a frame with title and text.

Drawn by hand, since the page works offline, is the same to the byte, and needs no library for it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from tournaments.present.html.markup import element, joined

WIDTH = 560
"""The width of every drawing in its own units; the page shows it larger or smaller."""
LETTER = 6.8
"""The width of a letter, more or less: nobody knows the font of whoever opens the page."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values to places in the drawing, linearly or by logarithms."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False
    whole: bool = False
    """Whether only whole numbers have ticks."""

    def __call__(self, value: float) -> float:
        """The place of the value; the middle where all values are the same."""
        low, high, value = (
            (math.log(each) if self.log else each) for each in (self.low, self.high, value)
        )
        share = (value - low) / (high - low) if high > low else 0.5
        return self.start + share * (self.end - self.start)

    def ticks(self, most: int = 8) -> list[float]:
        """Round values within the scale; `most` bounds them unless it is logarithmic."""
        found = _log_ticks(self.low, self.high) if self.log else ticks(self.low, self.high, most)
        return [each for each in found if not self.whole or abs(each - round(each)) < 1e-9]


def ticks(low: float, high: float, most: int) -> list[float]:
    """Multiples of 1, 2 or 5 times a power of ten, from low to high, about `most` of them."""
    # The small numbers take in what rounding put a hair beyond an end.
    rough = max(high - low, 1e-9) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def _log_ticks(low: float, high: float) -> list[float]:
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    every = [each * 10.0**power for power in powers for each in (1, 2, 5)]
    return [each for each in every if low <= each <= high]


def drawing(title: str, words: str, height: float, *parts: Markup) -> Markup:
    """The drawing with its title and a description for those who do not see it."""
    return element(
        "svg",
        element("title", title),
        element("desc", words),
        *parts,
        viewBox=f"0 0 {WIDTH} {number(height)}",
        role="img",
        aria_label=f"{title}. {words}",
    )


def line(x1: float, y1: float, x2: float, y2: float, **attributes: object) -> Markup:
    """A straight line from (x1, y1) to (x2, y2)."""
    ends = {"x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2)}
    return element("line", **ends, **attributes)


def text(x: float, y: float, words: object, **attributes: object) -> Markup:
    """Words that begin at that place, or as `text_anchor` says."""
    return element("text", words, x=number(x), y=number(y), **attributes)


def path(points: Sequence[tuple[float, float]], **attributes: object) -> Markup:
    """A line through the points."""
    drawn = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return element("path", d=drawn, **attributes)


def x_axis(scale: Scale, top: float, bottom: float, words: str) -> Markup:
    """Lines through the drawing at round values, the values below, and what they are."""
    return joined([*_x_ticks(scale, top, bottom), _axis_name(scale, bottom, words)])


def _x_ticks(scale: Scale, top: float, bottom: float) -> Iterator[Markup]:
    for value in scale.ticks():
        yield line(scale(value), top, scale(value), bottom, class_="grid")
        yield text(scale(value), bottom + 16, f"{value:g}", text_anchor="middle", class_="tick")


def _axis_name(scale: Scale, bottom: float, words: str) -> Markup:
    middle = (scale.start + scale.end) / 2
    return text(middle, bottom + 34, words, text_anchor="middle", class_="tick")


def y_axis(scale: Scale, left: float, right: float) -> Markup:
    """Lines across the drawing at round values, and the values before them."""
    return joined(
        [
            part
            for value in scale.ticks(6)
            for part in (
                line(left, scale(value), right, scale(value), class_="grid"),
                text(left - 6, scale(value) + 4, f"{value:g}", text_anchor="end", class_="tick"),
            )
        ]
    )


def number(value: float) -> str:
    """A coordinate as text, to a tenth of a unit, and never -0."""
    # Fewer digits make a smaller page, and hide how floats differ between machines.
    return f"{round(value, 1) + 0.0:g}"


def room_for(names: Sequence[str], most: float) -> float:
    """The width that the names need, `most` at most."""
    return min(most, 12 + LETTER * max(map(len, names), default=0))


def shortened(name: str, room: float) -> str:
    """The name, cut where there is no more room."""
    letters = int((room - 12) / LETTER)
    return name if len(name) <= letters + 1 else name[: max(1, letters - 1)] + "…"
