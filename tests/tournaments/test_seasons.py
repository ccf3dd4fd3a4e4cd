"""`stych league`: one table of several tournaments."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.command import Done, call
from tests.pages import keys, section
from tests.root import ROOT
from tests.tournaments.cups import play_cup
from tests.tournaments.seasons import first, last, played, written
from tournaments.present.league import points_text

pytestmark = pytest.mark.slow

PAGE = (ROOT / "docs" / "history.md").read_text(encoding="utf-8")
DOCS = section(PAGE, "JSON").partition("`stych league --json`")[2].partition("`stych versus")[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """In spring ann, her twin and bob played."""
    played(tmp_path, "spring", ("ann", "bob"), null_pair='"ann"')
    return tmp_path


def league(folder: Path, text: str, *tournaments: str) -> Path:
    file = folder / "year.toml"
    entries = "".join(f'[[tournaments]]\nname = "{each}"\n' for each in tournaments)
    file.write_text(f'name = "year"\n{text}\n{entries}')
    return file


def shown(folder: Path, file: Path, *line: str) -> Done:
    done = call("--data", folder / "data", "league", file, *line)
    assert (done.code, done.err) == (0, "")
    return done


def told(folder: Path, text: str, *tournaments: str) -> dict[str, Any]:
    done = shown(folder, league(folder, text, *tournaments), "--json")
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_by_rating_all_blocks_are_one_table_and_a_twin_is_the_same_bot(folder: Path) -> None:
    played(folder, "autumn", ("ann", "bob", "cid"))
    found = told(folder, "", "spring", "autumn")
    [part] = found["parts"]
    assert sorted(each["bot"] for each in part) == ["ann", "bob", "cid"]
    assert [each["rank"] for each in part] == sorted(each["rank"] for each in part)
    ann = next(each for each in part if each["bot"] == "ann")
    assert ann["names"] == ["ann", "ann-twin"]
    assert [each["entrant"] for each in ann["results"]] == ["ann", "ann"]
    # Both seatings of two boards, in which ann met her twin.
    assert found["left_out_matches"] == 4
    assert found["unrated"] == []
    assert all(each["points"] is None and each["mu_interval"] for each in part)


def test_a_season_says_first_who_leads(folder: Path) -> None:
    played(folder, "autumn", ("ann", "bob", "cid"))
    by_rating = told(folder, "", "spring", "autumn")
    [said] = by_rating["in_words"]
    assert all(name in said for name in ("ann", "bob", "cid"))
    by_points = told(folder, 'table = "points"\npoints = [4, 2, 1]', "spring", "autumn")
    [leads] = by_points["in_words"]
    best = max(each["points"] for each in by_points["parts"][0])
    assert f"with {points_text(best)} points" in leads
    out = shown(folder, league(folder, 'table = "points"', "spring", "autumn")).out
    assert " lead" in out.splitlines()[0]
    assert told(folder, 'table = "points"\nfinished = true', "nix")["in_words"] == []


def test_its_keys_are_those_of_the_page(folder: Path) -> None:
    found = told(folder, "", "spring")
    assert set(found) == keys(DOCS)
    line = found["parts"][0][0]
    assert all(f"`{key}`" in PAGE for key in (*line, *line["results"][0]))


def test_by_points_ranks_are_worth_what_the_file_says(folder: Path) -> None:
    played(folder, "autumn", ("ann", "bob", "cid"))
    text = 'table = "points"\npoints = [4, 2, 1]'
    found = told(folder, text, "spring", "autumn")
    [part] = found["parts"]
    # Whoever shares a rank shares what the ranks are worth, so the sum is always the same.
    assert sum(each["points"] for each in part) == pytest.approx(4 + 2 + 4 + 2 + 1)
    for each in part:
        assert each["points"] == pytest.approx(sum(own["points"] for own in each["results"]))
        assert each["mu"] is None
    points = [each["points"] for each in part]
    assert points == sorted(points, reverse=True)
    assert [each["rank"] for each in part] == [1 + points.index(own) for own in points]


def test_weights_multiply_and_only_the_best_count(folder: Path) -> None:
    played(folder, "autumn", ("ann", "bob", "cid"))
    file = league(folder, 'table = "points"\nbest = 1', "spring", "autumn")
    file.write_text(file.read_text() + "weight = 0.5\n")
    found = json.loads(shown(folder, file, "--json").out)
    # All choose alike, so in both tournaments all share all ranks, worth 10, 8, 6 by default.
    worth = {"spring": (10 + 8) / 2, "autumn": 0.5 * (10 + 8 + 6) / 3}
    for each in found["parts"][0]:
        assert sum(own["counts"] for own in each["results"]) == 1
        assert each["points"] == max(own["points"] for own in each["results"])
        assert all(own["points"] == worth[own["tournament"]] for own in each["results"])


def test_equal_points_share_a_rank_whatever_they_are_the_sum_of(tmp_path: Path) -> None:
    """One has 0.1 and 0.2, which as floats are more than the other's 0.3."""
    for name in ("april", "june", "may"):
        file = played(tmp_path, name, ("ann", "bob"), matches=0)
        better, worse = ("bob", "ann") if name == "may" else ("ann", "bob")
        play_cup(file, tmp_path / "data", {better: last, worse: first})
    weights = {"april": 0.1, "june": 0.2, "may": 0.3}
    entries = [f'[[tournaments]]\nname = "{name}"\nweight = {weights[name]}' for name in weights]
    found = told(tmp_path, "\n".join(['table = "points"\npoints = [1, 0]', *entries]))
    [part] = found["parts"]
    assert sorted(len([own for own in each["results"] if own["rank"] == 1]) for each in part) == [
        1,
        2,
    ]
    assert [(each["rank"], each["points"]) for each in part] == [(1, 0.3), (1, 0.3)]


