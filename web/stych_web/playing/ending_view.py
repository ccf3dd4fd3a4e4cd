"""How a match ended, as the page of its seat says it."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.deals import opens
from stych.v1 import referee_pb2 as pb
from tournaments.core.words import how_many
from tournaments.person.person_match import PersonMatch
from tournaments.person.screen import fault_text


@dataclass(frozen=True, slots=True)
class ResultLine:
    """What one seat came to in the match."""

    place: int
    name: str
    points: int
    is_own: bool


@dataclass(frozen=True, slots=True)
class EndingView:
    """How a match ended, in words and figures."""

    verdict: str
    lines: Sequence[ResultLine]
    """Best first; empty where all seats are one team."""
    faults: Sequence[str]
    deal: str
    """Whether the cards were those of the commitment; "" while that is not known."""
    is_promised: bool
    """Whether they were."""


def ending_view(
    match: PersonMatch, over: pb.MatchOver, opening: pb.DealOpening | None
) -> EndingView:
    """The view of a match that is over."""
    # Not strict: a referee of a newer version may tell more than this one knows.
    results = zip(over.places, over.points, match.names, range(match.game.seats), strict=False)
    lines = [
        ResultLine(place, name, points, seat == match.seat)
        for place, points, name, seat in sorted(results)
    ]
    # Until the deal is opened nothing can be said: that comes a moment after the end.
    true = opening is not None and opens(
        opening.deal_key, opening.salt, match.start.deal_commitment
    )
    said = "The cards were those promised at the start."
    if not true:
        said = "The cards were NOT those that the referee promised at the start."
    return EndingView(
        _verdict(match, over, lines),
        () if match.game.cooperative else lines,
        [fault_text(match, each) for each in over.faults],
        said if opening is not None else "",
        true,
    )


def _verdict(match: PersonMatch, over: pb.MatchOver, lines: Sequence[ResultLine]) -> str:
    if match.game.cooperative:
        points, best = max(over.points, default=0), match.game.perfect_points
        if points == best:
            return "A perfect game."
        end = "" if best is None else f"; the best is {best}"
        return f"The team has {how_many(points, 'point')}{end}."
    # Several may share a place, and the person may be one of them.
    first = [line for line in lines if line.place == 1]
    if any(line.is_own for line in first):
        return "You have won." if len(first) == 1 else "You share the first place."
    if len(first) == 1:
        return f"{first[0].name} has won."
    return "Others share the first place."
