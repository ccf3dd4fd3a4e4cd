"""The matches of a tournament on boards that are over, by bot, board and fault."""

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


@dataclass(frozen=True, slots=True)
class WantedMatches:
    """Which matches somebody wants to see; "" and 0 stand for all."""

    bot: str = ""
    other: str = ""
    board: int = 0
    faults: bool = False
    page: int = 1

    @classmethod
    def of(cls, query: Mapping[str, str]) -> "WantedMatches":
        """What a query asks for; what is no number there is passed over."""
        return cls(
            # Cut, since each different one is a key of what is kept.
            bot=query.get("bot", "")[:200],
            other=query.get("other", "")[:200],
            board=number_in(query.get("board", "")),
            faults=query.get("faults", "") == "1",
            page=max(1, number_in(query.get("page", ""))),
        )

    def url(self, page: int) -> str:
        """The query of another page of the same matches."""
        own = replace(self, page=page)
        values = {
            "bot": own.bot,
            "other": own.other,
            "board": own.board or "",
            "faults": "1" if own.faults else "",
            "page": own.page if own.page > 1 else "",
        }
        return "?" + urlencode({key: value for key, value in values.items() if value})

    def fits(self, fixture: Fixture, result: MatchResult) -> bool:
        """Whether the match is wanted."""
        named = {name for name in (self.bot, self.other) if name}
        return (
            named <= {*fixture.seats}
            and self.board in (0, fixture.block.board)
            and bool(result.faults) >= self.faults
        )


@dataclass(frozen=True, slots=True)
class MatchSeat:
    """Who sat in a seat of a match, and how it ended there."""

    entrant: str
    place: int
    points: int
    fault: str
    """The kind of its fault; empty if there was none."""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match of the list: where it stood, and how it ended."""

    id: str
    board: int
    seating: int
    seats: Sequence[MatchSeat]


@dataclass(frozen=True, slots=True)
class MatchesView:
    """A page of the list, and what it was chosen by."""

    name: str
    wanted: WantedMatches
    entrants: Sequence[str]
    boards: int
    """The highest number of a board."""
    lines: Sequence[MatchLine]
    found: int
    pages: int
    left_out: int
    """Matches on boards on which something is still to be played."""


def matches_view(store: Store, name: str, wanted: WantedMatches) -> MatchesView:
    """The page of the list that is wanted. Raises UserError."""
    definition = definition_of(store, name)
    closed = OpenBoards(store).closed(name)
    found = [pair for pair in closed.matches if wanted.fits(*pair)]
    # Rounded up; a page without matches is a page as well.
    pages = max(1, -(-len(found) // _ON_A_PAGE))
    at = (min(wanted.page, pages) - 1) * _ON_A_PAGE
    return MatchesView(
        name=name,
        wanted=replace(wanted, page=min(wanted.page, pages)),
        entrants=definition.entrants,
        boards=max((each.block.board for each, _ in closed.matches), default=0),
        lines=[_line(*pair) for pair in found[at : at + _ON_A_PAGE]],
        found=len(found),
        pages=pages,
        left_out=closed.left_out,
    )


def _line(fixture: Fixture, result: MatchResult) -> MatchLine:
    # By name: an entrant that holds several seats was at fault in all of them.
    faults = dict(result.faults)
    seats = zip(fixture.seats, result.places, result.points, strict=True)
    own = [MatchSeat(name, place, points, faults.get(name, "")) for name, place, points in seats]
    return MatchLine(fixture.id, fixture.block.board, fixture.seating, own)
