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
    """How a tournament stands: the matches that were played, and the table made from them."""

    schedule: StagedSchedule
    """The schedule, advanced as far as the results allow."""
    results: Mapping[str, MatchResult]
    """All results, by match id, also of matches that do not count yet."""
    counted: Sequence[PlayedMatch]
    """The matches that count, in the order of play."""
    table: StandingsTable


def withdrawn(results: Mapping[str, MatchResult]) -> frozenset[str]:
    """The entrants that were withdrawn for their faults."""
    # Read from the results and saved nowhere else, so that a run that goes on has the same ones.
    return frozenset(
        entrant for each in results.values() for entrant, kind in each.faults if kind == "withdrawn"
    )


def stand(store: Store, definition: Definition) -> Stand:
    """How the tournament in the data folder stands. Raises UserError for a damaged database."""
    return stand_of(definition, store.summaries(definition.name))


def stand_of(definition: Definition, results: Mapping[str, MatchResult]) -> Stand:
    """How the tournament stands with these results, which are by match id."""
    schedule = definition.schedule()
    schedule.advance(results)
    return stand_now(live_table(definition), schedule, results)


def live_table(definition: Definition) -> LiveTable:
    """A table of the tournament that can be made many times as results are added."""
    perfect = GAMES[definition.game].perfect_points
    return LiveTable(definition.entrants, perfect, with_gain=definition.deals != "independent")


def stand_now(
    table: LiveTable, schedule: StagedSchedule, results: Mapping[str, MatchResult]
) -> Stand:
    """How a tournament stands, from a `schedule` that was advanced by these `results` before.

    `table` is the `live_table` of its definition. Used again, it mostly has to count only the
    matches that are new.
    """
    counted, waiting = schedule.counted(results)
    with spared_collector():
        standings = table.table(counted, withdrawn(results), waiting)
    return Stand(schedule, results, counted, standings)
