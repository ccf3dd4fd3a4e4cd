"""The store: what was saved is there, once, whole, and only what was saved."""

from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.sql.compiler import SQLCompiler

from referee.evidence import Evidence
from referee.record import Record, read_record
from tests.records.matches import FakeBot, failing_after, make_record, uniform
from tournaments.core.results import MatchResult
from tournaments.storage.journal import play_digest
from tournaments.storage.store import Store

CUP = [make_record(board, seating) for board in (3, 1, 2) for seating in (1, 0)]
LEAGUE = [make_record(board, tournament="league") for board in (1, 2)]
FAULTY = read_record(make_record(9, 0, FakeBot(uniform), FakeBot(failing_after(3))).to_json())
"""As read from JSON: only the measured part has the evidence, no longer the fault itself."""


def by_board(records: list[Record]) -> list[Record]:
    return sorted(records, key=lambda record: (record.board, record.id))


def test_records_come_back_as_they_were_by_board_and_id(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save(CUP)
        assert list(store.records("cup")) == by_board(CUP)
        assert store.record(CUP[0].id) == CUP[0]
        assert store.played("cup") == {record.id for record in CUP}
        assert store.played("league") == set()


@pytest.mark.parametrize("again", [CUP[:1], CUP, [*CUP, FAULTY], CUP[::-1], []])
def test_saving_again_changes_nothing(tmp_path: Path, again: list[Record]) -> None:
    with Store(tmp_path) as store:
        store.save(CUP)
        before = list(store.records("cup"))
        later = [replace(each, stych="later") for each in again if each in CUP]
        store.save(later)
        assert list(store.records("cup")) == before
        store.save(again)
        assert list(store.records("cup")) == by_board(list({r.id: r for r in CUP + again}.values()))


def test_one_batch_may_hold_a_match_twice(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save([CUP[0], replace(CUP[0], stych="later")])
        assert list(store.records("cup")) == [CUP[0]]


def test_summaries_are_what_the_table_needs(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save([FAULTY, CUP[0]])
        summaries = store.summaries("cup")
    played = play_digest(FAULTY.deal.path, FAULTY.actions)
    assert summaries[FAULTY.id] == MatchResult(
        (1, 2), FAULTY.outcome.points, (("bob", "late"),), played
    )
    won, played = CUP[0].outcome, play_digest(CUP[0].deal.path, CUP[0].actions)
    assert summaries[CUP[0].id] == MatchResult(won.places, won.points, (), played)


def test_faulty_records_are_those_with_faults_evidence_and_all(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save([*CUP, FAULTY])
        found = list(store.records("cup", faulty=True))
    assert found == [FAULTY]
    assert found[0].measured.evidence == {1: Evidence(words="last words")}


def test_forgetting_removes_one_tournament_and_no_other(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.define("cup", {"a": 1})
        store.define("league", {"b": 2})
        store.save(CUP + LEAGUE)
        store.forget("cup")
        store.forget("unknown")
        assert store.definition("cup") is None
        assert list(store.records("cup")) == []
        assert store.definition("league") == {"b": 2}
        assert list(store.records("league")) == by_board(LEAGUE)
        store.save(CUP[:1])
        assert list(store.records("cup")) == CUP[:1]


def test_a_definition_is_replaced_by_a_later_one(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert store.definition("cup") is None
        for definition in ({"boards": 1}, {"boards": 2, "seed": 'č"'}):
            store.define("cup", definition)
            assert store.definition("cup") == definition


def test_matches_are_found_by_the_beginning_of_their_id(tmp_path: Path) -> None:
    record = CUP[0]
    with Store(tmp_path) as store:
        store.save([record])
        assert store.find(record.id) == store.find(record.id[:4]) == store.find("") == [record.id]
        store.save(CUP)
        # Of six: two are enough to see that a beginning is not that of one match alone.
        assert len(store.find("")) == 2
        for strange in ("%", "_", "x", record.id + "0", "'", "\\"):
            assert store.find(strange) == []


def test_an_unknown_match_is_a_key_error(tmp_path: Path) -> None:
    with Store(tmp_path) as store, pytest.raises(KeyError, match="beef"):
        store.record("beef")


def test_the_data_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    folder = tmp_path / "some" / "where"
    with Store(folder) as store:
        store.save(CUP)
    with Store(folder) as store:
        assert list(store.records("cup")) == by_board(CUP)


def test_what_one_folder_asked_is_compiled_for_no_other_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page opens a store for each visit, and compiling takes longer than the questions."""
    compiled = list[object]()
    compile_ = SQLCompiler.__init__

    def noted(self: SQLCompiler, *given: object, **more: object) -> None:
        compiled.append(given)
        compile_(self, *given, **more)  # type: ignore[arg-type]

    def asked(folder: Path) -> list[Record]:
        with Store(folder) as store:
            store.save(CUP)
            return [*store.records("cup")]

    first = asked(tmp_path / "first")
    monkeypatch.setattr(SQLCompiler, "__init__", noted)
    assert asked(tmp_path / "second") == first
    assert not compiled
