"""Files with divisions: each a tournament of its own, and one overall table."""

import json
import math
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, call
from tests.seeds import SEED
from tests.tournaments.played_matches import season
from tests.tournaments.rated import rating_of
from tournaments.config import competition
from tournaments.core.errors import TournamentFileError
from tournaments.ratings.overall import as_json, overall
from tournaments.ratings.tabulate import tabulate

pytestmark = pytest.mark.unconfined

COMMON = f"""\
name = "cup"
seed = "{SEED}"
boards = 2
[[entrants]]
bot = "{BOTS / "random"}"
[[entrants]]
bot = "{BOTS / "first"}"
[[entrants]]
bot = "{BOTS / "random"}"
name = "dice"
divisions = ["fox"]
"""

DIVISIONS = """\
[[divisions]]
game = "fox"
options = { target = 1 }
[[divisions]]
name = "pairs"
game = "the-game"
boards = 3
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "cup.toml"
    file.write_text(text)
    return file


def test_what_stands_above_holds_for_all_divisions_unless_one_says_otherwise(
    tmp_path: Path,
) -> None:
    found = competition.read(written(tmp_path, COMMON + DIVISIONS))
    assert (found.name, list(found.divisions)) == ("cup", ["fox", "pairs"])
    fox, pairs = found.tournaments
    assert (fox.name, fox.boards, fox.seed, len(fox.entrants)) == ("cup.fox", 2, SEED, 3)
    assert (pairs.name, pairs.boards, pairs.seed) == ("cup.pairs", 3, SEED)
    assert len(pairs.entrants) == 2
    assert pairs.effective_format.name == "self-play"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('name = "pairs"', 'name = "fox"', r"name of its own; more than once: 'fox'"),
        ("boards = 3", "boards = 0", r"divisions\[1\]: boards must be 1 or more; received 0"),
        ('["fox"]', '["chess"]', r"entrants\[2\].divisions must be among fox, pairs; received 'ch"),
        ('["fox"]', '"fox"', r"divisions\[0\]: entrants\[2\].divisions must be a list"),
        (COMMON + DIVISIONS, f"divisions = []\n{COMMON}", r"divisions must be .*; received \[\]"),
        (DIVISIONS, "[divisions]", r"divisions must be written \[\[divisions\]\]; received {}"),
        (DIVISIONS, "", "game is missing"),
        ('name = "cup"', 'name = "play"', "must not be 'play'"),
    ],
)
def test_what_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    whole = COMMON + DIVISIONS
    assert old in whole
    with pytest.raises(TournamentFileError, match=words):
        competition.read(written(tmp_path, whole.replace(old, new, 1)))


def test_an_entrant_has_no_divisions_where_there_are_none(tmp_path: Path) -> None:
    text = COMMON.replace("boards", 'game = "fox"\nboards')
    with pytest.raises(TournamentFileError, match="an entrant has divisions, but the file has"):
        competition.read(written(tmp_path, text))


def test_overall_is_the_mean_over_divisions() -> None:
    one = tabulate(["ann", "bob"], season(["ann", "bob"], 2, 8, 1))
    other = tabulate(["ann", "bob", "cid"], season(["ann", "bob", "cid"], 2, 8, 2))
    lines = {line.entrant: line for line in overall({"one": one, "other": other})}
    ann = [
        rating_of(next(s for s in each.standings if s.entrant == "ann")) for each in (one, other)
    ]
    assert lines["ann"].mu == pytest.approx((ann[0].mu + ann[1].mu) / 2)
    assert lines["ann"].sigma == pytest.approx(math.hypot(ann[0].sigma, ann[1].sigma) / 2)
    assert lines["ann"].divisions == {"one": ann[0].mu, "other": ann[1].mu}
    assert (lines["cid"].rank, list(lines)[-1]) == (None, "cid")
    assert sorted(line.rank for line in lines.values() if line.rank) == [1, 2]
    assert json.loads(json.dumps(as_json(list(lines.values()))))[2]["rank"] is None


@pytest.mark.slow
def test_divisions_are_played_and_shown_one_by_one_and_overall(tmp_path: Path) -> None:
    file, data = written(tmp_path, COMMON + DIVISIONS), tmp_path / "data"
    done = call("--data", data, "run", file)
    assert (done.code, done.err) == (0, "")
    assert "cup.fox: fox, target 1" in done.out
    assert "cup.pairs: the-game self-play" in done.out
    assert "cup: overall" in done.out
    shown = json.loads(call("--data", data, "table", file, "--format", "json").out)
    assert list(shown["divisions"]) == ["fox", "pairs"]
    assert [line["entrant"] for line in shown["overall"]][-1] == "dice"
    rows = call("--data", data, "table", file, "--format", "csv").out.splitlines()
    assert rows[0].startswith("division,")
    assert [row.split(",")[0] for row in rows[1:]] == ["fox"] * 3 + ["pairs"] * 2
    assert "# overall" in call("--data", data, "table", file, "--format", "md").out
    assert call("--data", data, "records", file).out.count("\n") == 12 + 6
