"""Records of boards that are still played stay secret, and so do the seeds of their deals."""

from pathlib import Path
from typing import Any

import pytest

from referee.errors import UserError
from referee.record import Record
from tests.e2e.command import call as command
from tests.report.cups import SEED, WORDS, crashing, definition, hold
from tournaments.commands.agents.agent_records import (
    closed_ids,
    listed_matches,
    readable_record,
    without_seeds,
)
from tournaments.commands.agents.folder import AgentFolder
from tournaments.config.definition import Definition
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.run.open_boards import OpenBoardError, OpenBoards
from tournaments.storage.store import Store

CUP = definition(["ann", "bob"])
"""Two boards of two matches each."""
_ENTRANTS = "".join(f'[[entrants]]\nname = "{name}"\nbot = "{name}"\n' for name in ("ann", "bob"))


def of_board(records: dict[str, Record], board: int) -> Record:
    return next(each for each in records.values() if each.board == board)


@pytest.fixture
def folder(tmp_path: Path) -> AgentFolder:
    return AgentFolder(tmp_path.resolve(), tmp_path.resolve() / "data")


def test_a_board_is_open_as_long_as_a_match_on_it_is_missing(folder: AgentFolder) -> None:
    records = hold(folder.data, CUP, most=3)
    closed, still_open = of_board(records, 1), of_board(records, 2)
    assert readable_record(folder, closed.id).record == closed
    with pytest.raises(OpenBoardError, match=f"match {still_open.id} is on board 2 of cup"):
        readable_record(folder, still_open.id)
    with pytest.raises(OpenBoardError):
        readable_record(folder, still_open.id[:6])


def test_a_copy_of_an_open_record_is_refused_as_well(folder: AgentFolder) -> None:
    record = of_board(hold(folder.data, CUP, most=3), 2)
    (folder.root / "copy.json").write_text(record.to_json())
    with pytest.raises(OpenBoardError):
        readable_record(folder, "copy.json")


def test_the_same_deal_in_another_tournament_is_open(folder: AgentFolder) -> None:
    """The records of one that is over show the cards of one that is not, if they share a seed."""
    records = hold(folder.data, CUP)
    for record in records.values():
        assert readable_record(folder, record.id).with_seed
    with Store(folder.data) as store:
        other = definition(["ann", "bob"], name="other")
        store.define(other.name, other.values)
        for record in records.values():
            with pytest.raises(OpenBoardError, match="of other"):
                OpenBoards(store).check_closed(record)


def test_other_options_are_other_deals(folder: AgentFolder) -> None:
    record = of_board(hold(folder.data, CUP), 1)
    with Store(folder.data) as store:
        other = definition(["ann", "bob"], name="other", options={"target": 99})
        store.define(other.name, other.values)
        OpenBoards(store).check_closed(record)
    # The seed is that of cards which nobody has seen.
    assert not readable_record(folder, record.id).with_seed


def test_the_seed_is_withheld_until_all_is_over(folder: AgentFolder) -> None:
    records = hold(folder.data, CUP, most=3)
    found = readable_record(folder, of_board(records, 1).id)
    assert not found.with_seed
    text = f"a\ndeal path: {SEED} / fox / 1\ndeal key: 12"
    assert SEED not in found.as_text(text)
    assert found.as_text(text).endswith("deal key: 12")
    line = f'{{"deal": {{"path": ["{SEED}"], "key": "12"}}}}'
    assert found.as_json(line) == {"deal": {"path": None, "key": "12"}}
    sheet = {"tournament": "cup", "seed": SEED}
    for table in (dict(sheet), {"divisions": {"a": sheet}}):
        assert SEED not in str(without_seeds(folder.data, table))


def test_the_seed_is_told_when_all_is_over(folder: AgentFolder) -> None:
    found = readable_record(folder, of_board(hold(folder.data, CUP), 1).id)
    line = f'{{"deal": {{"path": ["{SEED}"]}}}}'
    assert found.as_json(line)["deal"]["path"] == [SEED]
    assert without_seeds(folder.data, {"tournament": "cup", "seed": SEED})["seed"] == SEED


def test_the_seed_of_a_ladder_stays_secret(folder: AgentFolder) -> None:
    hold(folder.data, definition(["ann", "bob"], form="ladder"))
    table = without_seeds(folder.data, {"tournament": "cup", "seed": SEED})
    assert table["seed"] is None


