"""The common parts of SVG drawings: scales with round ticks, axes, shapes, and the frame.

A drawing is a part of the page, which works offline. The same figures give the same drawing.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from tournaments.present.html.markup import element, joined

WIDTH = 560
"""The width of every drawing in units of the drawing; the page scales it to its size."""
_LETTER = 6.8
"""The width of a letter in units, roughly: the reader's font is not known."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Maps values to coordinates in the drawing, linearly or by logarithms."""

    low: float
    high: float
    """The least and the greatest value."""
    start: float
    end: float
    """The coordinates of these two values; `start` may be the greater one."""
    log: bool = False
    """Whether the scale is logarithmic; then all values must be above 0."""
    whole: bool = False
    """Whether only whole numbers have ticks."""

    def __call__(self, value: float) -> float:
        """The coordinate of the value; the middle of the scale if `low` and `high` are equal."""
        low, high, value = (
            (math.log(each) if self.log else each) for each in (self.low, self.high, value)
        )
        share = (value - low) / (high - low) if high > low else 0.5
        return self.start + share * (self.end - self.start)

    def ticks(self, most: int = 8) -> list[float]:
        """Round values within the scale: about `most`, or on a logarithmic scale any number."""
        values = _log_ticks(self.low, self.high) if self.log else ticks(self.low, self.high, most)
        return [each for each in values if not self.whole or abs(each - round(each)) < 1e-9]


def ticks(low: float, high: float, most: int) -> list[float]:
    """About `most` values from `low` to `high`: multiples of 1, 2 or 5 times a power of ten."""
    # 0.999 and 1e-9 allow for rounding errors, so that a tick at an end is not lost.
    rough = max(high - low, 1e-9) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= rough * 0.999)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def _log_ticks(low: float, high: float) -> list[float]:
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    values = [factor * 10.0**power for power in powers for factor in (1, 2, 5)]
    return [each for each in values if low <= each <= high]


def drawing(title: str, words: str, height: float, *parts: Markup) -> Markup:
    """The parts as one drawing, with its title, and a description for those who do not see it."""
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
    """Words that begin at (x, y), or end or are centred there, as `text_anchor` says."""
    return element("text", words, x=number(x), y=number(y), **attributes)


def path(points: Sequence[tuple[float, float]], **attributes: object) -> Markup:
    """A line through the points, each an (x, y), from the first to the last."""
    commands = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return element("path", d=commands, **attributes)


def x_axis(scale: Scale, top: float, bottom: float, words: str) -> Markup:
    """Vertical lines at round values, the values below them, and `words` on what they are."""
    return joined([*_x_ticks(scale, top, bottom), _axis_name(scale, bottom, words)])


def _x_ticks(scale: Scale, top: float, bottom: float) -> Iterator[Markup]:
    for value in scale.ticks():
        yield line(scale(value), top, scale(value), bottom, class_="grid")
        yield text(scale(value), bottom + 16, f"{value:g}", text_anchor="middle", class_="tick")


def _axis_name(scale: Scale, bottom: float, words: str) -> Markup:
    middle = (scale.start + scale.end) / 2
    return text(middle, bottom + 34, words, text_anchor="middle", class_="tick")


def y_axis(scale: Scale, left: float, right: float) -> Markup:
    """Horizontal lines at round values, and the values to the left of them."""
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
    """A coordinate as text, rounded to a tenth of a unit; never -0."""
    # Few digits make a small page, and the same one on machines whose floats differ slightly.
    return f"{round(value, 1) + 0.0:g}"


def room_for(names: Sequence[str], most: float) -> float:
    """The width that the longest of the names needs, with a margin of 12; at most `most`."""
    return min(most, 12 + _LETTER * max(map(len, names), default=0))


def shortened(name: str, room: float) -> str:
    """The name, cut with an ellipsis if it is longer than the width `room` (see `room_for`)."""
    letters = int((room - 12) / _LETTER)
    # A letter more is let through: for a name that just fits, the division may be rounded down.
    return name if len(name) <= letters + 1 else name[: max(1, letters - 1)] + "…"
