"""All that a report shows, gathered from a data folder; what it looks like is the page's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.definition import Definition
from tournaments.organiser import make_table
from tournaments.report import about
from tournaments.report.choice import choose, secret_boards
from tournaments.report.columns import Standing
from tournaments.report.faults import Cause, causes
from tournaments.report.growth import Point, growth
from tournaments.report.replays import Match, matches
from tournaments.show.table import Sheet
from tournaments.standings import as_json
from tournaments.store import Store

REPLAYS = 40
"""How many matches a report replays unless told otherwise."""

Note = Callable[[str], None]
"""Told what is being done."""


@dataclass(frozen=True, slots=True)
class Content:
    """What the page is made from."""

    name: str
    title: str
    progress: str
    complete: bool
    cautions: Sequence[str]
    conditions: Sequence[about.Line]
    bots: Sequence[about.Bot]
    of_teams: bool
    """Whether it is a cooperative game."""
    table: Mapping[str, Any]
    """As `tournaments.standings.as_json` gives it."""
    growth: Sequence[Point] = ()
    causes: Sequence[Cause] = ()
    replays: Sequence[Match] = ()
    replays_left_out: int = 0
    """Chosen, but the page would have become too large."""
    secret_boards: int = 0
    """Boards with matches that were played, none of which is replayed yet."""

    @property
    def standings(self) -> list[Standing]:
        """Best first."""
        return list(self.table["standings"])


def gather(
    store: Store,
    definition: Definition,
    *,
    replays: int = REPLAYS,
    with_seed: bool = True,
    note: Note = lambda _: None,
) -> Content:
    """The content of a report on what was played so far; the same for the same matches."""
    note("the table")
    name = definition.name
    table, course = make_table(store, definition)
    results = store.summaries(name)
    sheet = Sheet(definition, table, course)
    counted, _ = course.counted(results)
    points = growth(definition.entrants, counted, lambda: note("ratings along the way"))
    secret = secret_boards(course.fixtures, results)
    begun = {each.block.board for each in course.fixtures if each.id in results}
    chosen = choose(course.fixtures, results, replays)
    shown = []
    for match in matches(store.record(each.id) for each in chosen):
        shown.append(match)
        note(f"replay {len(shown)} of {len(chosen)}")
    return Content(
        name=name,
        title=about.title(sheet),
        progress=about.progress(sheet),
        complete=sheet.complete,
        cautions=list(about.cautions(sheet)),
        conditions=about.conditions(sheet, with_seed=with_seed),
        bots=about.bots(definition.values["entrants"]),
        of_teams=definition.values["format"] in ("self-play", "mixed-teams"),
        table=as_json(table),
        growth=points,
        causes=causes(store.records(name, faulty=True), secret),
        replays=shown,
        replays_left_out=len(chosen) - len(shown),
        secret_boards=len(secret & begun),
    )
