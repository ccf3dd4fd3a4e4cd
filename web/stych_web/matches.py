"""The list of a tournament's matches on boards that are over, as plain values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final
from urllib.parse import urlencode

from stych_web.queries import number_in
from stych_web.site import definition_of
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult
from tournaments.run.open_boards import OpenBoards
from tournaments.storage.store import Store

_ON_A_PAGE: Final = 50
"""Matches on one page of the list."""


@dataclass(frozen=True, slots=True)
class WantedMatches:
    """Which matches a request asks for; the defaults stand for all matches."""

    bot: str = ""
    """An entrant that took part in the match."""
    other: str = ""
    """Another entrant that took part in it."""
    board: int = 0
    faults: bool = False
    """Whether only matches with faults are wanted."""
    page: int = 1
    """The number of the page of the list, from 1."""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "WantedMatches":
        """The matches that a query asks for; a board or page that is no number is ignored."""
        return cls(
            # Cut, since the names become a part of a key of the cache.
            bot=query.get("bot", "")[:200],
            other=query.get("other", "")[:200],
            board=number_in(query.get("board", "")),
            faults=query.get("faults", "") == "1",
            page=max(1, number_in(query.get("page", ""))),
        )

    def page_query(self, page: int) -> str:
        """The query, with its question mark, for page number `page` of the same matches."""
        wanted = replace(self, page=page)
        values = {
            "bot": wanted.bot,
            "other": wanted.other,
            "board": wanted.board or "",
            "faults": "1" if wanted.faults else "",
            "page": wanted.page if wanted.page > 1 else "",
        }
        return "?" + urlencode({key: value for key, value in values.items() if value})

    def fits(self, fixture: Fixture, result: MatchResult) -> bool:
        """Whether the match is wanted."""
        named = {name for name in (self.bot, self.other) if name}
        return (
            named <= {*fixture.seats}
            and self.board in (0, fixture.block.board)
            and (not self.faults or bool(result.faults))
        )


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """The entrant in a seat of a match, and how the match ended for it."""

    entrant: str
    place: int
    points: int
    fault: str
    """The kind of a fault of the entrant, in this or in another seat; empty if there was none."""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of the list, and how it ended."""

    id: str
    board: int
    seating: int
    seats: Sequence[MatchSeat]


@dataclass(frozen=True, slots=True)
class MatchesView:
    """A page of the list, and the filters by which it was made."""

    name: str
    """The name of the tournament."""
    wanted: WantedMatches
    """The matches that were asked for, with the number of the page that is shown."""
    entrants: Sequence[str]
    """All entrants of the tournament."""
    last_board: int
    """The highest number of a board that is over; 0 if there is none."""
    lines: Sequence[MatchLine]
    """The matches of this page, in the order of play."""
    found: int
    """How many wanted matches there are, on all pages."""
    pages: int
    left_out: int
    """Played matches on boards on which something is still to be played, also unwanted ones."""


def matches_view(store: Store, name: str, wanted: WantedMatches) -> MatchesView:
    """The page of the list that is wanted, or the last one. Raises NotFoundError and UserError."""
    definition = definition_of(store, name)
    closed = OpenBoards(store).closed(name)
    fitting = [pair for pair in closed.matches if wanted.fits(*pair)]
    # Rounded up. Without matches there is one page, which says so.
    pages = max(1, -(-len(fitting) // _ON_A_PAGE))
    start = (min(wanted.page, pages) - 1) * _ON_A_PAGE
    return MatchesView(
        name=name,
        wanted=replace(wanted, page=min(wanted.page, pages)),
        entrants=definition.entrants,
        last_board=max((each.block.board for each, _ in closed.matches), default=0),
        lines=[_line(*pair) for pair in fitting[start : start + _ON_A_PAGE]],
        found=len(fitting),
        pages=pages,
        left_out=closed.left_out,
    )


def _line(fixture: Fixture, result: MatchResult) -> MatchLine:
    # A result names the entrant of a fault, and not the seat: of an entrant with several seats it
    # is shown in all its seats.
    faults = dict(result.faults)
    results = zip(fixture.seats, result.places, result.points, strict=True)
    seats = [
        MatchSeat(name, place, points, faults.get(name, "")) for name, place, points in results
    ]
    return MatchLine(fixture.id, fixture.block.board, fixture.seating, seats)
