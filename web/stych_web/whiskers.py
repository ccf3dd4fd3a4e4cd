"""Draws ratings with their intervals: one SVG for each row of a table, all on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from markupsafe import Markup

from tournaments.present.html.markup import element
from tournaments.present.html.svg import ticks
from tournaments.ratings.rating import MU, NORMAL_95, Rating


@dataclass(frozen=True, slots=True)
class Whiskers:
    """The scale that all rows have in common. It always includes `MU`, the mean of the prior."""

    low: float
    """The rating at the left edge of each drawing."""
    high: float
    """The rating at the right edge."""

    @classmethod
    def of(cls, ratings: Sequence[Rating]) -> Self | None:
        """A scale for the intervals of all ratings and for `MU`; None without ratings."""
        if not ratings:
            return None
        reaches = [NORMAL_95 * each.sigma for each in ratings]
        ends = [
            each.mu + sign * reach
            for each, reach in zip(ratings, reaches, strict=True)
            for sign in (-1, 1)
        ]
        low, high = min(*ends, MU), max(*ends, MU)
        # A margin, so that no interval ends exactly at an edge.
        margin = max(0.5, 0.03 * (high - low))
        return cls(low - margin, high + margin)

    def draw(self, rating: Rating | None) -> Markup:
        """The rating as a dot, its 95 % interval as a line, and lines at the ticks and at `MU`.

        Empty for None.
        """
        if rating is None:
            return Markup()
        reach = NORMAL_95 * rating.sigma
        low, high = rating.mu - reach, rating.mu + reach
        description = f"{rating.mu:.1f}, 95 %: {low:.1f} to {high:.1f}"
        return element(
            "svg",
            element("title", description),
            *(self._line(value, "axis") for value in self._ticks() if value != MU),
            self._line(MU, "axis mean"),
            element(
                "line", class_="whisker", x1=self._at(low), x2=self._at(high), y1="50%", y2="50%"
            ),
            element("circle", class_="dot", cx=self._at(rating.mu), cy="50%", r="6.5"),
            role="img",
            aria_label=description,
        )

    def axis(self) -> Markup:
        """A drawing of the values at the ticks, to be put above the rows."""
        texts = (
            element(
                "text", f"{value:g}", class_="tick", x=self._at(value), y="15", text_anchor="middle"
            )
            for value in self._ticks()
        )
        return element("svg", *texts, aria_hidden="true", height="18", class_="axis-row")

    def _ticks(self) -> list[float]:
        return ticks(self.low, self.high, 5)

    def _line(self, value: float, style: str) -> Markup:
        """A vertical line at the value; `style` is its CSS class."""
        x = self._at(value)
        return element("line", class_=style, x1=x, x2=x, y1="0", y2="100%")

    def _at(self, value: float) -> str:
        """The place of the value, from the left edge, in % of a drawing's width."""
        return f"{100 * (value - self.low) / (self.high - self.low):.2f}%"
