"""The standings of a tournament as a page shows them: the table, and what explains it.

Made of plain values: there is no seed in here, nor anything of a board that is still played.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from markupsafe import Markup

from stych_web.site import WebSite, definition_of
from stych_web.whiskers import Whiskers
from tournaments.config.definition import Definition
from tournaments.formats.duel import DUEL
from tournaments.present.columns import IDENTITY, Column, usual
from tournaments.present.duel import verdict
from tournaments.present.files import json_values
from tournaments.present.html import about
from tournaments.present.html.charts import seats
from tournaments.present.html.curves import curves
from tournaments.present.html.growth import growth
from tournaments.present.html.heat import HeatMap, heat_maps
from tournaments.present.in_words import TOLD_APART
from tournaments.present.pair_texts import by_seat
from tournaments.present.sheet import NO_RATINGS, Sheet, evidence, table_in_words
from tournaments.ratings.standings import Standing
from tournaments.run.live_stand import LiveStand
from tournaments.run.stand import stand
from tournaments.storage.store import Store

_MOST_TILES: Final = 120
"""Boards that are drawn one by one; more are told as numbers alone."""
_QUICK: Final = 12
"""Entrants up to which the curves are drawn while a tournament runs: each point is a table."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament has come."""

    matches: int
    """Those that count."""
    total: int
    """Of so many that are known."""
    tiles: Sequence[str]
    """For each board: done, now or wait; empty where there are too many."""
    played: int
    """All that are saved, those of unfinished blocks too."""
    closed: int
    """Boards that are done."""
    boards: int
    """Boards that are known."""
    complete: bool
    is_open_ended: bool
    """Whether more matches may follow than are known."""

    @property
    def version(self) -> str:
        """Another text whenever the page shows something else."""
        return f"{self.matches}.{self.closed}.{self.total}.{int(self.complete)}"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """The line of one entrant in the table."""

    standing: Standing
    whisker: Markup
    twin: str
    """The name of another entrant that is the same bot; empty if there is none."""


@dataclass(frozen=True, slots=True)
class StandingsView:
    """All that the page of standings shows."""

    name: str
    kicker: str
    sentences: Sequence[str]
    """What the table says: of a duel its verdict."""
    notes: Sequence[str]
    """What the figures rest on."""
    cautions: Sequence[str]
    progress: Progress
    columns: Sequence[Column[Standing]]
    groups: Sequence[Sequence[StandingsRow]]
    """The rows, best first; neighbours that cannot be told apart stand together."""
    axis: Markup
    """Empty where there are no ratings."""
    heat_maps: Sequence[HeatMap]
    seats: Markup
    values: dict[str, Any]
    """The table as `stych table --format json` prints it, but for the seed."""


async def current_standings(site: WebSite, name: str) -> StandingsView:
    """The view of a tournament that is shown: the same for pages, programs and events.

    So whoever is told of a block finds it in the page and in the API. Raises NotFoundError and
    UserError.
    """

    def made() -> StandingsView:
        site.check_shown(name)
        live = site.live_stand(name)
        return site.made(("standings", name), lambda store: standings_view(store, name, live))

    return await site.locks.run(("standings", name), made)


def standings_view(store: Store, name: str, live: LiveStand) -> StandingsView:
    """The view of the tournament as it stands. Raises UserError.

    `live` is of that tournament, and no other thread uses it meanwhile.
    """
    definition = definition_of(store, name)
    now = live.now(store, definition)
    sheet = Sheet.of(definition, now)
    rows = sheet.table.standings
    drawn = Whiskers.of([rating for each in rows if (rating := each.rating)])
    # Both ways round, as either may be looked up.
    twins = {
        one: other for pair in sheet.null_pairs for one, other in (pair.names, pair.names[::-1])
    }
    made = [StandingsRow(each, _whisker(drawn, each), twins.get(each.entrant, "")) for each in rows]
    return StandingsView(
        name=name,
        kicker=f"{name} · {about.title(sheet)}",
        sentences=_sentences(definition, sheet),
        notes=[*evidence(sheet)] if sheet.rated else [NO_RATINGS],
        cautions=[*about.cautions(sheet)],
        progress=_progress(sheet, set(now.results)),
        columns=[each for each in usual(rows, of_teams=sheet.of_teams) if each not in IDENTITY],
        groups=_groups(made),
        axis=drawn.axis() if drawn else Markup(),
        heat_maps=heat_maps(sheet.table) if sheet.table.matches else (),
        seats=seats(by_seat(sheet.table)) if sheet.table.seats else Markup(),
        # The operator's own table has the seed; whoever plays must not.
        values={**json_values(sheet, measured=False), "seed": None},
    )


def _groups(rows: Sequence[StandingsRow]) -> list[list[StandingsRow]]:
    # As in the sentence above the table, so that the two never contradict each other.
    groups: list[list[StandingsRow]] = []
    is_apart = True
    for row in rows:
        if is_apart:
            groups.append([])
        groups[-1].append(row)
        is_apart = (row.standing.better_than_next or 0.0) >= TOLD_APART
    return groups


def _whisker(drawn: Whiskers | None, standing: Standing) -> Markup:
    return drawn.draw(standing.rating) if drawn else Markup()


def _sentences(definition: Definition, sheet: Sheet) -> list[str]:
    if definition.format is DUEL:
        return list(verdict(definition, sheet.counted))
    return [*table_in_words(sheet)]


def _progress(sheet: Sheet, played: set[str]) -> Progress:
    # From the schedule and not from the table: it counts whole blocks alone.
    # Of each board its matches, and how many of them were played.
    boards: dict[int, list[bool]] = {}
    for fixture in sheet.schedule.fixtures:
        boards.setdefault(fixture.block.board, []).append(fixture.id in played)
    states = [
        "done" if all(own) else "now" if any(own) else "wait" for _, own in sorted(boards.items())
    ]
    return Progress(
        matches=sheet.table.matches,
        total=sheet.total,
        played=sum(map(sum, boards.values())),
        tiles=states if len(states) <= _MOST_TILES else (),
        closed=states.count("done"),
        boards=len(states),
        complete=sheet.complete,
        is_open_ended=sheet.definition.is_adaptive and not sheet.schedule.finished,
    )


def curves_view(store: Store, name: str) -> Markup:
    """How the ratings came about, as a drawing; empty where there is nothing to draw.

    Apart from the standings, as it is ten more tables. Raises UserError.
    """
    definition = definition_of(store, name)
    sheet = Sheet.of(definition, stand(store, definition))
    names = [each.entrant for each in sheet.table.standings]
    # While it runs they are made again and again, so only where that is quick.
    if not sheet.rated or not (sheet.complete or len(names) <= _QUICK):
        return Markup()
    points = growth(sheet.definition.entrants, sheet.counted, sheet.table)
    return curves(points, names) if points else Markup()
