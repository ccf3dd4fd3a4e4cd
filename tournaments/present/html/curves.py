"""Draws the ratings of all entrants against the number of boards."""

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

NAMED = 8
"""The best so many have a colour, a mark and a name; the others are thin lines."""
_HEIGHT = 300.0
_LEFT = 34.0
_GAP = 15.0
"""The least distance between two names, so that they can be read."""
_LOG_FROM = 10
"""With fewer boards the scale is linear."""


def curves(points: Sequence[Point], ranking: Sequence[str]) -> Markup:
    """The ratings at each point, a line for each entrant; `ranking` has the names, best first."""
    room = room_for(ranking[:NAMED], 160) + 24
    high = points[-1].boards
    x = Scale(points[0].boards, high, _LEFT, WIDTH - room, log=high >= _LOG_FROM, whole=True)
    values = [rating.mu for point in points for rating in point.ratings.values()]
    y = Scale(min(values) - 0.5, max(values) + 0.5, _HEIGHT, 8.0)
    words = "A line for each entrant; the intervals are in the table."
    axes = [y_axis(y, _LEFT, WIDTH - room), x_axis(x, 8, _HEIGHT, "boards")]
    # The best are drawn last, and so on top.
    drawn = [_curve(points, name, rank, x, y) for rank, name in enumerate(ranking)]
    names = _names(points[-1].ratings, ranking[:NAMED], y, (WIDTH - room + 12, room))
    return drawing(
        "Rating against the number of boards", words, _HEIGHT + 42, *axes, *reversed(drawn), names
    )


def _curve(points: Sequence[Point], name: str, rank: int, x: Scale, y: Scale) -> Markup:
    places = [
        (x(point.boards), y(point.ratings[name].mu)) for point in points if name in point.ratings
    ]
    if not places:
        return Markup()
    own = f"s{rank}" if rank < NAMED else "rest"
    marks = [_mark(place, rank) for place in places] if rank < NAMED else []
    return element("g", element("title", name), path(places, class_="curve"), *marks, class_=own)


def _mark(place: tuple[float, float], rank: int) -> Markup:
    """A disc, a square, a diamond or a triangle, so that colour is not all there is."""
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
    """Names at the ends of the lines, moved apart where they would meet."""
    left, room = place
    return joined(
        [
            element(
                "g",
                _mark((left, at), rank),
                text(left + 9, at + 4, shortened(name, room - 24), class_="name"),
                class_=f"s{rank}",
            )
            for rank, name, at in _apart(last, ranking, y)
        ]
    )


def _apart(
    last: Mapping[str, Rating], ranking: Sequence[str], y: Scale
) -> Iterator[tuple[int, str, float]]:
    """Rank, name and height of each name, none nearer to the next than the gap."""
    wanted = [(y(last[name].mu), rank, name) for rank, name in enumerate(ranking) if name in last]
    heights: list[float] = []
    for at, _, _ in sorted(wanted):
        heights.append(max(at, heights[-1] + _GAP) if heights else at)
    # Moved apart they may reach beyond the drawing: then all of them go up by that much.
    over = max(0.0, heights[-1] - _HEIGHT) if heights else 0.0
    for height, (_, rank, name) in zip(heights, sorted(wanted), strict=True):
        yield rank, name, height - over
