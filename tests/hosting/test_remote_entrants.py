"""Remote entrants: their definition, deals and faults; and tournaments of older versions."""

from pathlib import Path
from typing import Any

import pytest

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.errors import UserError
from referee.evidence import Evidence
from referee.record import Record
from tests.e2e.command import call, write_bot
from tests.records.matches import FakeBot, failing_after, make_record, play, uniform
from tests.seeds import SEED
from tournaments.config import competition
from tournaments.config.defining import check_continues, define
from tournaments.config.definition import Definition
from tournaments.config.entrants import resolve
from tournaments.config.tournament_file import Tournament, from_mapping
from tournaments.hosting.setting import Hosting
from tournaments.run.organiser import Organiser
from tournaments.run.withdrawal import FaultCount
from tournaments.storage.store import Store
from tournaments.verify.setting import read_setting


def cup(*remote: str, bots: tuple[str, ...] = (), **more: Any) -> Tournament:
    entrants: list[dict[str, object]] = [{"bot": bot} for bot in bots]
    entrants += [{"remote": True, "name": name} for name in remote]
    values = {"name": "cup", "game": "fox", "seed": "s", "boards": 2, "entrants": entrants}
    return from_mapping({**values, **more}, "here")


def test_the_definition_knows_a_remote_entrant_by_its_name_alone(tmp_path: Path) -> None:
    write_bot(tmp_path / "bob")
    tournament = cup("ann", "zoe", bots=("bob",))
    assert tournament.remote == {"ann", "zoe"}
    found = define(tournament, resolve(tournament, tmp_path))
    ann, bob, zoe = (found.values["entrants"][name] for name in ("ann", "bob", "zoe"))
    assert (ann["remote"], ann["bot"], ann["version"]) == (True, "", "")
    assert "remote" not in bob
    assert len({ann["digest"], bob["digest"], zoe["digest"]}) == 3
    assert read_setting(found).entrants["ann"].remote
    assert not read_setting(found).entrants["bob"].remote
    again = define(tournament, resolve(tournament, tmp_path), found)
    assert again == found


def test_a_remote_entrant_cannot_become_a_local_one(tmp_path: Path) -> None:
    write_bot(tmp_path / "ann")
    before, after = cup("ann", "bob"), cup("bob", bots=("ann",))
    old = define(before, resolve(before, tmp_path))
    with pytest.raises(UserError, match="the bot of the entrant 'ann' is not the same any more"):
        define(after, resolve(after, tmp_path), old)


def test_with_remote_entrants_deals_are_independent_unless_the_file_trusts_them(
    tmp_path: Path,
) -> None:
    for name in ("bob", "cyd"):
        write_bot(tmp_path / name)

    def deals(tournament: Tournament, before: Definition | None = None) -> str:
        return define(tournament, resolve(tournament, tmp_path), before).deals

    assert deals(cup(bots=("bob", "cyd"))) == "duplicate"
    assert deals(cup("ann", bots=("bob",))) == "independent"
    assert deals(cup("ann", bots=("bob",), deals="duplicate")) == "duplicate"
    assert deals(cup(bots=("bob", "cyd"), deals="independent")) == "independent"


def test_a_remote_newcomer_among_duplicate_deals_has_to_be_trusted(tmp_path: Path) -> None:
    for name in ("bob", "cyd"):
        write_bot(tmp_path / name)
    before, after = cup(bots=("bob", "cyd")), cup("ann", bots=("bob", "cyd"))
    old = define(before, resolve(before, tmp_path))
    with pytest.raises(UserError, match=r'which ann could remember.*deals = "duplicate" if it is'):
        define(after, resolve(after, tmp_path), old)
    trusted = cup("ann", bots=("bob", "cyd"), deals="duplicate")
    assert define(trusted, resolve(trusted, tmp_path), old).deals == "duplicate"


def test_what_was_begun_without_a_word_of_deals_goes_on_by_board(tmp_path: Path) -> None:
    for name in ("bob", "cyd"):
        write_bot(tmp_path / name)
    tournament = cup(bots=("bob", "cyd"))
    new = define(tournament, resolve(tournament, tmp_path))
    values = {key: value for key, value in new.values.items() if key != "deals"}
    old = Definition("cup", values)
    again = define(tournament, resolve(tournament, tmp_path), old)
    assert (again, again.deals) == (old, "board")
    assert read_setting(again).deals is None
    with pytest.raises(UserError, match="the deals changed from 'board' to 'duplicate'"):
        check_continues(old, new)
    asked = cup(bots=("bob", "cyd"), deals="independent")
    with pytest.raises(UserError, match="the deals changed from 'board' to 'independent'"):
        define(asked, resolve(asked, tmp_path), old)


