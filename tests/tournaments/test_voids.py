"""Voids: played again, told, kept in the journal, checked, exported and imported."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import UserError
from referee.evidence import Cause, Evidence
from tests.tournaments.cups import play_cup, write_cup
from tests.tournaments.scripted import Script
from tests.tournaments.test_runner import PLAN, check_whole, fixtures
from tournaments.core.errors import AlwaysVoidError
from tournaments.core.voids import Void, VoidEntryError, read_void
from tournaments.run import void_count
from tournaments.run.runner import LocalRunner
from tournaments.storage.journal import Voided, chain, read_text, void_text
from tournaments.storage.store import Store
from tournaments.transfer.exporting import export_to
from tournaments.transfer.importing import import_from
from tournaments.verify.tournament import verify

WORDS = "first\nlast \x1b[31m words"


def void(match: str = "none", **more: Any) -> Void:
    values = {"match": match, "board": 1, "cause": Cause.MACHINE, "text": "it was busy"}
    return Void(**{**values, "when": "2026-01-01T00:00:00.000+00:00", **more})


def test_a_void_match_is_played_again_and_told_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    played = fixtures(2)
    script = Script(voids=Counter({played[1].id: 2, played[4].id: 1}))
    script.install(monkeypatch)
    told: list[Any] = []
    assert LocalRunner(PLAN, played, script.keep, jobs=2, at_once=2, tell=told.append).run()
    check_whole(script, played)
    assert Counter(each.match for each in told) == {played[1].id: 2, played[4].id: 1}
    assert {each.cause for each in told} == {Cause.MACHINE}


def test_a_match_that_is_void_again_and_again_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    played = fixtures(2)
    script = Script(voids=Counter({played[0].id: 100}))
    script.install(monkeypatch)
    with pytest.raises(AlwaysVoidError, match=f"match {played[0].id} was void 5 times, the last"):
        LocalRunner(PLAN, played, script.keep, jobs=1, at_once=1).run()


@pytest.mark.parametrize(("jobs", "at_once"), [(1, 1), (1, 4), (3, 2)])
def test_what_is_void_beside_others_is_played_alone_when_they_are_over(
    jobs: int, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = fixtures(2)
    busy = Counter({played[1].id: 4, played[4].id: 3})
    script = Script(voids=busy.copy())
    script.install(monkeypatch)
    told: list[Any] = []
    assert LocalRunner(
        PLAN, played, script.keep, jobs=jobs, at_once=at_once, tell=told.append
    ).run()
    check_whole(script, played)
    assert Counter(each.match for each in told) == busy
    *_, second_last, last = [record.id for record in script.kept]
    assert {second_last, last} == {*busy}
    alone = [order.fixture.id for order in script.orders[-3:]]
    assert sorted(alone) == sorted([played[1].id] * 2 + [played[4].id])


@pytest.mark.parametrize(("jobs", "at_once", "most"), [(1, 1, 20), (1, 8, 24 + 7), (2, 5, 30 + 9)])
def test_a_run_of_which_nothing_is_played_ends_soon_however_many_matches_it_has(
    jobs: int, at_once: int, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is 20 voids or three for each match at once; the others under way come on top."""
    played = fixtures(40)
    script = Script(voids=Counter({each.id: 100 for each in played}))
    script.install(monkeypatch)
    told: list[Any] = []
    words = (
        r"\d+ times in a row a match was void, and none was played, the last time because it was"
    )
    with pytest.raises(AlwaysVoidError, match=words):
        LocalRunner(PLAN, played, script.keep, jobs=jobs, at_once=at_once, tell=told.append).run()
    assert 20 <= len(told) <= most < len(played)