def test_points_are_shown_as_people_write_them(folder: Path) -> None:
    file = league(folder, 'table = "points"\npoints = [1000000, 1000000]', "spring")
    out = shown(folder, file).out
    # Once in the sentence above, and twice for each bot.
    assert out.count(" 1000000 ") == 5


def test_the_same_bot_under_another_name_is_the_same_bot(folder: Path) -> None:
    file = written(folder, "summer", ("ann", "cid"))
    file.write_text(file.read_text().replace('bot = "ann"', 'bot = "ann"\nname = "zoe"'))
    play_cup(file, folder / "data", (first,))
    [part] = told(folder, 'table = "points"', "spring", "summer")["parts"]
    ann = next(each for each in part if each["bot"] == "ann")
    assert [each["entrant"] for each in ann["results"]] == ["ann", "zoe"]


def test_what_a_bot_lacks_is_said_and_it_stands_below(folder: Path) -> None:
    played(folder, "autumn", ("bob", "cid"))
    text = "[eligible]\ntournaments = 2"
    [part] = told(folder, text, "spring", "autumn")["parts"]
    assert [(each["bot"], each["rank"]) for each in part[:1]] == [("bob", 1)]
    assert all(each["rank"] is None for each in part[1:])
    assert all(each["lacks"] == ["1 tournament of 2"] for each in part[1:])
    out = shown(folder, league(folder, text, "spring", "autumn")).out
    assert "1 tournament of 2" in out


def test_more_matches_may_be_asked_for(folder: Path) -> None:
    [part] = told(folder, "[eligible]\nmatches = 1000", "spring")["parts"]
    assert all(each["lacks"][0].endswith(" matches of 1000") for each in part)


def test_bots_that_nothing_links_have_ranks_of_their_own(folder: Path) -> None:
    played(folder, "winter", ("dan", "eve"))
    found = told(folder, "", "spring", "winter")
    assert len(found["parts"]) == 2
    assert all(part[0]["rank"] == 1 for part in found["parts"])
    out = shown(folder, league(folder, "", "spring", "winter")).out
    assert "There are 2 parts that no bot links" in out


def test_what_was_not_played_does_not_count_yet(folder: Path) -> None:
    played(folder, "autumn", ("bob", "cid"), boards=4, matches=3)
    found = told(folder, "finished = true", "spring", "autumn", "sprung")
    assert found["tournaments"] == ["spring"]
    assert found["waiting"] == [
        "autumn is not finished",
        "nothing of sprung was played yet; did you mean spring?",
    ]
    assert told(folder, "", "spring", "autumn")["tournaments"] == ["spring", "autumn"]
    out = shown(folder, league(folder, "", "spring", "sprung")).out
    assert " did you mean spring?\n" in out


def test_of_two_games_there_is_no_table_by_rating(folder: Path) -> None:
    played(folder, "long", ("ann", "bob"), more="[options]\ntarget = 2\n")
    file = league(folder, "", "spring", "long")
    done = call("--data", folder / "data", "league", file)
    assert (done.code, done.out) == (2, "")
    assert "spring is fox, target 1, rules" in done.err
    assert 'write table = "points", or count other tournaments' in done.err
    assert len(told(folder, 'table = "points"', "spring", "long")["tournaments"]) == 2


def test_an_empty_season_is_told(folder: Path) -> None:
    done = shown(folder, league(folder, "", "never"))
    assert "Not counted: nothing of never was played yet" in done.out
