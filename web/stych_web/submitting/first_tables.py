"""The tables of first matches, as the page of a submission shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from stych_web.site import WebSite
from stych_web.standings import StandingsView, standings_view
from stych_web.submitting.jobs import FirstMatches
from tournaments.run.live_stand import LiveStand


@dataclass(frozen=True, slots=True)
class FirstTable:
    """First matches in one game, with their table as it stands."""

    first: FirstMatches
    view: StandingsView | None
    """None before the first match."""


def first_tables(site: WebSite, series: Sequence[FirstMatches]) -> list[FirstTable]:
    """Those of all games. Raises UserError."""
    # Before its first match is saved the data folder knows nothing of a series.
    there = site.heads()
    return [
        FirstTable(each, _view(site, each.tournament) if each.tournament in there else None)
        for each in series
    ]


def _view(site: WebSite, name: str) -> StandingsView:
    # Other threads may ask for the same page: no live stand is shared with them.
    return site.made(("standings", name), lambda store: standings_view(store, name, LiveStand()))
