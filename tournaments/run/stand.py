"""How a tournament stands: its table, made from its definition and its results."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.games.registry import GAMES
from tournaments.config.definition import Definition
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.ratings.standings import StandingsTable
from tournaments.ratings.tabulate import LiveTable
from tournaments.storage.store import Store
from tournaments.system.child import spared_collector


@dataclass(frozen=True, slots=True)
class Stand:
    """How a tournament stands: what was played, and the table that it comes to."""

    schedule: StagedSchedule
    """As far as the results lead."""
    results: Mapping[str, MatchResult]
    """All results, by match id; those that do not count yet too."""
    counted: Sequence[PlayedMatch]
    """The matches that count, in the order of play."""
    table: StandingsTable


def withdrawn(results: Mapping[str, MatchResult]) -> frozenset[str]:
    """The entrants that were withdrawn for their faults."""
    # Read from results and kept nowhere else, so that a run that goes on knows it as well.
    return frozenset(
        entrant for each in results.values() for entrant, kind in each.faults if kind == "withdrawn"
    )


def stand(store: Store, definition: Definition) -> Stand:
    """How the tournament in the data folder stands. Raises UserError for a damaged database."""
    return stand_of(definition, store.summaries(definition.name))


def stand_of(definition: Definition, results: Mapping[str, MatchResult]) -> Stand:
    """How the tournament stands by these results, by match id."""
    schedule = definition.schedule()
    schedule.advance(results)
    return stand_now(live_table(definition), schedule, results)


def live_table(definition: Definition) -> LiveTable:
    """The tournament's table, for who asks for it again and again."""
    perfect = GAMES[definition.game].perfect_points
    return LiveTable(definition.entrants, perfect, shared=definition.deals != "independent")


def stand_now(
    table: LiveTable, schedule: StagedSchedule, results: Mapping[str, MatchResult]
) -> Stand:
    """How it stands when the schedule has advanced by the results already, which takes time.

    The table is `live_table` of its definition; what was counted in it before is not counted again.
    """
    counted, waiting = schedule.counted(results)
    with spared_collector():
        made = table.table(counted, withdrawn(results), waiting)
    return Stand(schedule, results, counted, made)