def without_reconnect(values: dict[str, Any]) -> dict[str, Any]:
    conduct = {key: value for key, value in values["conduct"].items() if key != "reconnect_ms"}
    return {**values, "conduct": conduct}


def test_a_tournament_begun_before_reconnect_ms_existed_goes_on(tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        write_bot(tmp_path / name)
    tournament = cup(bots=("ann", "bob"))
    new = define(tournament, resolve(tournament, tmp_path))
    old = Definition("cup", without_reconnect(new.values))
    check_continues(old, new)
    assert read_setting(old).conduct == Conduct()
    changed = cup(bots=("ann", "bob"), conduct={"reconnect_ms": 5})
    with pytest.raises(UserError, match="changed: reconnect_ms from 30000 to 5"):
        define(changed, resolve(changed, tmp_path), old)


@pytest.mark.slow
def test_a_tournament_from_before_reconnect_ms_can_be_verified(tmp_path: Path) -> None:
    """Its records and its definition have no reconnect_ms, and its journal hashed them so."""
    for name in ("ann", "bob"):
        write_bot(tmp_path / name, version='"1.0"')
    file, data = tmp_path / "cup.toml", tmp_path / "data"
    file.write_text(
        f'name = "cup"\ngame = "fox"\nseed = "{SEED}"\nboards = 1\n[options]\ntarget = 1\n'
        '[[entrants]]\nbot = "ann"\n[[entrants]]\nbot = "bob"\n'
    )
    with Store(data) as store:
        organiser = Organiser(store, competition.read(file).tournaments[0], tmp_path)
        store.define("cup", without_reconnect(organiser.definition.values))
        plan = organiser.plan()
        for fixture in organiser.missing:
            record = play(plan, fixture)
            line = record.to_json(measured=False).replace('"reconnect_ms":30000,', "")
            assert "reconnect" not in line
            store.save_written([(record, line.encode(), record.measured.to_json())])
    done = call("--data", data, "verify", file)
    assert (done.code, done.err) == (0, "")
    assert "cup: all is well." in done.out
    assert call("--data", data, "run", file).code == 0


def test_only_those_who_have_to_play_are_awaited(tmp_path: Path) -> None:
    with Store(tmp_path / "data") as store:
        tournament = cup("ann", "bob", "zoe", format="gauntlet", hero="ann")
        organiser = Organiser(store, tournament, tmp_path)
        organiser.missing = [each for each in organiser.missing if "zoe" not in each.seats]
        plan = organiser.plan(Hosting("here", tmp_path))
        assert plan.hosting is not None
        assert plan.hosting.remote == {"ann", "bob", "zoe"}
        assert plan.hosting.awaited == {"ann", "bob"}
        with pytest.raises(UserError, match="ann is remote: such a tournament is played by `stych"):
            organiser.plan()


def absent(since: str) -> FakeBot:
    text = "the connection was lost"
    fault = Fault(
        kind=FaultKind.DISCONNECTED,
        stage=FaultStage.PLAY,
        text=text,
        evidence=Evidence(since=since),
    )
    return FakeBot(failing_after(3, fault))


def lost(board: int, since: str, seating: int = 0) -> Record:
    """A match that ann lost by its absence since then."""
    bots = [absent(since), FakeBot(uniform)]
    return make_record(board, seating, *(bots if seating == 0 else bots[::-1]))


def test_the_matches_that_a_remote_bot_loses_by_one_absence_count_once() -> None:
    count = FaultCount(2, frozenset({"ann"}))
    for board in range(1, 9):
        count.note(lost(board, "12:00", board % 2))
    assert count.withdrawn == frozenset()
    count.note(lost(9, "12:01"))
    assert count.withdrawn == {"ann"}


def test_a_match_without_fault_between_two_absences_forgives() -> None:
    count = FaultCount(2, frozenset({"ann"}))
    count.note(lost(1, "12:00"))
    count.note(make_record(2))
    count.note(lost(3, "12:01"))
    assert count.withdrawn == frozenset()


def test_of_a_local_bot_every_faulty_match_counts() -> None:
    count = FaultCount(2)
    for board in (1, 2):
        count.note(lost(board, "12:00"))
    assert count.withdrawn == {"ann"}