def test_the_seed_of_an_undecided_duel_stays_secret(folder: AgentFolder) -> None:
    """The same duel with more boards goes on with it."""
    cup = definition(["new", "old"], form="duel", hero="new", better_by=0.02, error=0.05)
    hold(folder.data, cup)
    table = without_seeds(folder.data, {"tournament": "cup", "seed": SEED})
    assert table["seed"] is None


def test_a_table_for_agents_quotes_nothing_of_open_boards(folder: AgentFolder) -> None:
    """A bot that fails can have printed its cards, or have answered with them."""
    data = ("--data", str(folder.data), "table", str(folder.root / "cup.toml"))
    (folder.root / "cup.toml").write_text('name = "cup"\ngame = "fox"\nboards = 2\n' + _ENTRANTS)
    hold(folder.data, CUP, crashing("bob"), most=1)
    assert WORDS in command(*data).out
    assert WORDS not in (shown := command(*data, STYCH_FOR_AGENTS="1").out)
    assert "bob" in shown
    hold(folder.data, CUP, crashing("bob"))
    assert WORDS in command(*data, STYCH_FOR_AGENTS="1").out


def test_only_matches_of_closed_boards_are_listed(folder: AgentFolder) -> None:
    records = hold(folder.data, CUP, most=3)
    listed = listed_matches(folder.data, ["cup"], "ann")
    assert [each.board for each in listed] == [1, 1]
    assert closed_ids(folder.data, ["cup"]) == {each.id for each in records.values()} - {
        of_board(records, 2).id
    }
    with pytest.raises(UserError, match="the entrants are ann, bob; received 'eve'"):
        listed_matches(folder.data, ["cup"], "eve")


def begun_elsewhere(folder: AgentFolder, **more: Any) -> None:
    """Define another tournament with the same seed, of which nothing is played yet."""
    with Store(folder.data) as store:
        other = definition(["ann", "bob"], name="other", **more)
        store.define(other.name, other.values)


def test_what_is_open_elsewhere_is_not_told(folder: AgentFolder) -> None:
    (folder.root / "cup.toml").write_text('name = "cup"\ngame = "fox"\nboards = 2\n' + _ENTRANTS)
    records = hold(folder.data, CUP, crashing("bob"))
    line = ("--data", str(folder.data), "table", str(folder.root / "cup.toml"))
    assert closed_ids(folder.data, ["cup"]) == {each.id for each in records.values()}
    assert WORDS in command(*line, STYCH_FOR_AGENTS="1").out
    begun_elsewhere(folder)
    assert listed_matches(folder.data, ["cup"], None) == []
    assert closed_ids(folder.data, ["cup"]) == set()
    assert WORDS not in command(*line, STYCH_FOR_AGENTS="1").out
    table = {"tournament": "cup", "seed": SEED}
    assert without_seeds(folder.data, table)["seed"] is None


def test_a_tournament_with_other_options_keeps_the_seed_secret_but_no_board(
    folder: AgentFolder,
) -> None:
    """It has other deals, and derives them from the same seed."""
    records = hold(folder.data, CUP)
    begun_elsewhere(folder, options={"target": 99})
    assert closed_ids(folder.data, ["cup"]) == {each.id for each in records.values()}
    assert without_seeds(folder.data, {"tournament": "cup", "seed": SEED})["seed"] is None


@pytest.mark.slow
def test_a_board_of_a_stage_that_is_not_known_yet_is_open(folder: AgentFolder) -> None:
    """A Swiss tournament comes to its later boards by the results of those before."""
    records = hold(folder.data, CUP)
    names = ["ann", "bob", "cyd", "dan"]
    with Store(folder.data) as store:
        swiss = definition(names, name="swiss", form="swiss", boards=1, rounds=2)
        store.define(swiss.name, swiss.values)
        assert {each.block.board for each in swiss.schedule().fixtures} == {1}
        with pytest.raises(OpenBoardError, match="of swiss"):
            OpenBoards(store).check_closed(of_board(records, 2))
    assert listed_matches(folder.data, ["cup"], None) == []


def test_each_schedule_is_made_once(folder: AgentFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of large tournaments take time."""
    record = of_board(hold(folder.data, CUP), 1)
    made, schedule = list[str](), Definition.schedule

    def noted(own: Definition) -> StagedSchedule:
        made.append(own.name)
        return schedule(own)

    monkeypatch.setattr(Definition, "schedule", noted)
    readable_record(folder, record.id)
    assert made == ["cup"]


@pytest.mark.parametrize("text", ["abc", "missing.json", "../x.json", "ABC"])
def test_no_such_record(folder: AgentFolder, text: str) -> None:
    with pytest.raises(UserError, match=r"no such file|must be below"):
        readable_record(folder, text)
