"""`stych history`: the versions of a bot in all tournaments of a data folder."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.rpc.manifest import read_manifest
from tests.e2e.command import Done, call
from tests.pages import keys, section
from tests.root import ROOT
from tests.tournaments.seasons import played
from tournaments.ratings.joined import JointPart
from tournaments.run.known_bots import KnownBot, find_bots
from tournaments.run.pools import StoredPlay, stored_play
from tournaments.storage import bots
from tournaments.storage.store import Store

pytestmark = pytest.mark.slow

DOCS = section((ROOT / "docs" / "history.md").read_text(encoding="utf-8"), "JSON")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two versions of ann: each met bob, the second also cid. Dan and eve met only each other."""
    played(tmp_path, "spring", ("ann", "bob"))
    played(tmp_path, "summer", ("ann@2", "bob", "cid"))
    played(tmp_path, "winter", ("dan", "eve"))
    return tmp_path / "data"


def told(data: Path, *line: object) -> dict[str, Any]:
    done = call("--data", data, "history", *line, "--json")
    assert (done.code, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def shown(data: Path, *line: object) -> Done:
    done = call("--data", data, "history", *line)
    assert (done.code, done.err) == (0, "")
    return done


def play_of(data: Path) -> StoredPlay:
    with Store(data) as store:
        return stored_play(store, store.tournaments())


def test_versions_are_on_one_scale_by_whom_they_both_met(data: Path) -> None:
    found = told(data, "ann")
    assert [each["label"] for each in found["versions"]] == ["ann 1", "ann 2"]
    [pool] = found["pools"]
    [part] = pool["parts"]
    assert (pool["game"], part["tournaments"]) == ("fox", ["spring", "summer"])
    assert (part["bots"], part["matches"]) == (4, 4 + 12)
    assert [each["label"] for each in part["versions"]] == ["ann 1", "ann 2"]
    for each in part["versions"]:
        low, high = each["mu_interval"]
        assert low < each["mu"] < high
        assert each["of"] == 4
    lines = [(each["tournament"], each["label"], each["of"]) for each in pool["tournaments"]]
    assert lines == [("spring", "ann 1", 2), ("summer", "ann 2", 3)]
    assert all(each["complete"] for each in pool["tournaments"])


def test_its_keys_are_those_of_the_page(data: Path) -> None:
    found = told(data, "bob", "--seats")
    assert set(found) == keys(DOCS.partition("`stych league --json`")[0])
    [pool] = found["pools"]
    for each in (pool, pool["parts"][0], pool["tournaments"][0], pool["seats"][0]):
        assert all(f"`{key}`" in DOCS for key in each), each
    assert all(f"`{key}`" in DOCS for key in found["versions"][0])


def test_bots_that_nothing_links_are_told_to_be_in_parts(data: Path) -> None:
    """Dan 2 met bob, and so is on the scale of spring; dan 1 met only eve, and is on another."""
    played(data.parent, "autumn", ("dan@2", "bob"))
    found = told(data, "dan")
    assert len(found["pools"][0]["parts"]) == 2
    # The newest version is in the first part.
    assert found["pools"][0]["in_words"].startswith("dan 2 is number ")
    out = shown(data, "dan").out
    assert "ratings of different parts do not compare" in out
    assert "Part 2: winter." in out


def test_a_pool_says_first_where_the_newest_version_stands(data: Path) -> None:
    [pool] = told(data, "ann")["pools"]
    newest = pool["parts"][0]["versions"][-1]
    assert pool["in_words"].startswith(f"ann 2 is number {newest['rank']} of 4; it ")
    out = shown(data, "ann").out
    assert " ".join(out.split()).startswith(pool["in_words"])
    [alone] = told(data, "cid")["pools"]
    assert alone["in_words"].count(";") == 0


@pytest.mark.parametrize(("lead", "said"), [(2.0, "better than"), (-2.0, "worse than"), (1.9, "")])
def test_versions_are_told_apart_by_the_error_of_their_difference(
    data: Path, lead: float, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(JointPart, "lead", lambda *_: lead)
    [pool] = told(data, "ann")["pools"]
    ends = f"it is {said} ann 1." if said else "it cannot be told apart from ann 1."
    assert pool["in_words"].endswith(ends)


def test_shares_by_seat_are_for_each_version(data: Path) -> None:
    [pool] = told(data, "ann", "--seats")["pools"]
    assert [(each["label"], each["seat"]) for each in pool["seats"]] == [
        ("ann 1", 0),
        ("ann 1", 1),
        ("ann 2", 0),
        ("ann 2", 1),
    ]
    assert [each["matches"] for each in pool["seats"]] == [2, 2, 4, 4]
    assert "by seat" in shown(data, "ann", "--seats").out
    assert "by seat" not in shown(data, "ann").out


def test_each_game_and_its_options_are_a_pool_of_their_own(data: Path) -> None:
    played(data.parent, "long", ("ann", "bob"), more="[options]\ntarget = 2\n")
    found = told(data, "ann")["pools"]
    assert [each["options"]["target"] for each in found] == [1, 2]
    assert [len(each["tournaments"]) for each in found] == [2, 1]


def test_what_was_not_played_to_its_end_goes_on(data: Path) -> None:
    played(data.parent, "begun", ("ann", "bob"), boards=4, matches=3)
    line = next(
        e for e in told(data, "ann")["pools"][0]["tournaments"] if e["tournament"] == "begun"
    )
    assert (line["complete"], line["matches"]) == (False, 2)
    assert "begun (goes on)" in shown(data, "ann").out


def test_a_bot_is_found_by_each_of_its_names(data: Path) -> None:
    play = play_of(data)
    [one, two] = find_bots("ann", play.bots)
    assert [each.version for each in (one, two)] == ["1", "2"]
    assert find_bots(two.identity[:8], play.bots) == [two]
    assert find_bots("ann 2", play.bots) == [two]
    assert find_bots(str(data.parent / "spring" / "ann"), play.bots) == [one, two]


@pytest.mark.parametrize("text", ["sample/fox_odds", "sample/odds", "odds"])
def test_a_sample_is_found_by_its_folder_and_by_its_name(text: str) -> None:
    odds = KnownBot("0" * 64, "odds 1.0.0", "odds", "1.0.0", "", ("odds",))
    assert find_bots(text, {odds.identity: odds}) == [odds]


def test_a_stored_version_has_its_number(data: Path) -> None:
    with Store(data) as store:
        play = stored_play(store, store.tournaments())
        [one, two] = find_bots("ann", play.bots)
        # Numbers are given in the order of storing, whatever the version in bot.toml.
        manifest = read_manifest(data.parent / "spring" / "ann")
        bots.add(store.database, two.identity, manifest)
        bots.add(store.database, one.identity, manifest)
    found = play_of(data).bots
    assert [each.label for each in find_bots("ann", found)] == ["ann@1", "ann@2"]
    assert find_bots("ann@2", found)[0].identity == one.identity
    assert find_bots("ann@latest", found) == find_bots("ann@2", found)


def test_two_that_are_called_alike_are_told_apart_by_their_digests(data: Path) -> None:
    played(data.parent, "autumn", ("ann", "bob"), code="# another program")
    found = find_bots("ann", play_of(data).bots)
    assert len({each.label for each in found}) == 3
    for each in found:
        if each.version == "1":
            assert each.label == f"ann 1 ({each.identity[:8]})"


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("anne", "no bot called 'anne' has played here yet; did you mean ann?"),
        ("ann@7", "no bot called 'ann@7' has played here yet"),
        ("abcdef", "no bot called 'abcdef' has played here yet"),
        ("", "no bot called '' has played here yet"),
    ],
)
def test_nobody_of_this_name(data: Path, bot: str, words: str) -> None:
    done = call("--data", data, "history", bot)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"stych: {words}")
    assert done.err.count("\n") == 1


def test_what_cannot_be_read_is_left_out_and_said(data: Path) -> None:
    with Store(data) as store:
        values = store.definition("winter") or {}
        store.define("winter", {**values, "game": "whist"})
    play = play_of(data)
    assert play.left_out == ("winter is left out: the game whist is not installed",)
    assert "winter" not in [each.name for each in play.tournaments]
    # The command says so too, and that it is not what was saved.
    done = call("--data", data, "history", "ann")
    assert done.code == 1
    assert "winter is left out: the game whist is not installed." in done.out
    assert "winter is not as it was saved" in done.err
