"""The tables of first matches, as the page of a submission shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from stych_web.site import WebSite
from stych_web.standings import StandingsView, standings_view
from stych_web.submitting.jobs import FirstMatches
from tournaments.run.live_stand import LiveStand


@dataclass(frozen=True, slots=True)
class FirstTable:
    """The first matches in one game, and their table as it stands."""

    first: FirstMatches
    view: StandingsView | None
    """None while the data folder has nothing of the first matches."""


def first_tables(site: WebSite, series: Sequence[FirstMatches]) -> list[FirstTable]:
    """The tables of the first matches in all games. Raises UserError when one cannot be read."""
    # The first matches in a game may not have been started yet.
    heads = site.heads()
    return [
        FirstTable(each, _view(site, each.tournament) if each.tournament in heads else None)
        for each in series
    ]


def _view(site: WebSite, name: str) -> StandingsView:
    # With a live stand of its own: only one thread may use a stand, and no lock is held here.
    return site.cached(("standings", name), lambda store: standings_view(store, name, LiveStand()))
