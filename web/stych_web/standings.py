"""The standings of a tournament as a page shows them: the table, and the sentences about it.

A view has plain values and finished drawings. It has no seed, and no cards or matches of single
boards.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from stych_web.site import WebSite, definition_of
from stych_web.whiskers import Whiskers
from tournaments.config.definition import Definition
from tournaments.formats.duel import DUEL
from tournaments.present.columns import IDENTITY, Column, usual_columns
from tournaments.present.duel import verdict
from tournaments.present.files import json_values
from tournaments.present.html import about
from tournaments.present.html.charts import seats
from tournaments.present.html.curves import curves
from tournaments.present.html.growth import growth
from tournaments.present.html.heat import HeatMap, heat_maps
from tournaments.present.in_words import TOLD_APART
from tournaments.present.pair_texts import shares_by_seat
from tournaments.present.sheet import NO_RATINGS, Sheet, evidence_in_words, table_in_words
from tournaments.ratings.standings import Standing
from tournaments.run.live_stand import LiveStand
from tournaments.run.stand import stand
from tournaments.storage.store import Store

_MOST_TILES: Final = 120
"""Up to this many boards each board is drawn as a tile; of more boards only a bar is shown."""
_QUICK: Final = 12
"""Up to this many entrants the curves are drawn while a tournament is played. Each point of a curve
is taken from a rating table of its own, which takes longer the more entrants there are."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament has come."""

    matches: int
    """The number of matches that count: those of whole blocks."""
    total: int
    """The number of all matches that are known so far, also those to be played."""
    tiles: Sequence[str]
    """For each board "done", "now" or "wait": all, some or none of its matches are played. Empty
    for more than `_MOST_TILES` boards."""
    played: int
    """The number of all played matches, also those of unfinished blocks."""
    closed: int
    """The number of boards on which all matches are played."""
    boards: int
    """The number of boards that are known so far."""
    complete: bool
    """Whether all matches are played, and count."""
    is_open_ended: bool
    """Whether more matches may follow than are known."""

    @property
    def version(self) -> str:
        """A text that changes when more matches count or are known, and when a board is closed.

        An open page is renewed when the text changes, and not after each match of a block.
        """
        return f"{self.matches}.{self.closed}.{self.total}.{int(self.complete)}"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """The line of one entrant in the table."""

    standing: Standing
    whisker: Markup
    """The drawing of the rating with its interval; empty where there are no ratings."""
    twin: str
    """The name of another entrant that is the same bot; empty if there is none."""


@dataclass(frozen=True, slots=True)
class StandingsView:
    """All that the page of standings shows, except for the curves and the time left."""

    name: str
    kicker: str
    """The line above the heading: the tournament, and the game with its options."""
    sentences: Sequence[str]
    """What the table says, in sentences; for a duel its verdict."""
    notes: Sequence[str]
    """What the figures rest on, in sentences."""
    cautions: Sequence[str]
    """Reasons why the ratings may mislead, in sentences."""
    progress: Progress
    columns: Sequence[Column[Standing]]
    groups: Sequence[Sequence[StandingsRow]]
    """The rows, best first. Two neighbours that cannot be told apart are in one group."""
    axis: Markup
    """The scale above the whiskers; empty where there are no ratings."""
    heat_maps: Sequence[HeatMap]
    seats: Markup
    """A drawing of the shares of points by seat; empty where there are none."""
    values: dict[str, Any]
    """The table as `stych table --format json` prints it, but with None as the seed."""


async def current_standings(site: WebSite, name: str) -> StandingsView:
    """The view of a shown tournament, from the cache that its page, the API and its events share.

    So a client that learns by an event of more matches finds these on the page and in the API.
    Raises NotFoundError and UserError.
    """

    def checked_view() -> StandingsView:
        site.check_shown(name)
        live = site.live_stand(name)
        return site.cached(("standings", name), lambda store: standings_view(store, name, live))

    return await site.locks.run(("standings", name), checked_view)


