"""Draws the ratings of all entrants against the number of boards, a curve for each."""

from collections.abc import Iterator, Mapping, Sequence

from markupsafe import Markup

from tournaments.present.html.growth import Point
from tournaments.present.html.markup import element, joined
from tournaments.present.html.svg import (
    WIDTH,
    Scale,
    drawing,
    number,
    path,
    room_for,
    shortened,
    text,
    x_axis,
    y_axis,
)
from tournaments.ratings.rating import Rating

NAMED_CURVES = 8
"""This many of the best have a colour, marks and a name; the others are thin lines."""
_BOTTOM = 300.0
"""Where the horizontal axis is, in units from the top."""
_LEFT = 34.0
"""Where the curves begin, in units from the left: the room for the ratings at the axis."""
_GAP = 15.0
"""The least vertical distance of two names in units, so that they can be read."""
_LOG_FROM = 10
"""From this many boards on, the scale of boards is logarithmic; with fewer it is linear."""


def curves(points: Sequence[Point], ranking: Sequence[str]) -> Markup:
    """A drawing of the ratings at each point.

    There is at least one point, and each has ratings. `ranking` has all names, best first.
    """
    room = room_for(ranking[:NAMED_CURVES], 160) + 24
    high = points[-1].boards
    x = Scale(points[0].boards, high, _LEFT, WIDTH - room, log=high >= _LOG_FROM, whole=True)
    values = [rating.mu for point in points for rating in point.ratings.values()]
    y = Scale(min(values) - 0.5, max(values) + 0.5, _BOTTOM, 8.0)
    words = "A line for each entrant; the intervals are in the table."
    axes = [y_axis(y, _LEFT, WIDTH - room), x_axis(x, 8, _BOTTOM, "boards")]
    # Reversed below, so that the best are drawn last and on top.
    lines = [_curve(points, name, rank, x, y) for rank, name in enumerate(ranking)]
    names = _names(points[-1].ratings, ranking[:NAMED_CURVES], y, (WIDTH - room + 12, room))
    return drawing(
        "Rating against the number of boards", words, _BOTTOM + 42, *axes, *reversed(lines), names
    )


def _curve(points: Sequence[Point], name: str, rank: int, x: Scale, y: Scale) -> Markup:
    places = [
        (x(point.boards), y(point.ratings[name].mu)) for point in points if name in point.ratings
    ]
    if not places:
        return Markup()
    style = f"s{rank}" if rank < NAMED_CURVES else "rest"
    marks = [_mark(place, rank) for place in places] if rank < NAMED_CURVES else []
    return element("g", element("title", name), path(places, class_="curve"), *marks, class_=style)


def _mark(place: tuple[float, float], rank: int) -> Markup:
    """A disc, square, diamond or triangle, so that curves do not differ by colour alone."""
    x, y = place
    corners = (
        (),
        ((-3.2, -3.2), (3.2, -3.2), (3.2, 3.2), (-3.2, 3.2)),
        ((0, -4.4), (4.4, 0), (0, 4.4), (-4.4, 0)),
        ((0, -4.4), (4.2, 3.2), (-4.2, 3.2)),
    )[rank % 4]
    if not corners:
        return element("circle", cx=number(x), cy=number(y), r=3.4, class_="mark")
    shape = " ".join(f"{number(x + dx)},{number(y + dy)}" for dx, dy in corners)
    return element("polygon", points=shape, class_="mark")


def _names(
    last: Mapping[str, Rating], ranking: Sequence[str], y: Scale, place: tuple[float, float]
) -> Markup:
    """The names at the ends of the curves, moved apart where they would overlap.

    `place` has the left end of the names and the room for them.
    """
    left, room = place
    return joined(
        [
            element(
                "g",
                _mark((left, height), rank),
                text(left + 9, height + 4, shortened(name, room - 24), class_="name"),
                class_=f"s{rank}",
            )
            for rank, name, height in _apart(last, ranking, y)
        ]
    )


def _apart(
    last: Mapping[str, Rating], ranking: Sequence[str], y: Scale
) -> Iterator[tuple[int, str, float]]:
    """The rank from 0, name and y of each name, from the top down, at least `_GAP` apart."""
    wanted = sorted(
        (y(last[name].mu), rank, name) for rank, name in enumerate(ranking) if name in last
    )
    heights: list[float] = []
    for height, _, _ in wanted:
        heights.append(max(height, heights[-1] + _GAP) if heights else height)
    # The lowest names may now be below the axis. They move up, and push up those in their way.
    lowest = _BOTTOM
    for i in reversed(range(len(heights))):
        heights[i] = min(heights[i], lowest)
        lowest = heights[i] - _GAP
    for height, (_, rank, name) in zip(heights, wanted, strict=True):
        yield rank, name, height
