"""How a match ended, as plain values for the page of a seat."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.deals import opens
from stych.v1 import referee_pb2 as pb
from tournaments.core.words import how_many
from tournaments.person.person_match import PersonMatch
from tournaments.person.screen import fault_text


@dataclass(frozen=True, slots=True)
class ResultLine:
    """The place and the points of one seat."""

    place: int
    name: str
    points: int
    is_own: bool
    """Whether the seat is the person's."""


@dataclass(frozen=True, slots=True)
class EndingView:
    """How a match ended, in words and figures."""

    verdict: str
    lines: Sequence[ResultLine]
    """The best place first; empty where all seats are one team."""
    faults: Sequence[str]
    """Each fault in words."""
    deal: str
    """A sentence about whether the cards were those of the commitment; "" until it is known."""
    is_promised: bool
    """Whether the cards are known to be those of the commitment."""


def ending_view(
    match: PersonMatch, over: pb.MatchOver, opening: pb.DealOpening | None
) -> EndingView:
    """The view of a match that is over; `opening` is None until the deal is opened."""
    # Not strict, since a referee of a newer version may send longer lists.
    results = zip(over.places, over.points, match.names, range(match.game.seats), strict=False)
    lines = [
        ResultLine(place, name, points, seat == match.seat)
        for place, points, name, seat in sorted(results)
    ]
    # The deal is opened a moment after the end of the match; until then there is no sentence.
    is_promised = opening is not None and opens(
        opening.deal_key, opening.salt, match.start.deal_commitment
    )
    sentence = "The cards were those promised at the start."
    if not is_promised:
        sentence = "The cards were NOT those that the referee promised at the start."
    return EndingView(
        _verdict(match, over, lines),
        () if match.game.cooperative else lines,
        [fault_text(match, each) for each in over.faults],
        sentence if opening is not None else "",
        is_promised,
    )


def _verdict(match: PersonMatch, over: pb.MatchOver, lines: Sequence[ResultLine]) -> str:
    if match.game.cooperative:
        points, best = max(over.points, default=0), match.game.perfect_points
        if points == best:
            return "A perfect game."
        possible = "" if best is None else f"; the best is {best}"
        return f"The team has {how_many(points, 'point')}{possible}."
    # Several seats may share the first place, and the person's may be one of them.
    first = [line for line in lines if line.place == 1]
    if any(line.is_own for line in first):
        return "You have won." if len(first) == 1 else "You share the first place."
    if len(first) == 1:
        return f"{first[0].name} has won."
    return "Others share the first place."
