"""Checks a whole tournament from its records: against journal, rules, schedule and table.

The steps are those of docs/records.md, The journal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from referee.errors import UserError
from referee.sandbox.processors import available
from tournaments.config.definition import Definition
from tournaments.config.stored import stored
from tournaments.core.dealing import whose
from tournaments.core.errors import NothingPlayedError
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult
from tournaments.storage.journal import START
from tournaments.storage.rows import definition_text
from tournaments.storage.store import Store
from tournaments.verify import raw
from tournaments.verify.chain import JournalContent, read_journal
from tournaments.verify.matches import Checked
from tournaments.verify.pool import Work, check_all
from tournaments.verify.setting import SettingError, read_setting

_FEW: Final = 4_000
"""Up to so many matches one process has checked before a second one would have loaded the rules."""


@dataclass(slots=True)
class VerificationReport:
    """What was checked of a tournament, and what is wrong."""

    name: str
    problems: list[str] = field(default_factory=list)
    """A sentence each, naming the match or the entry; empty when all is well."""
    entries: int = 0
    """How many entries the journal has."""
    matches: int = 0
    """How many matches there are."""
    actions: int = 0
    """How many actions were replayed in all."""
    head: str = START
    """The last link of the journal."""


def verify(
    store: Store,
    name: str,
    jobs: int | None = None,
    head: str = "",
    note: Callable[[int, int], None] = lambda *_: None,
) -> VerificationReport:
    """Check all that the store has of the tournament, as it is at this moment.

    Matches are checked in `jobs` processes: by default in as many as there are processors, and few
    matches in this one. With a head from before, the journal must have come through it. `note` is
    told how many matches are done, of how many. Raises NothingPlayedError.
    """
    report = VerificationReport(name)
    # In a snapshot: a run may save matches meanwhile, which the journal was read without.
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
    name, problems = report.name, report.problems
    told = read_journal(name, raw.entries(store.database, name), head)
    report.entries, report.head = told.entries, told.head
    problems += told.problems
    if head and not told.came_through:
        problems.append(f"journal: no entry has the link {head}, so it is not what it was then")
    kept = raw.definition(store.database, name)
    # Raises the error of a tournament that was never played.
    if kept is None and not told.entries:
        stored(store, name)
    definition = told.definitions[-1] if told.definitions else None
    if definition is None or kept != definition_text(definition.values).encode():
        problems.append("the definition is not the last one of the journal")
    if definition is None:
        return
    # All are checked, as matches may be of an earlier one; what counts now is the last.
    try:
        *_, setting = (read_setting(each) for each in told.definitions)
    except SettingError as error:
        problems.append(str(error))
        return
    checked: list[Checked] = []
    processes = jobs or (available() if len(told.matches) > _FEW else 1)
    for each in check_all(name, setting, _work(store, told), processes):
        checked.append(each)
        note(len(checked), len(told.matches))
    _compare(report, store, told, definition, checked)


def _work(store: Store, told: JournalContent) -> Iterator[Work]:
    for each in raw.matches(store.database, told.name):
        yield each, told.matches.get(each.id)


def _compare(
    report: VerificationReport,
    store: Store,
    told: JournalContent,
    definition: Definition,
    checked: Sequence[Checked],
) -> None:
    """Compare the matches with the journal and the schedule, and their results with the kept."""
    problems = report.problems
    report.matches, report.actions = len(checked), sum(each.actions for each in checked)
    for missing in sorted(told.matches.keys() - {each.id for each in checked}):
        problems.append(f"match {missing}: it is in the journal, but not there")
    for each in checked:
        if each.problems:
            problems.append(f"match {each.id}: {'; '.join(each.problems)}")
    results = {each.id: each.summary for each in checked if each.summary}
    # A schedule may depend on results, so it is asked only when these are sound.
    if problems:
        return
    fixtures = _fixtures(told.definitions, results)
    for each in checked:
        if not _fits(each, fixtures.get(each.id)):
            problems.append(f"match {each.id}: it has no such place in the tournament's schedule")
        elif each.whose != whose(fixtures[each.id], definition.deals):
            kind = f"{definition.deals} deals" if definition.deals != "board" else "deals by board"
            problems.append(f"match {each.id}: its deal is none of a tournament of {kind}")
    # A table is a function of results alone: equal results are the same table to the byte.
    if not problems and store.summaries(report.name) != results:
        problems.append("the table is not the one that the records come to")


def _fixtures(
    definitions: Sequence[Definition], results: Mapping[str, MatchResult]
) -> dict[str, Fixture]:
    """The fixtures by id, of the tournament as it is and as it was before.

    An earlier definition is looked at only for matches that the later ones do not have.
    """
    found: dict[str, Fixture] = {}
    for definition in reversed(definitions):
        if found.keys() >= results.keys():
            break
        schedule = definition.schedule()
        schedule.advance(results)
        found = {each.id: each for each in schedule.fixtures} | found
    return found


def _fits(match: Checked, fixture: Fixture | None) -> bool:
    """Whether the match has the place of this fixture."""
    board, seating, seats = match.place
    # A team's number on its board may be another one by now, when others have joined.
    if fixture is None or (board, seats) != (fixture.block.board, fixture.seats):
        return False
    return fixture.block.teams or seating == fixture.seating
