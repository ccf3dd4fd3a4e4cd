"""How a tournament stands: from its definition and its results to the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.games.registry import GAMES
from tournaments.course import Course
from tournaments.definition import Definition
from tournaments.errors import NothingPlayedError
from tournaments.statistics.contests import Played, Summary
from tournaments.statistics.standings import Table, table
from tournaments.storage.store import Store


@dataclass(frozen=True, slots=True)
class Stand:
    """How a tournament stands: what was played, and the table that it comes to."""

    course: Course
    """Up to now."""
    results: Mapping[str, Summary]
    """By match id."""
    counted: Sequence[Played]
    """In the order of play."""
    table: Table


def withdrawn(results: Mapping[str, Summary]) -> frozenset[str]:
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


def stand_of(definition: Definition, results: Mapping[str, Summary]) -> Stand:
    """The same from the results by match id."""
    course = definition.course()
    course.advance(results)
    return stand_now(definition, course, results)


def stand_now(definition: Definition, course: Course, results: Mapping[str, Summary]) -> Stand:
    """The same where the course has advanced by the results already."""
    counted, waiting = course.counted(results)
    perfect = GAMES[definition.values["game"]].perfect_points
    shared = definition.deals != "independent"
    out = withdrawn(results)
    made = table(definition.entrants, counted, out, waiting, perfect, shared=shared)
    return Stand(course, results, counted, made)
