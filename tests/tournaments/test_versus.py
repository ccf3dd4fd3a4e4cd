"""`stych versus`: two bots against each other, board by board."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.divergence import find_divergence
from tests.e2e.command import call
from tests.pages import keys, section
from tests.root import ROOT
from tests.tournaments.cups import play_cup
from tests.tournaments.seasons import first, last, played
from tournaments.config.stored import stored
from tournaments.run.stand import stand
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "history.md").read_text(encoding="utf-8")
DOCS = section(PAGE, "JSON").partition("`stych versus --json`")[2]


def told(data: Path, *line: object) -> dict[str, Any]:
    done = call("--data", data, "versus", *line, "--json")
    assert (done.code, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """In spring ann takes the first legal action, bob the last; in summer all take the first."""
    file = played(tmp_path, "spring", ("ann", "bob"), boards=3, matches=0)
    play_cup(file, tmp_path / "data", {"ann": first, "bob": last})
    played(tmp_path, "summer", ("ann", "bob", "cid"))
    return tmp_path / "data"


def test_the_total_is_that_of_the_table(data: Path) -> None:
    """Where no game of the two is repeated in other blocks."""
    found = told(data, "ann", "bob", "--in", "spring")
    [pool] = found["pools"]
    with Store(data) as store:
        cell = stand(store, stored(store, "spring")).table.cross["ann", "bob"]
    assert pool["total"]["matches"] == cell.matches == 6
    assert pool["total"]["points_share"] == pytest.approx(cell.points_share, abs=1e-6)
    assert pool["total"]["share_interval"] == pytest.approx(cell.share_interval, abs=1e-6)
    turned = told(data, "bob", "ann", "--in", "spring")["pools"][0]["total"]
    assert turned["points_share"] == pytest.approx(1 - cell.points_share, abs=1e-6)


def test_its_keys_are_those_of_the_page(data: Path) -> None:
    found = told(data, "ann", "bob")
    assert set(found) == keys(DOCS)
    [pool] = found["pools"]
    block = next(each for each in pool["blocks"] if each["partings"])
    for each in (pool, block, block["matches"][0], block["partings"][0]):
        assert all(f"`{key}`" in DOCS for key in each), each


def test_blocks_stand_side_by_side_with_the_points_of_both(data: Path) -> None:
    [pool] = told(data, "ann", "bob")["pools"]
    assert [(each["tournament"], each["board"]) for each in pool["blocks"]] == [
        ("spring", 1),
        ("spring", 2),
        ("spring", 3),
        ("summer", 1),
        ("summer", 2),
    ]
    with Store(data) as store:
        for block in pool["blocks"]:
            assert [match["seats"] for match in block["matches"]] == [[[0], [1]], [[1], [0]]]
            for match in block["matches"]:
                record = store.record(match["id"])
                own = [record.outcome.points[seat] for [seat] in match["seats"]]
                assert match["points"] == [[each] for each in own]
                assert [record.seats[seat].entrant for [seat] in match["seats"]] == ["ann", "bob"]


def test_the_first_decision_that_differs_is_that_of_diverge(data: Path) -> None:
    blocks = told(data, "ann", "bob")["pools"][0]["blocks"]
    with Store(data) as store:
        for block in blocks:
            [parting] = block["partings"]
            records = [store.record(each) for each in parting["matches"]]
            found = find_divergence(*records)
            assert parting["decision"] == (found.decision.number if found else None)
            # Two who choose alike play the same game in both seatings.
            assert (found is None) == (block["tournament"] == "summer")
            if found:
                seat = found.decision.seat
                entrants = [record.seats[seat].entrant for record in records]
                assert parting["entrants"] == entrants
                assert sorted(entrants) == ["ann", "bob"]


def test_the_terminal_has_a_line_for_each_block(data: Path) -> None:
    done = call("--data", data, "versus", "ann", "bob")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("fox, target 1, rules 1\n")
    assert "against bob 1" in done.out
    assert "ann 1 in 0" in done.out
    assert done.out.count("spring") == 3
    assert done.out.count("none: the same to the end") == 2
    brief = call("--data", data, "versus", "ann", "bob", "--limit", 2).out
    assert "3 blocks more: --limit 0 shows all." in brief


def test_boards_that_are_still_played_are_no_part_of_it(tmp_path: Path) -> None:
    """Of three pairs on a board two have played it: its cards are a secret of the third."""
    played(tmp_path, "begun", ("ann", "bob", "cid"), boards=2, matches=8)
    [pool] = told(tmp_path / "data", "ann", "bob")["pools"]
    with Store(tmp_path / "data") as store:
        now = stand(store, stored(store, "begun"))
        left = {f.block.board for f in now.schedule.fixtures if f.id not in now.results}
    boards = [each["board"] for each in pool["blocks"]]
    assert left
    assert left.isdisjoint(boards)
    assert pool["total"]["matches"] == 2 * len(boards)
    met = [each.fixture for each in now.counted if {*each.fixture.seats} == {"ann", "bob"}]
    assert pool["open_blocks"] == len({each.block.board for each in met} & left)


def test_boards_that_another_tournament_still_plays_are_no_part_of_it(tmp_path: Path) -> None:
    """Spring is over; summer has the same seed, and so the same cards on the same boards."""
    played(tmp_path, "spring", ("ann", "bob"), boards=2)
    played(tmp_path, "summer", ("ann", "bob"), boards=2, matches=3)
    [pool] = told(tmp_path / "data", "ann", "bob", "--in", "spring")["pools"]
    assert [block["board"] for block in pool["blocks"]] == [1]
    assert (pool["total"]["matches"], pool["open_blocks"]) == (2, 1)
    [pool] = told(tmp_path / "data", "ann", "bob")["pools"]
    assert {block["board"] for block in pool["blocks"]} == {1}


def test_where_deals_are_independent_nothing_is_compared(tmp_path: Path) -> None:
    played(tmp_path, "far", ("ann", "bob"), deals='"independent"')
    [pool] = told(tmp_path / "data", "ann", "bob")["pools"]
    assert [each["partings"] for each in pool["blocks"]] == [[], []]
    assert "no deal in common" in call("--data", tmp_path / "data", "versus", "ann", "bob").out


def test_teams_are_compared_on_the_same_board(tmp_path: Path) -> None:
    more: dict[str, Any] = {"game": '"the-game"', "more": "[options]\nplayers = 2\n"}
    played(tmp_path, "teams", ("ann", "bob"), **more)
    [pool] = told(tmp_path / "data", "ann", "bob")["pools"]
    assert [len(each["matches"]) for each in pool["blocks"]] == [2, 2]
    for block in pool["blocks"]:
        assert [match["seats"] for match in block["matches"]] == [[[0, 1], []], [[], [0, 1]]]
    out = call("--data", tmp_path / "data", "versus", "ann", "bob").out
    assert "ann 1 in 0, 1" in out
    assert "bob 1 in 0, 1" in out


def test_a_tournament_is_named_by_its_file_too(data: Path) -> None:
    file = data.parent / "spring" / "cup.toml"
    assert told(data, "ann", "bob", "--in", file) == told(data, "ann", "bob", "--in", "spring")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("ann", "ann"), "ann and ann are one bot, ann 1: "),
        (("ann", "dan"), "no bot called 'dan' has played here yet"),
        (("bob", "eve"), "no bot called 'eve' has played here yet"),
        (("ann", "bob", "--in", "sprung"), "there is no tournament file sprung"),
        (("ann", "cid", "--in", "spring"), "no bot called 'cid' has played here yet"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    data: Path, line: tuple[str, ...], words: str
) -> None:
    done = call("--data", data, "versus", *line)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"stych: {words}")
    assert done.err.count("\n") == 1


def test_one_of_several_versions_has_to_be_named(data: Path) -> None:
    played(data.parent, "autumn", ("ann@2", "bob"))
    done = call("--data", data, "versus", "ann", "bob")
    assert done.code == 2
    assert done.err == "stych: 'ann' is several bots here: ann 1, ann 2; name one of them\n"
    assert told(data, "ann 2", "bob")["pools"][0]["total"]["matches"] == 4


def test_who_never_met_is_told(data: Path) -> None:
    played(data.parent, "winter", ("dan", "eve"))
    done = call("--data", data, "versus", "ann", "dan")
    assert (done.code, done.out) == (2, "")
    assert done.err == "stych: ann 1 and dan 1 have not met on a board that is over\n"
