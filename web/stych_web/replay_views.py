"""The contents of the pages of a match: its steps one by one, or two matches side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.games.scene import Boundary
from referee.record import Record
from stych_web.drawn.cards import sheet
from stych_web.readable import readable_record
from stych_web.replaying import DrawnMatch, DrawnStep, drawn_match, parting, step_html
from stych_web.site import NotFoundError, ResultCache, WebSite

_CACHED: Final = 24
"""Drawn matches that are cached; each takes about a megabyte."""


@dataclass(frozen=True, slots=True)
class SideResult:
    """How the match ended for one seat."""

    name: str
    """The name of the seat's entrant."""
    place: int
    points: int
    fault: str
    """The kind of the seat's fault; empty if there was none."""


@dataclass(frozen=True, slots=True)
class SteppedMatch:
    """A match as the referee or as one seat saw it, with all its steps."""

    record: Record
    title: str
    """The title of the game."""
    results: Sequence[SideResult]
    drawn: DrawnMatch
    symbols: Markup
    """The sheet of symbols for the cards in the steps; see `stych_web.drawn.cards.sheet`."""

    @property
    def id(self) -> str:
        """The id of the match, which is a part of the page's address."""
        return self.record.id

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.drawn.steps) - 1

    def has(self, boundary: Boundary) -> bool:
        """Whether a step before the last one reaches the boundary."""
        return any(_ends(each, boundary) for each in self.drawn.steps[:-1])

    def step(self, number: int) -> DrawnStep:
        """The step of this number, or the first or last one for a number out of range."""
        return self.drawn.steps[max(0, min(number, self.last))]

    def html(self, number: int) -> Markup:
        """The step of this number as HTML."""
        return step_html(self.step(number), self.drawn.picture)

    def before(self, number: int, boundary: Boundary = Boundary.NOTHING) -> int:
        """The number of the last step before `number` that reaches the boundary; 0 if none does.

        By default it is the step just before.
        """
        numbers = (
            each.number for each in reversed(self.drawn.steps[:number]) if _ends(each, boundary)
        )
        return next(numbers, 0)

    def after(self, number: int, boundary: Boundary = Boundary.NOTHING) -> int:
        """The number of the first step after `number` that reaches the boundary; else `last`.

        By default it is the step just after.
        """
        steps = self.drawn.steps[number + 1 :]
        return next((each.number for each in steps if _ends(each, boundary)), self.last)


@dataclass(frozen=True, slots=True)
class ComparedView:
    """Two matches on one deal, and where they part."""

    matches: tuple[SteppedMatch, SteppedMatch]
    parted: int | None
    """The number of actions that the two have in common; None when they are the same to the end."""

    @property
    def last(self) -> int:
        """The number of actions of the longer match."""
        return max(len(each.record.actions) for each in self.matches)

    def html(self, which: int, actions: int) -> Markup:
        """The table of match `which`, 0 or 1, after this number of actions."""
        # By actions and not by steps: when only one of the matches has dealt anew, which is a step
        # of its own, their numbers of steps differ.
        match = self.matches[which]
        return match.html(match.drawn.step_at(actions))


class Replays:
    """Draws the matches of a site, and caches the last `_CACHED` ones, which never change."""

    def __init__(self, site: WebSite) -> None:
        self._site = site
        self._cached: ResultCache[SteppedMatch] = ResultCache(_CACHED)

    def view(self, id_: str, seat: int | None = None) -> SteppedMatch:
        """The match of this id as `seat` saw it, or the referee for None.

        Raises NotFoundError for a match or a seat that cannot be shown, and UserError when the data
        folder cannot be read.
        """
        # Checked each time: another tournament of the same seed may open the board again.
        with self._site.store() as store:
            record = readable_record(self._site, store, id_)
        # A tournament that was begun anew has other matches under the same ids.
        key = (record.id, seat, record.deal.commitment, record.actions)
        # Without a version: the key says all on which the drawing depends.
        return self._cached.get(key, "", lambda: _view(record, seat))

    def compared(self, one: str, other: str) -> ComparedView:
        """The matches of these two ids side by side. Raises NotFoundError and UserError."""
        matches = self.view(one), self.view(other)
        try:
            return ComparedView(matches, parting(matches[0].record, matches[1].record))
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
    return boundary in _REACHED[step.ends]


_REACHED: Final[Mapping[Boundary, Sequence[Boundary]]] = {
    Boundary.NOTHING: (Boundary.NOTHING,),
    Boundary.TRICK: (Boundary.NOTHING, Boundary.TRICK),
    Boundary.ROUND: (Boundary.NOTHING, Boundary.TRICK, Boundary.ROUND),
}
"""The boundaries that a step reaches, by what it ends: the end of a round ends a trick as well."""
