"""How a tournament stands: from its definition and its results to the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.games.registry import GAMES
from tournaments.config.definition import Definition
from tournaments.core.errors import NothingPlayedError
from tournaments.core.results import MatchResult, PlayedMatch
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.ratings.standings import StandingsTable, table
from tournaments.storage.store import Store


@dataclass(frozen=True, slots=True)
class Stand:
    """How a tournament stands: what was played, and the table that it comes to."""

    schedule: StagedSchedule
    """Up to now."""
    results: Mapping[str, MatchResult]
    """By match id."""
    counted: Sequence[PlayedMatch]
    """In the order of play."""
    table: StandingsTable


def withdrawn(results: Mapping[str, MatchResult]) -> frozenset[str]:
    """The entrants that were withdrawn."""
    return frozenset(
        entrant for each in results.values() for entrant, kind in each.faults if kind == "withdrawn"
    )


def stored(store: Store, name: str) -> Definition:
    """The definition in the data folder. Raises NothingPlayedError, a UserError."""
    values = store.definition(name)
    if values is None:
        raise NothingPlayedError(
            f"nothing of the tournament {name!r} was played in {store.folder} yet"
        )
    return Definition(name, values)


def stand(store: Store, definition: Definition) -> Stand:
    """How the tournament in the data folder stands."""
    return stand_of(definition, store.summaries(definition.name))


def stand_of(definition: Definition, results: Mapping[str, MatchResult]) -> Stand:
    """The same from the results by match id."""
    schedule = definition.schedule()
    schedule.advance(results)
    return stand_now(definition, schedule, results)


def stand_now(
    definition: Definition, schedule: StagedSchedule, results: Mapping[str, MatchResult]
) -> Stand:
    """The same where the schedule has advanced by the results already."""
    counted, waiting = schedule.counted(results)
    perfect = GAMES[definition.game].perfect_points
    shared = definition.deals != "independent"
    out = withdrawn(results)
    made = table(definition.entrants, counted, out, waiting, perfect, shared=shared)
    return Stand(schedule, results, counted, made)
