"""Ratings with their intervals, a drawing for each row of a table, all on one scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from markupsafe import Markup

from tournaments.present.html.markup import element
from tournaments.present.html.svg import ticks
from tournaments.ratings.rating import MU, NORMAL_95, Rating


@dataclass(frozen=True, slots=True)
class Whiskers:
    """The scale that the rows have in common. Places are in % of a drawing's width."""

    low: float
    high: float

    @classmethod
    def of(cls, ratings: Sequence[Rating]) -> Self | None:
        """With room for all of these ratings; None where there are none."""
        if not ratings:
            return None
        reach = [NORMAL_95 * each.sigma for each in ratings]
        ends = [
            each.mu + sign * r for each, r in zip(ratings, reach, strict=True) for sign in (-1, 1)
        ]
        low, high = min(*ends, MU), max(*ends, MU)
        # No dot is cut off at an end.
        margin = max(0.5, 0.03 * (high - low))
        return cls(low - margin, high + margin)

    def draw(self, rating: Rating | None) -> Markup:
        """The rating as a dot, its 95 % interval as a line; nothing where there is no rating."""
        if rating is None:
            return Markup()
        reach = NORMAL_95 * rating.sigma
        low, high = rating.mu - reach, rating.mu + reach
        words = f"{rating.mu:.1f}, 95 %: {low:.1f} to {high:.1f}"
        return element(
            "svg",
            element("title", words),
            *(self._line(value) for value in self._ticks()),
            element(
                "line", class_="whisker", x1=self._at(low), x2=self._at(high), y1="50%", y2="50%"
            ),
            element("circle", class_="dot", cx=self._at(rating.mu), cy="50%", r="6.5"),
            role="img",
            aria_label=words,
        )

    def axis(self) -> Markup:
        """The values at the scale's ticks, to stand above the rows."""
        texts = (
            element(
                "text", f"{value:g}", class_="tick", x=self._at(value), y="15", text_anchor="middle"
            )
            for value in self._ticks()
        )
        return element("svg", *texts, aria_hidden="true", height="18", class_="axis-row")

    def _ticks(self) -> list[float]:
        return ticks(self.low, self.high, 5)

    def _line(self, value: float) -> Markup:
        mean = " mean" if value == MU else ""
        ends = self._ends(value, value)
        return element("line", class_=f"axis{mean}", y1="0", y2="100%", **ends)

    def _ends(self, low: float, high: float) -> dict[str, str]:
        return {"x1": self._at(low), "x2": self._at(high)}

    def _at(self, value: float) -> str:
        return f"{100 * (value - self.low) / (self.high - self.low):.2f}%"
