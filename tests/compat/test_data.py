"""Data folders of earlier versions are read by this one, with nothing lost or changed."""

import json
from pathlib import Path

import pytest

from referee.record_check import replay
from referee.rpc.manifest import digest
from tests.compat.fixtures import STATES, Fixture, Place, as_then, record, without_sentence
from tests.compat.reading import kept, table_of
from tests.e2e.command import call
from tournaments.config import competition
from tournaments.run import worker_handle
from tournaments.storage.store import Store
from tournaments.verify.tournament import verify

pytestmark = pytest.mark.slow

every_state = pytest.mark.parametrize("state", STATES)
QUICK = ("play", "duel")
"""The tournaments that the commands of these names keep; they have no tournament file."""


def said(data: Path, *line: object) -> str:
    done = call("--data", data, *line)
    assert done.code == 0, f"{line}: {done.err}"
    return done.out


def test_there_are_fixtures(fixture: Fixture) -> None:
    assert len(fixture.cups("inside")) >= 10
    assert fixture.cups("processes")
    assert fixture.cups("hosted")


@every_state
def test_tables_are_the_same_to_the_byte(place: Place, state: str) -> None:
    data = place.data(state)
    for name in place.fixture.cups():
        table = said(data, "table", place.cup(name), "--format", "json")
        assert without_sentence(table) == place.table(name, state), name
        assert said(data, "table", place.cup(name), "--full")
    for name in QUICK:
        assert without_sentence(table_of(data, name)) == place.table(name, state), name


@every_state
def test_records_are_the_same(place: Place, state: str) -> None:
    """Those of a stopped tournament are among those of the whole one."""
    data = place.data(state)
    for name in (*place.fixture.cups(), *QUICK):
        then = {each["id"]: each for each in place.records(name)}
        if name in QUICK:
            lines = [each.to_json(measured=False) for each in kept(data, name)]
        else:
            lines = said(data, "records", place.cup(name)).splitlines()
        now = {each["id"]: each for each in map(record, lines)}
        assert now.keys() == then.keys() if state == "finished" else now.keys() <= then.keys()
        assert {id_: as_then(then[id_], each) for id_, each in now.items()} == {
            id_: then[id_] for id_ in now
        }, name


@every_state
def test_all_is_verified(place: Place, state: str) -> None:
    data = place.data(state)
    for name in place.fixture.cups():
        assert "all is well" in said(data, "verify", place.cup(name)), name
    with Store(data) as store:
        for name in QUICK:
            report = verify(store, name)
            assert (report.problems, report.matches > 0) == ([], True), name


def test_every_record_is_replayed_through_the_rules(place: Place) -> None:
    """All of them; and some as the commands show them, to the referee and to a seat.

    What a stopped tournament has are some of the same records, and those are verified above.
    """
    data = place.data("finished")
    for name in (*place.fixture.cups(), *QUICK):
        names = [name]
        if name not in QUICK:
            names = [each.name for each in competition.read(place.cup(name)).tournaments]
        for each in names:
            found = kept(data, each)
            for own in found:
                steps = list(replay(own))
                assert tuple(step.action for step in steps) == own.actions
            assert said(data, "replay", found[0].id)
            assert said(data, "replay", found[0].id, "--seat", 1)
            spelled = json.loads(said(data, "record", "show", found[0].id, "--json"))
            assert spelled["id"] == found[0].id
            assert said(data, "record", "show", found[0].id)


@every_state
def test_faults_and_voids_are_told(place: Place, state: str) -> None:
    data = place.data(state)
    for name, own in place.fixture.made["cups"].items():
        told = json.loads(said(data, "faults", place.cup(name), "--json"))
        assert said(data, "faults", place.cup(name))
        if own["voids"]:
            kinds = {each["kind"] for each in told if each["kind"]}
            assert {"crashed", "withdrawn"} < kinds
            assert sum(each["cause"] == "machine" for each in told) == own["voids"]
        else:
            assert told == []


@every_state
def test_the_report_is_written(place: Place, state: str) -> None:
    data = place.data(state)
    for name in place.fixture.cups():
        page = place.folder / "page.html"
        said(data, "report", place.cup(name), "--out", page, "--replays", 1)
        assert "</html>" in page.read_text()


@every_state
def test_it_is_exported_and_imported(place: Place, state: str) -> None:
    data = place.data(state)
    for name in place.fixture.cups():
        archive, moved = place.folder / f"{name}.stych", place.folder / f"moved-{name}"
        said(data, "export", place.cup(name), "--to", archive)
        said(moved, "import", archive)
        table = said(moved, "table", place.cup(name), "--format", "json")
        assert without_sentence(table) == place.table(name, state), name


@every_state
def test_stored_bots_and_tokens_are_there(place: Place, state: str) -> None:
    data = place.data(state)
    stored = {each["bot"]: each for each in json.loads(said(data, "bots", "--json"))}
    assert {bot: each["state"] for bot, each in stored.items()} == {
        "thumb@1": "withdrawn",
        "thumb@2": "superseded",
        "thumb@3": "current",
    }
    sources = {"thumb@1": "fox_thumb", "thumb@2": "thumb-2", "thumb@3": "thumb-3"}
    for bot, folder in sources.items():
        assert stored[bot]["digest"] == digest(place.bots / folder)
        assert digest(data / "bots" / stored[bot]["digest"]) == stored[bot]["digest"]
    assert "ann" in said(data, "token", "--list")


def test_what_is_finished_stays_so(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """When it is run again, there is nothing to play, so that no process is started."""

    def nothing(*_: object, **__: object) -> None:
        raise AssertionError("a process was started")

    data = place.data("finished")
    monkeypatch.setattr("subprocess.Popen", nothing)
    monkeypatch.setattr(worker_handle, "_SPAWN", nothing)
    for name in place.fixture.cups():
        command = "host" if name in place.fixture.cups("hosted") else "run"
        assert "All matches are played" in said(data, command, place.cup(name), "--exit-zero"), name
        table = said(data, "table", place.cup(name), "--format", "json")
        assert without_sentence(table) == place.table(name, "finished")
