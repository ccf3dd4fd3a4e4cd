"""Replays of matches as lines of HTML: as the referee saw them, and as every seat did."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from markupsafe import Markup

from referee.errors import UserError
from referee.record import Measured, Record
from tournaments.present.html.lines import lines
from tournaments.present.terminal.replay import show_replay

MOST_LETTERS = 4_000_000
"""The most characters of HTML of all replays of a page, so that a phone can open it."""


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A match as the referee or one seat saw it."""

    who: str
    """"the referee", or the entrant and the number of its seat."""
    lines: tuple[Markup, ...]
    """One line of HTML for each line of the replay."""

    @property
    def letters(self) -> int:
        """The approximate number of characters of HTML that the view takes."""
        # 14 is the length of the span element around each line, with its line feed.
        return sum(len(line) + 14 for line in self.lines)


@dataclass(frozen=True, slots=True)
class ReplaySeat:
    """Who sat in a seat, and how the match ended for that seat."""

    entrant: str
    place: int
    points: int
    fault: str
    """The kind of its fault; "" if it had none."""


@dataclass(frozen=True, slots=True)
class MatchReplay:
    """A match of the report, with its replays as the referee and as each seat saw it."""

    id: str
    board: int
    seating: int
    sides: tuple[ReplaySeat, ...]
    views: tuple[ReplayView, ...]
    """The referee's view, then one for each seat; empty when the match cannot be shown."""
    problem: str = ""
    """Why the match cannot be shown, such as that its rules are not installed; "" when it can."""

    @property
    def names(self) -> list[str]:
        """The entrants, each once, in the order of the seats."""
        return list(dict.fromkeys(side.entrant for side in self.sides))

    @property
    def faulty(self) -> bool:
        """Whether anybody was at fault in the match."""
        return any(side.fault for side in self.sides)

    @property
    def letters(self) -> int:
        """The approximate number of characters of HTML that all views take."""
        return sum(view.letters for view in self.views)


def match_replays(records: Iterable[Record], most_letters: int) -> Iterator[MatchReplay]:
    """The replays of the first records: as many as have at most `most_letters` together.

    A record that cannot be shown gives a replay with its `problem`.
    """
    letters = 0
    for record in records:
        replay = _match(record)
        letters += replay.letters
        # The first match that does not fit is the end, even if a later one would fit.
        if letters > most_letters:
            return
        yield replay


def _match(record: Record) -> MatchReplay:
    views: tuple[ReplayView, ...] = ()
    problem = ""
    try:
        views = tuple(_views(record))
    except UserError as error:
        problem = str(error)
    return MatchReplay(
        record.id, record.board, record.seating, tuple(_sides(record)), views, problem
    )


def _views(record: Record) -> Iterator[ReplayView]:
    """The views of the referee and of every seat.

    Raises UserError for a match that cannot be shown.
    """
    # Without measured values, which differ from run to run. A bot's last words are one of them: the
    # page has them beside its faults.
    record = replace(record, measured=Measured())
    yield ReplayView("the referee", tuple(lines(show_replay(record, None))))
    for seat, entry in enumerate(record.seats):
        yield ReplayView(f"{entry.entrant} ({seat})", tuple(lines(show_replay(record, seat))))


def _sides(record: Record) -> Iterator[ReplaySeat]:
    faults = {entry.seat: str(entry.fault.kind) for entry in record.faults}
    for seat, entry in enumerate(record.seats):
        place, points = record.outcome.places[seat], record.outcome.points[seat]
        yield ReplaySeat(entry.entrant, place, points, faults.get(seat, ""))
