"""The faults and the conditions of a tournament, each as the plain values of a page."""

from collections.abc import Sequence
from dataclasses import dataclass

from stych_web.site import definition_of
from tournaments.present.faults import FaultGroup, fault_groups
from tournaments.present.html import about
from tournaments.present.html.faults import MOST_CAUSES, causes
from tournaments.present.sheet import Sheet
from tournaments.ratings.timing import Times, decision_times, times
from tournaments.run.open_boards import OpenBoards
from tournaments.run.stand import stand
from tournaments.storage.store import Store


@dataclass(frozen=True, slots=True)
class FaultsView:
    """The faults on boards that are over, and how many times a match was void."""

    name: str
    causes: Sequence[FaultGroup]
    most_causes: int
    """How many causes are shown for each entrant at most."""
    voids: int
    """How many times a match was void. One match may be void several times."""
    secret: int
    """Matches with faults on boards that are still played; the page shows only their number."""


@dataclass(frozen=True, slots=True)
class AboutView:
    """The tournament in words: what is played, by whom, and under which conditions."""

    name: str
    game: str
    """The id of the game."""
    title: str
    """The title of the game with its options."""
    conditions: Sequence[about.Condition]
    bots: Sequence[about.BotSummary]
    about_boards: str
    """What the matches of a board have in common, in sentences."""
    times: Sequence[tuple[str, Times]]
    """By entrant: how long the referee waited for its decisions, on boards that are over."""


def faults_view(store: Store, name: str) -> FaultsView:
    """The faults and voids so far. Raises NotFoundError and UserError, as `definition_of` does."""
    # Called for its errors: it says in a sentence why a tournament cannot be shown.
    definition_of(store, name)
    closed = OpenBoards(store).closed(name)
    faulty = [*store.records(name, faulty=True)]
    shown = [each for each in faulty if each.board not in closed.secret]
    voids = sum(1 for _ in store.voids(name))
    return FaultsView(
        name, causes(fault_groups(shown)), MOST_CAUSES, voids, len(faulty) - len(shown)
    )


def about_view(store: Store, name: str) -> AboutView:
    """The conditions of the tournament, without its seed. Raises NotFoundError and UserError."""
    definition = definition_of(store, name)
    now = stand(store, definition)
    sheet = Sheet.of(definition, now)
    secret = OpenBoards(store).closed(name).secret
    # The times of an open board would tell who has played on it, and how long that took.
    closed_records = (each for each in store.records(name) if each.board not in secret)
    has_teams = any(each.block.teams for each in now.schedule.fixtures)
    return AboutView(
        name=name,
        game=definition.game,
        title=about.title(sheet),
        # The cards of all boards follow from the seed, so that no page shows it.
        conditions=about.conditions(sheet, with_seed=False),
        bots=about.bots(definition.bots),
        about_boards=about.boards(definition.deals, has_teams=has_teams),
        times=[*times(decision_times(closed_records)).items()],
    )
