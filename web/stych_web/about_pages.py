"""What went wrong in a tournament, and under which conditions it is played."""

from collections.abc import Sequence
from dataclasses import dataclass

from stych_web.site import definition_of
from tournaments.present.faults import FaultGroup, fault_groups
from tournaments.present.html import about
from tournaments.present.html.faults import CAUSES, causes
from tournaments.present.sheet import Sheet
from tournaments.ratings.timing import Times, thought, times
from tournaments.run.open_boards import OpenBoards
from tournaments.run.stand import stand
from tournaments.storage.store import Store


@dataclass(frozen=True, slots=True)
class FaultsView:
    """The faults on boards that are over, and the matches that were void."""

    name: str
    causes: Sequence[FaultGroup]
    cut: int
    """How many causes are told for each entrant at most."""
    voids: int
    secret: int
    """Faulty matches on boards that are still played, of which nothing is told."""


@dataclass(frozen=True, slots=True)
class AboutView:
    """The tournament in words: what is played, by whom, under which conditions."""

    name: str
    game: str
    """The id of its game."""
    title: str
    conditions: Sequence[about.Line]
    bots: Sequence[about.BotSummary]
    about_boards: str
    times: Sequence[tuple[str, Times]]
    """How long the entrants thought; it differs from run to run."""


def faults_view(store: Store, name: str) -> FaultsView:
    """What went wrong so far. Raises UserError."""
    # Asked for first: what cannot be shown is told in a sentence.
    definition_of(store, name)
    closed = OpenBoards(store).closed(name)
    faulty = [*store.records(name, faulty=True)]
    shown = [each for each in faulty if each.board not in closed.secret]
    voids = sum(1 for _ in store.voids(name))
    return FaultsView(name, causes(fault_groups(shown)), CAUSES, voids, len(faulty) - len(shown))


def about_view(store: Store, name: str) -> AboutView:
    """The conditions of the tournament, without its seed. Raises UserError."""
    definition = definition_of(store, name)
    now = stand(store, definition)
    sheet = Sheet.of(definition, now)
    secret = OpenBoards(store).closed(name).secret
    # Times of an open board would tell who has just played on it, and how long.
    closed = (each for each in store.records(name) if each.board not in secret)
    of_teams = any(each.block.teams for each in now.schedule.fixtures)
    return AboutView(
        name=name,
        game=definition.game,
        title=about.title(sheet),
        # Never with the seed: no page has to know it.
        conditions=about.conditions(sheet, with_seed=False),
        bots=about.bots(definition.bots),
        about_boards=about.boards(definition.deals, of_teams=of_teams),
        times=[*times(thought(closed)).items()],
    )