@pytest.mark.slow
@pytest.mark.parametrize(("jobs", "at_once"), [(1, 1), (1, 4), (2, 3)])
def test_a_run_does_not_end_before_all_that_still_get_through_are_played(
    jobs: int, at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One entrant cannot be started any more; all of its matches would come first."""
    played = sorted(fixtures(20), key=lambda each: "ann" not in each.seats)
    lost = {each.id for each in played if "ann" in each.seats}
    script = Script(voids=Counter(dict.fromkeys(lost, 100)), asked="ann")
    script.install(monkeypatch)
    told: list[Any] = []
    with pytest.raises(AlwaysVoidError):
        LocalRunner(PLAN, played, script.keep, jobs=jobs, at_once=at_once, tell=told.append).run()
    assert {each.id for each in script.kept} == {each.id for each in played} - lost
    assert len(told) < len(lost)


def test_what_was_put_off_is_played_when_the_rest_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(void_count, "_VOIDS_IN_A_ROW", 4)
    played = fixtures(2)
    one, other, *_ = (each.id for each in played if "ann" in each.seats)
    script = Script(voids=Counter({one: 3, other: 1}), asked="ann")
    script.install(monkeypatch)
    assert LocalRunner(PLAN, played, script.keep, jobs=1, at_once=1).run()
    check_whole(script, played)
    with_ann = ["ann" in (seat.entrant for seat in each.seats) for each in script.kept]
    assert with_ann == sorted(with_ann)


def test_what_a_dead_worker_had_under_way_was_void(monkeypatch: pytest.MonkeyPatch) -> None:
    script = Script(doomed=1)
    script.install(monkeypatch)
    played, told = fixtures(1), list[Any]()
    assert LocalRunner(PLAN, played, script.keep, jobs=1, at_once=1, tell=told.append).run()
    check_whole(script, played)
    [lost] = told
    assert (lost.match, lost.cause) == (played[0].id, Cause.REFEREE)
    assert lost.text.startswith("the worker process that played it ")


evidences = st.builds(
    Evidence,
    waited_ms=st.none() | st.floats(0, 1e6),
    cpu_ms=st.none() | st.floats(0, 1e6),
    peak_mb=st.none() | st.floats(0, 1e4),
    ended=st.text(max_size=20),
    words=st.text(st.characters(codec="utf-8"), max_size=40),
)


@given(evidences, st.sampled_from([Cause.REFEREE, Cause.MACHINE]), st.text(max_size=40))
def test_what_is_written_is_read_again(evidence: Evidence, cause: Cause, text: str) -> None:
    own = void(evidence=evidence, cause=cause, text=text.encode("utf-8", "replace").decode())
    said = read_text(void_text("cup", own.model_dump(mode="json")))
    assert isinstance(said, Voided)
    assert said.name == "cup"
    assert read_void(said.values) == own


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"cause": "bot"}, "cause: Value error, what a bot did makes no match void"),
        ({"cause": "weather"}, "cause: "),
        ({"board": "1"}, "board: "),
        ({"more": 1}, "more: "),
        ({"evidence": {"load": "high"}}, "evidence.load: "),
    ],
)
def test_values_of_no_void(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(VoidEntryError, match=problem):
        read_void(void().model_dump(mode="json") | change)


@pytest.fixture
def cup(tmp_path: Path) -> Store:
    """The store of a tournament that was played, with one void in its journal."""
    play_cup(write_cup(tmp_path), tmp_path / "data")
    store = Store(tmp_path / "data")
    store.annul("cup", void("0" * 16, evidence=Evidence(words=WORDS, load=3.5)))
    return store


def test_voids_are_kept_in_the_journal(cup: Store) -> None:
    before = cup.head("cup")
    assert [each.evidence.words for each in cup.voids("cup")] == [WORDS]
    cup.annul("cup", void("1" * 16))
    after = cup.head("cup")
    assert before is not None
    assert after is not None
    assert after.number == before.number + 1
    assert [each.match for each in cup.voids("cup")] == ["0" * 16, "1" * 16]
    assert list(cup.voids("another")) == []
    assert verify(cup, "cup").problems == []


def test_voids_travel(cup: Store, tmp_path: Path) -> None:
    export_to(tmp_path / "cup.stych", cup, ["cup"], b"")
    with Store(tmp_path / "there") as there:
        import_from(tmp_path / "cup.stych", there, verify)
        assert list(there.voids("cup")) == list(cup.voids("cup"))
        assert there.head("cup") == cup.head("cup")


def _of_another(values: dict[str, Any]) -> str:
    return void_text("another", values)


def _of_a_bot(values: dict[str, Any]) -> str:
    return void_text("cup", values | {"cause": "bot"})


@pytest.mark.parametrize(
    ("forge", "problem"),
    [(_of_another, "is of the tournament 'another'"), (_of_a_bot, "is no void: cause")],
)
def test_a_forged_void_is_found(
    cup: Store, forge: Callable[[dict[str, Any]], str], problem: str
) -> None:
    _append(cup, forge(void().model_dump(mode="json")))
    [found] = verify(cup, "cup").problems
    assert problem in found


def test_a_match_is_not_void_once_it_was_saved(cup: Store) -> None:
    saved = min(cup.played("cup"))
    cup.annul("cup", void(saved))
    [found] = verify(cup, "cup").problems
    assert f"match {saved} was void after it was saved" in found


def test_a_damaged_void_is_told_in_a_sentence(cup: Store) -> None:
    _append(cup, _of_a_bot(void().model_dump(mode="json")))
    with pytest.raises(UserError, match="damaged journal"):
        list(cup.voids("cup"))


def _append(store: Store, text: str) -> None:
    [entry] = chain(store.head("cup"), [text])
    with store.database.writing() as connection:
        connection.exec_driver_sql(
            "INSERT INTO journal (tournament, number, entry, link) VALUES ('cup', ?, ?, ?)",
            (entry.number, entry.text, entry.link),
        )
