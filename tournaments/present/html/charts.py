"""Draws ratings with their intervals, and the shares of the seats beside the fair share."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from markupsafe import Markup

from tournaments.present.html.markup import element, joined
from tournaments.present.html.svg import (
    WIDTH,
    Scale,
    drawing,
    line,
    number,
    room_for,
    shortened,
    text,
    x_axis,
)
from tournaments.ratings.rating import NORMAL_95, Rating
from tournaments.ratings.scores import Interval

_ROW = 24
"""The height of a row in units."""
_NAMES = 190
"""The most room for the names of entrants, in units."""

_Share: TypeAlias = tuple[float, Interval | None]
"""A seat's share of the rank points, 0 to 1, and its 95 % interval where it is known."""


def intervals(ratings: Mapping[str, Rating]) -> Markup:
    """A drawing of each rating as a dot on its 95 % interval.

    `ratings` has at least one rating, the best first.
    """
    ends = [each.mu + sign * _reach(each) for each in ratings.values() for sign in (-1, 1)]
    room = room_for(list(ratings), _NAMES)
    scale = Scale(min(ends), max(ends), room + 8, WIDTH - 60)
    bottom = len(ratings) * _ROW + 6
    rows = [
        _interval(name, each, scale, room, row) for row, (name, each) in enumerate(ratings.items())
    ]
    words = "A dot is a rating, the line through it its 95 % interval; best first."
    axis = x_axis(scale, 4, bottom, "rating")
    return drawing("Ratings with their intervals", words, bottom + 42, axis, *rows)


def _reach(rating: Rating) -> float:
    """Half the width of the 95 % interval."""
    return NORMAL_95 * rating.sigma


def _interval(name: str, rating: Rating, scale: Scale, room: float, row: int) -> Markup:
    y, mu, reach = row * _ROW + 18.0, rating.mu, _reach(rating)
    return element(
        "g",
        element("title", f"{name}: {mu:.2f} ± {reach:.2f}"),
        text(room, y + 4, shortened(name, room), text_anchor="end", class_="name"),
        line(scale(mu - reach), y, scale(mu + reach), y, class_="whisker"),
        *(
            line(scale(end), y - 4, scale(end), y + 4, class_="whisker")
            for end in (mu - reach, mu + reach)
        ),
        element("circle", cx=number(scale(mu)), cy=number(y), r=4.5, class_="dot"),
        text(scale(mu + reach) + 8, y + 4, f"{mu:.1f}", class_="figure"),
    )


def seats(shares: Sequence[_Share]) -> Markup:
    """A drawing of each seat's share as a bar that begins at the fair share, 50 %.

    `shares` has at least one seat.
    """
    values = [end for share, interval in shares for end in (share, *(interval or ()))]
    # The fair share is in the middle. The scale has at least 45 to 55 %, so that a small difference
    # does not look large, and a margin of 15 %.
    reach = max(0.05, *(abs(value - 0.5) for value in values)) * 1.15
    scale = Scale(50 - 100 * reach, 50 + 100 * reach, 80, WIDTH - 70)
    bottom = len(shares) * _ROW + 6
    fair = line(scale(50), 0, scale(50), bottom, class_="fair")
    bars = [_seat(share, scale, row) for row, share in enumerate(shares)]
    words = "Each seat's share of the rank points in %; at 50 it is fair."
    axis = x_axis(scale, 4, bottom, "share in %; the strong line is fair")
    return drawing("Share by seat", words, bottom + 42, axis, *bars, fair)


def _seat(seat: _Share, scale: Scale, row: int) -> Markup:
    y, share, interval = row * _ROW + 18.0, 100 * seat[0], seat[1]
    start, end = sorted((scale(50), scale(share)))
    # The figure stands to the right of the bar and of the interval.
    right = scale(100 * interval[1]) if interval else end
    return element(
        "g",
        text(70, y + 4, f"seat {row}", text_anchor="end", class_="name"),
        element(
            "rect",
            x=number(start),
            y=number(y - 7),
            width=number(end - start),
            height=14,
            class_="bar",
        ),
        joined(list(_whisker(interval, scale, y))),
        text(max(right, scale(50)) + 8, y + 4, f"{share:.1f} %", class_="figure"),
    )


def _whisker(interval: Interval | None, scale: Scale, y: float) -> Iterator[Markup]:
    if interval:
        low, high = (scale(100 * end) for end in interval)
        yield line(low, y, high, y, class_="whisker")
        for end in (low, high):
            yield line(end, y - 4, end, y + 4, class_="whisker")
