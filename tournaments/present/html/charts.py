"""Draws ratings with their intervals, and the seats' shares beside the fair line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

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
from tournaments.ratings.standings import Standing

_ROW = 24
_NAMES = 190


def intervals(standings: Sequence[Standing]) -> Markup:
    """Every rating as a dot, its 95 % interval as a line; `standings` are best first."""
    # 1.96 standard deviations to both sides hold 95 % of a normal distribution.
    ends = [each.mu + sign * 1.96 * each.sigma for each in standings for sign in (-1, 1)]
    names = [each.entrant for each in standings]
    room = room_for(names, _NAMES)
    scale = Scale(min(ends), max(ends), room + 8, WIDTH - 60)
    bottom = len(standings) * _ROW + 6
    rows = [_interval(each, scale, room, row) for row, each in enumerate(standings)]
    words = "A dot is a rating, the line through it its 95 % interval; best first."
    axis = x_axis(scale, 4, bottom, "rating")
    return drawing("Ratings with their intervals", words, bottom + 42, axis, *rows)


def _interval(standing: Standing, scale: Scale, room: float, row: int) -> Markup:
    y, mu, reach = row * _ROW + 18.0, standing.mu, 1.96 * standing.sigma
    return element(
        "g",
        element("title", f"{standing.entrant}: {mu:.2f} ± {reach:.2f}"),
        text(room, y + 4, shortened(standing.entrant, room), text_anchor="end", class_="name"),
        line(scale(mu - reach), y, scale(mu + reach), y, class_="whisker"),
        *(
            line(scale(end), y - 4, scale(end), y + 4, class_="whisker")
            for end in (mu - reach, mu + reach)
        ),
        element("circle", cx=number(scale(mu)), cy=number(y), r=4.5, class_="dot"),
        text(scale(mu + reach) + 8, y + 4, f"{mu:.1f}", class_="figure"),
    )


def seats(shares: Sequence[Mapping[str, Any]]) -> Markup:
    """Each seat's share of the rank points as a bar that begins at the fair half."""
    values = [each[key] for each in shares for key in ("share", "low", "high") if key in each]
    # The fair half lies in the middle, and small differences are not drawn as if they were large.
    reach = max(0.05, *(abs(value - 0.5) for value in values)) * 1.15
    scale = Scale(50 - 100 * reach, 50 + 100 * reach, 80, WIDTH - 70)
    bottom = len(shares) * _ROW + 6
    fair = line(scale(50), 0, scale(50), bottom, class_="fair")
    bars = [_seat(share, scale, row) for row, share in enumerate(shares)]
    words = "Each seat's share of the rank points in %; at 50 it is fair."
    axis = x_axis(scale, 4, bottom, "share in %; the strong line is fair")
    return drawing("Share by seat", words, bottom + 42, axis, *bars, fair)


def _seat(seat: Mapping[str, Any], scale: Scale, row: int) -> Markup:
    y, share = row * _ROW + 18.0, 100 * seat["share"]
    start, end = sorted((scale(50), scale(share)))
    far = scale(100 * seat["high"]) if "high" in seat else end
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
        joined(list(_whisker(seat, scale, y))),
        text(max(far, scale(50)) + 8, y + 4, f"{share:.1f} %", class_="figure"),
    )


def _whisker(seat: Mapping[str, Any], scale: Scale, y: float) -> Iterator[Markup]:
    if "low" in seat:
        low, high = scale(100 * seat["low"]), scale(100 * seat["high"])
        yield line(low, y, high, y, class_="whisker")
        for end in (low, high):
            yield line(end, y - 4, end, y + 4, class_="whisker")