def standings_view(store: Store, name: str, live: LiveStand) -> StandingsView:
    """The view of the tournament as it stands. Raises NotFoundError and UserError.

    `live` is the live stand of this tournament, or a new one; no other thread may use it meanwhile.
    """
    definition = definition_of(store, name)
    now = live.now(store, definition)
    sheet = Sheet.of(definition, now)
    rows = sheet.table.standings
    whiskers = Whiskers.of([rating for each in rows if (rating := each.rating)])
    # In both directions: each entrant of a pair is looked up.
    twins = {
        one: other for pair in sheet.null_pairs for one, other in (pair.names, pair.names[::-1])
    }
    lines = [
        StandingsRow(each, _whisker(whiskers, each), twins.get(each.entrant, "")) for each in rows
    ]
    return StandingsView(
        name=name,
        kicker=f"{name} · {about.title(sheet)}",
        sentences=_sentences(definition, sheet),
        notes=[*evidence_in_words(sheet)] if sheet.rated else [NO_RATINGS],
        cautions=[*about.cautions(sheet)],
        progress=_progress(sheet, set(now.results)),
        columns=[
            each for each in usual_columns(rows, has_teams=sheet.has_teams) if each not in IDENTITY
        ],
        groups=_groups(lines),
        axis=whiskers.axis() if whiskers else Markup(),
        heat_maps=heat_maps(sheet.table) if sheet.table.matches else (),
        seats=seats(shares_by_seat(sheet.table)) if sheet.table.seats else Markup(),
        # Only the operator's own table has the seed: authors of bots must not know it.
        values={**json_values(sheet, measured=False), "seed": None},
    )


def _groups(rows: Sequence[StandingsRow]) -> list[list[StandingsRow]]:
    # The limit of the sentences above the table, so that groups and sentences agree.
    groups: list[list[StandingsRow]] = []
    is_apart = True
    for row in rows:
        if is_apart:
            groups.append([])
        groups[-1].append(row)
        is_apart = (row.standing.better_than_next or 0.0) >= TOLD_APART
    return groups


def _whisker(whiskers: Whiskers | None, standing: Standing) -> Markup:
    return whiskers.draw(standing.rating) if whiskers else Markup()


def _sentences(definition: Definition, sheet: Sheet) -> list[str]:
    if definition.format is DUEL:
        return list(verdict(definition, sheet.counted))
    return [*table_in_words(sheet)]


def _progress(sheet: Sheet, played: set[str]) -> Progress:
    # From the schedule, since the table has the matches of whole blocks alone.
    # By board: whether each of its matches was played.
    boards: dict[int, list[bool]] = {}
    for fixture in sheet.schedule.fixtures:
        boards.setdefault(fixture.block.board, []).append(fixture.id in played)
    states = [_state(matches) for _, matches in sorted(boards.items())]
    return Progress(
        matches=sheet.table.matches,
        total=sheet.total,
        played=sum(matches.count(True) for matches in boards.values()),
        tiles=states if len(states) <= _MOST_TILES else (),
        closed=states.count("done"),
        boards=len(states),
        complete=sheet.complete,
        is_open_ended=sheet.definition.is_adaptive and not sheet.schedule.finished,
    )


def _state(matches: Sequence[bool]) -> str:
    """The state of a board, as in `Progress.tiles`; `matches` is whether each match was played."""
    if all(matches):
        return "done"
    return "now" if any(matches) else "wait"


def curves_view(store: Store, name: str) -> Markup:
    """A drawing of the ratings after growing numbers of boards; empty without a curve to draw.

    Also empty for more than `_QUICK` entrants while the tournament is played. It is not a part of
    `StandingsView`, since it needs several more tables. Raises NotFoundError and UserError.
    """
    definition = definition_of(store, name)
    sheet = Sheet.of(definition, stand(store, definition))
    names = [each.entrant for each in sheet.table.standings]
    # While the tournament is played, curves are drawn many times, so only where that is quick.
    if not sheet.rated or not (sheet.complete or len(names) <= _QUICK):
        return Markup()
    points = growth(sheet.definition.entrants, sheet.counted, sheet.table)
    return curves(points, names) if points else Markup()
