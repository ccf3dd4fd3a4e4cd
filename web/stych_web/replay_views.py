"""The pages of a match: one step after the other, and two matches side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.games.scene import Boundary
from referee.record import Record
from stych_web.drawn.cards import sheet
from stych_web.readable import readable
from stych_web.replaying import DrawnMatch, DrawnStep, drawn_match, parting, step_html
from stych_web.site import Kept, NotFoundError, WebSite

_KEPT: Final = 24
"""Drawn matches that are kept, each of a megabyte or so."""


@dataclass(frozen=True, slots=True)
class SideResult:
    """How the match ended for one seat."""

    name: str
    place: int
    points: int
    fault: str
    """The kind of its fault; empty if there was none."""


@dataclass(frozen=True, slots=True)
class SteppedMatch:
    """A match in one view, with all its steps."""

    record: Record
    title: str
    """The game's."""
    results: Sequence[SideResult]
    drawn: DrawnMatch
    symbols: Markup
    """The cards that the steps show."""

    @property
    def id(self) -> str:
        """The id of the match, under which it is found."""
        return self.record.id

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.drawn.steps) - 1

    def has(self, boundary: Boundary) -> bool:
        """Whether such a boundary is reached in it, before its end."""
        return any(_ends(each, boundary) for each in self.drawn.steps[:-1])

    def step(self, number: int) -> DrawnStep:
        """The step of this number, or the nearest that there is."""
        return self.drawn.steps[max(0, min(number, self.last))]

    def html(self, number: int) -> Markup:
        """The step as it stands on the page."""
        return step_html(self.step(number), self.drawn.picture)

    def before(self, number: int, boundary: Boundary = Boundary.NOTHING) -> int:
        """The step before it, or the one at which such a boundary was reached last."""
        ends = (
            each.number for each in reversed(self.drawn.steps[:number]) if _ends(each, boundary)
        )
        return next(ends, 0)

    def after(self, number: int, boundary: Boundary = Boundary.NOTHING) -> int:
        """The step after it, or the next one at which such a boundary is reached."""
        steps = self.drawn.steps[number + 1 :]
        return next((each.number for each in steps if _ends(each, boundary)), self.last)


@dataclass(frozen=True, slots=True)
class ComparedView:
    """Two matches on the same cards, and where they part."""

    matches: tuple[SteppedMatch, SteppedMatch]
    parted: int | None
    """After how many actions; None when they are the same to the end."""

    @property
    def last(self) -> int:
        """The most actions of the two."""
        return max(len(each.record.actions) for each in self.matches)

    def html(self, which: int, actions: int) -> Markup:
        """One of the two when so many actions were made."""
        # By actions and not by steps: a new dealing is a step of its own in one, and not yet in the
        # other.
        own = self.matches[which]
        return own.html(own.drawn.step_at(actions))


class Replays:
    """The matches of a site that were drawn; they are kept for a while, as they never change."""

    def __init__(self, site: WebSite) -> None:
        self._site = site
        self._kept: Kept[SteppedMatch] = Kept(_KEPT)

    def view(self, id_: str, seat: int | None = None) -> SteppedMatch:
        """The match as the referee saw it, or one seat. Raises NotFoundError and UserError."""
        # Asked each time: a board may be opened again by another tournament of the same seed.
        with self._site.store() as store:
            record = readable(self._site, store, id_)
        # A tournament that was begun anew has other matches under the same ids.
        key = (record.id, seat, record.deal.commitment, record.actions)
        return self._kept.get(key, "", lambda: _view(record, seat))

    def compared(self, one: str, other: str) -> ComparedView:
        """The two matches side by side. Raises NotFoundError and UserError."""
        both = self.view(one), self.view(other)
        try:
            return ComparedView(both, parting(both[0].record, both[1].record))
        except NotFoundError:
            raise
        except UserError as error:
            raise NotFoundError(str(error)) from None


def _view(record: Record, seat: int | None) -> SteppedMatch:
    try:
        drawn = drawn_match(record, seat)
    except UserError as error:
        raise NotFoundError(str(error)) from None
    faults = {each.seat: str(each.fault.kind) for each in record.faults}
    results = [
        SideResult(name, place, points, faults.get(number, ""))
        for number, (name, place, points) in enumerate(
            zip(drawn.names, record.outcome.places, record.outcome.points, strict=True)
        )
    ]
    return SteppedMatch(record, GAMES[record.game].title, results, drawn, sheet(drawn.picture))


def _ends(step: DrawnStep, boundary: Boundary) -> bool:
    # The end of a round is that of a trick as well.
    return boundary in _WITHIN[step.ends]


_WITHIN: Final[Mapping[Boundary, Sequence[Boundary]]] = {
    Boundary.NOTHING: (Boundary.NOTHING,),
    Boundary.TRICK: (Boundary.NOTHING, Boundary.TRICK),
    Boundary.ROUND: (Boundary.NOTHING, Boundary.TRICK, Boundary.ROUND),
}
"""Which boundaries a step is one of, by what it ends."""
