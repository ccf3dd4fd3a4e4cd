"""Checks a whole tournament: its journal, its records by the rules, its schedule and its results.

The steps are described in docs/records.md, The journal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.errors import UserError
from referee.sandbox.processors import available
from tournaments.config.definition import Definition
from tournaments.config.stored import stored
from tournaments.core.dealing import sharers
from tournaments.core.errors import NothingPlayedError
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult
from tournaments.storage.journal import START
from tournaments.storage.rows import definition_text
from tournaments.storage.store import Store
from tournaments.verify import raw
from tournaments.verify.chain import JournalContent, read_journal
from tournaments.verify.matches import MatchCheck
from tournaments.verify.pool import Work, check_all
from tournaments.verify.setting import SettingError, read_setting

_FEW: Final = 4_000
"""Up to this many matches, one process is done before a second one would have loaded the rules."""


@dataclass(slots=True)
class VerificationReport:
    """The result of the check of a tournament."""

    name: str
    problems: list[str] = field(default_factory=list)
    """The problems, a sentence each with the match or the entry; empty when all is well."""
    entries: int = 0
    """How many entries the journal has."""
    matches: int = 0
    """How many matches were checked."""
    actions: int = 0
    """How many actions the records have; all were replayed if there are no problems."""
    head: str = START
    """The link of the last entry of the journal."""


def verify(
    store: Store,
    name: str,
    jobs: int | None = None,
    head: str = "",
    note: Callable[[int, int], None] = lambda *_: None,
) -> VerificationReport:
    """Check all that the store has of the tournament `name`, as it is at this moment.

    Matches are checked in `jobs` processes. By default they are as many as there are processors;
    few matches are checked in this process. If `head` is not "", it must be the link of an entry:
    it is a head that was noted earlier. After each match `note` is called with the number of
    matches that have been checked, and the number of matches in the journal. Raises
    NothingPlayedError when there is no such tournament, and WorkersDieError when a process dies.
    """
    report = VerificationReport(name)
    # In a snapshot: a run may save a match meanwhile that the journal, read before, does not have.
    try:
        with store.database.snapshot():
            report.problems += raw.damage(store.database)
            _verify(report, store, jobs, head, note)
    except NothingPlayedError:
        raise
    except UserError as error:
        report.problems.append(str(error))
    return report


def _verify(
    report: VerificationReport,
    store: Store,
    jobs: int | None,
    head: str,
    note: Callable[[int, int], None],
) -> None:
    """Fill in the report. `verify` adds a UserError to its problems."""
    name, problems = report.name, report.problems
    journal = read_journal(name, raw.entries(store.database, name), head)
    report.entries, report.head = journal.entries, journal.head
    problems += journal.problems
    if head and not journal.has_noted_head:
        problems.append(f"journal: no entry has the link {head}, so it is not what it was then")
    raw_definition = raw.definition(store.database, name)
    # `stored` raises NothingPlayedError here, since there is no definition.
    if raw_definition is None and not journal.entries:
        stored(store, name)
    definition = journal.definitions[-1] if journal.definitions else None
    if definition is None or raw_definition != definition_text(definition.values).encode():
        problems.append("the definition is not the last one of the journal")
    if definition is None:
        return
    # All definitions are checked, since a match may have been scheduled by an earlier one. Matches
    # are compared with the last one.
    try:
        *_, setting = (read_setting(each) for each in journal.definitions)
    except SettingError as error:
        problems.append(str(error))
        return
    checked: list[MatchCheck] = []
    processes = jobs or (available() if len(journal.matches) > _FEW else 1)
    for each in check_all(name, setting, _work(store, journal), processes):
        checked.append(each)
        note(len(checked), len(journal.matches))
    _compare(report, store, journal, definition, checked)


def _work(store: Store, journal: JournalContent) -> Iterator[Work]:
    for each in raw.matches(store.database, journal.name):
        yield each, journal.matches.get(each.id)


def _compare(
    report: VerificationReport,
    store: Store,
    journal: JournalContent,
    definition: Definition,
    checked: Sequence[MatchCheck],
) -> None:
    """Compare the matches with the journal and the schedule, and stored results with records."""
    problems = report.problems
    report.matches, report.actions = len(checked), sum(each.actions for each in checked)
    for missing in sorted(journal.matches.keys() - {each.id for each in checked}):
        problems.append(f"match {missing}: it is in the journal, but not stored")
    for each in checked:
        if each.problems:
            problems.append(f"match {each.id}: {'; '.join(each.problems)}")
    results = {each.id: each.summary for each in checked if each.summary}
    # A schedule may depend on results, so it is computed only when all results are right.
    if problems:
        return
    fixtures = _fixtures(journal.definitions, results)
    for each in checked:
        if not _fits(each, fixtures.get(each.id)):
            problems.append(f"match {each.id}: the tournament's schedule has no such match")
        elif each.deal_path_end != sharers(fixtures[each.id], definition.deals):
            kind = f"{definition.deals} deals" if definition.deals != "board" else "deals by board"
            problems.append(f"match {each.id}: its deal does not occur in a tournament of {kind}")
    # The rating table is a function of these results: equal results give the same table.
    if not problems and store.summaries(report.name) != results:
        problems.append("the stored results are not those of the records")


def _fixtures(
    definitions: Sequence[Definition], results: Mapping[str, MatchResult]
) -> dict[str, Fixture]:
    """The fixtures by id, of the last definition and, where needed, of earlier ones.

    An earlier definition is used only while there are results of matches that no later one has.
    """
    fixtures: dict[str, Fixture] = {}
    for definition in reversed(definitions):
        if fixtures.keys() >= results.keys():
            break
        schedule = definition.schedule()
        schedule.advance(results)
        fixtures = {each.id: each for each in schedule.fixtures} | fixtures
    return fixtures


def _fits(match: MatchCheck, fixture: Fixture | None) -> bool:
    """Whether the board, the seats and the seating of the match are those of the fixture."""
    board, seating, seats = match.place
    # The seating of a team is its number on the board, which changes when entrants join.
    if fixture is None or (board, seats) != (fixture.block.board, fixture.seats):
        return False
    return fixture.block.teams or seating == fixture.seating
