"""What a tournament must come to: played in this process, without workers or interruptions."""

from collections.abc import Mapping
from pathlib import Path

from referee.record import Record
from tests.e2e.command import call
from tests.records.matches import Answer, FakeBot, play, uniform
from tournaments.config import competition
from tournaments.core.fixtures import Fixture
from tournaments.run.organiser import Organiser
from tournaments.run.plan import Plan
from tournaments.storage.store import Store

FORMS = ("json", "csv", "md")

PLAYS: Mapping[str, Answer] = {"random": uniform, "first": lambda _, __: 0}
"""Two of the sample bots, as functions."""


def shown(data: Path, file: Path) -> dict[str, str]:
    """The table of a tournament in each of FORMS, and its records, as the commands print them."""
    said = {form: call("--data", data, "table", file, "--format", form) for form in FORMS}
    said["records"] = call("--data", data, "records", file)
    for name, done in said.items():
        assert (done.code, done.err) == (0, ""), name
    return {name: done.out for name, done in said.items()}


def reference(file: Path, data: Path) -> dict[str, str]:
    """What `shown` must be for this file, whose entrants are the bots in PLAYS."""
    with Store(data) as store:
        for tournament in competition.read(file).tournaments:
            play_out(store, Organiser(store, tournament, file.parent))
    return shown(data, file)


def begin(file: Path, data: Path, matches: int) -> None:
    """Play so many matches of it, as if it had been stopped then."""
    with Store(data) as store:
        [tournament] = competition.read(file).tournaments
        play_out(store, Organiser(store, tournament, file.parent), matches)


def play_out(store: Store, organiser: Organiser, most: int = 10_000) -> None:
    """Play all that is missing of it, or so many matches."""
    plan = organiser.plan()
    store.define(organiser.definition.name, organiser.definition.values)
    while missing := organiser.schedule.advance(store.summaries(organiser.definition.name))[:most]:
        # At once: the disk is waited for at each save.
        store.save([_played(plan, fixture) for fixture in missing])
        most -= len(missing)


def _played(plan: Plan, fixture: Fixture) -> Record:
    bots = [FakeBot(PLAYS[plan.entries[name].manifest.name]) for name in fixture.seats]
    return play(plan, fixture, *bots)
