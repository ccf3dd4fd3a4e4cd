"""Draws series as SVG: seconds against sizes, both on a logarithmic scale."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup, escape

from stych_devtools.bench.findings import GrowthSeries

# In units of the picture: its size, and the space between its edges and the axes.
_WIDTH: Final = 820
_HEIGHT: Final = 470
_LEFT: Final = 70
_TOP: Final = 20
_RIGHT: Final = 300
"""Space for the names of the series."""
_BOTTOM: Final = 50
_COLOURS: Final = ("#0b6e99", "#b3541e", "#3d7d3a", "#7a4b9d", "#8a6d00")


@dataclass(frozen=True, slots=True)
class _Scale:
    """A logarithmic axis: 10 to the power of `low` is at `start`, 10 to that of `high` at `end`."""

    low: int
    high: int
    start: float
    end: float

    @classmethod
    def of(cls, values: Sequence[float], start: float, end: float) -> "_Scale":
        """The shortest axis between whole powers of ten on which all values lie."""
        low = math.floor(math.log10(min(values)))
        # At least one power of ten long, since `at` divides by the length.
        return cls(low, max(math.ceil(math.log10(max(values))), low + 1), start, end)

    def at(self, value: float) -> float:
        """The place of the value in the picture."""
        share = (math.log10(value) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)


def draw(series: Sequence[GrowthSeries]) -> str:
    """The picture as SVG, of one series or more. Dashed lines show linear growth."""
    points = [point for each in series for point in each.points]
    across = _Scale.of([size for size, _ in points], _LEFT, _WIDTH - _RIGHT)
    up = _Scale.of([seconds for _, seconds in points], _HEIGHT - _BOTTOM, _TOP)
    parts = [*_axes(across, up), *_linear(across, up)]
    for number, each in enumerate(series):
        parts += _line(each, across, up, number)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        ' font-family="sans-serif" font-size="12">\n'
        "<title>Time against the number of matches, of bots, and of matches at once</title>\n"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="white"/>\n'
    )
    return head + "\n".join(parts) + "\n</svg>\n"


def _axes(across: _Scale, up: _Scale) -> Iterator[str]:
    for power in range(across.low, across.high + 1):
        x = across.at(10.0**power)
        yield f'<path d="M{x} {up.start}V{up.end}" stroke="#ddd"/>'
        yield f'<text x="{x}" y="{up.start + 18}" text-anchor="middle">{10**power:,}</text>'
    for power in range(up.low, up.high + 1):
        y = up.at(10.0**power)
        yield f'<path d="M{across.start} {y}H{across.end}" stroke="#ddd"/>'
        yield f'<text x="{across.start - 8}" y="{y + 4}" text-anchor="end">{10.0**power:g} s</text>'
    middle = (across.start + across.end) / 2
    yield f'<text x="{middle}" y="{_HEIGHT - 12}" text-anchor="middle">how many</text>'


def _linear(across: _Scale, up: _Scale) -> Iterator[str]:
    """Dashed lines along which twice the size takes twice the time."""
    # Each shows 10 to the power of `shift` seconds for a size of 1, as far as the axes reach.
    for shift in range(up.low - across.high + 1, up.high - across.low):
        low = max(across.low, up.low - shift)
        high = min(across.high, up.high - shift)
        ends = [(across.at(10.0**n), up.at(10.0 ** (n + shift))) for n in (low, high)]
        (x, y), (x2, y2) = ends
        yield f'<path d="M{x} {y}L{x2} {y2}" stroke="#bbb" stroke-dasharray="3 4"/>'


def _line(series: GrowthSeries, across: _Scale, up: _Scale, number: int) -> Iterator[str]:
    colour = _COLOURS[number % len(_COLOURS)]
    places = [(across.at(size), up.at(seconds)) for size, seconds in series.points]
    path = "L".join(f"{x} {y}" for x, y in places)
    yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for x, y in places:
        yield f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>'
    # The names stand below one another to the right of the axes, each with a line about it.
    y = _TOP + 16 + 44 * number
    x = _WIDTH - _RIGHT + 20
    name = escape(series.name)
    yield Markup('<text x="{}" y="{}" fill="{}" font-weight="bold">{}</text>').format(
        x, y, colour, name
    )
    about = f"against {series.size}: exponent {series.exponent:.2f}"
    yield Markup('<text x="{}" y="{}" fill="{}">{}</text>').format(x, y + 17, colour, about)
