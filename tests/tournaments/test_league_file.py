"""League files: what they may say, and how mistakes in them are told."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.e2e.command import call
from tournaments.config import league_file
from tournaments.config.league_file import CountedTournament, Eligibility, League
from tournaments.resources.examples import league_examples

GOOD = """\
name = "year"
table = "points"
points = [3, 1]
best = 2
[eligible]
matches = 4
[[tournaments]]
name = "spring"
[[tournaments]]
name = "summer"
weight = 2.0
"""

CASES = {
    "no TOML": ("table =", "table", "is no TOML: "),
    "unknown key": (
        "best",
        "bests",
        ":4: bests is not a known key; the keys here are name, table,",
    ),
    "meant": ("points = [", "point = [", "; did you mean points?"),
    "in the wrong table": (
        "matches = 4",
        "best = 1",
        "best belongs above the first table",
    ),
    "unknown table": (
        '"points"',
        '"elo"',
        ":2: table must be 'rating' or 'points'; received 'elo'",
    ),
    "rising": ("[3, 1]", "[1, 3]", ": points must not rise from one rank to the next"),
    "no points": ("[3, 1]", "[]", ":3: points must have 1 or more entries; received 0"),
    "negative": ("[3, 1]", "[3, -1]", ": points[1] must be 0.0 or more; received -1"),
    "best of none": ("best = 2", "best = 0", ":4: best must be 1 or more; received 0"),
    "by rating": (
        '"points"',
        '"rating"',
        'points belongs to table = "points"; received table = "rating"',
    ),
    "twice": ('"summer"', '"spring"', ": a tournament counts once; received spring more than once"),
    "no weight": ("2.0", "0", ": tournaments[1].weight must be greater than 0; received 0"),
    "bad name": ('"summer"', '"Summer"', ":10: tournaments[1].name must be 1 to 40 small letters"),
    "eligible": ("matches = 4", "matches = -4", ":6: eligible.matches must be 0 or more"),
    "faults": ("matches = 4", "faults = 2.0", ":6: eligible.faults must be 1.0 or less"),
}


def test_the_example_has_every_key_and_can_be_read() -> None:
    [name] = league_examples()
    found = league_file.read(Path(name))
    text = league_file.located(Path(name)).read_text("utf-8")
    values = tomllib.loads(text)
    assert set(values) == set(League.model_fields)
    assert set(values["eligible"]) == set(Eligibility.model_fields)
    assert set().union(*values["tournaments"]) == set(CountedTournament.model_fields)
    assert found.eligible == Eligibility()
    usual = League(name="x", tournaments=(CountedTournament(name="y"),))
    assert (found.points, found.finished) == (usual.points, usual.finished)


@pytest.mark.parametrize("case", CASES)
def test_a_bad_file(tmp_path: Path, case: str) -> None:
    old, new, sentence = CASES[case]
    assert GOOD.count(old) == 1
    file = tmp_path / "year.toml"
    file.write_text(GOOD.replace(old, new))
    done = call("--data", tmp_path / "data", "league", file)
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err, done.err
    assert all(line.startswith(f"stych: {file}") for line in done.err.splitlines())
    assert not (tmp_path / "data").exists()


def test_all_mistakes_are_told_each_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "year.toml"
    file.write_text(GOOD.replace("best = 2", "best = 0").replace("matches", "match"))
    done = call("--data", tmp_path / "data", "league", file)
    assert re.findall(r"year\.toml:(\d+): (\S+)", done.err) == [
        ("6", "eligible.match"),
        ("4", "best"),
    ]


def test_no_such_file_is_told_and_for_a_bare_name_the_examples(tmp_path: Path) -> None:
    for path, words in (
        (tmp_path / "no.toml", f"there is no league file {tmp_path / 'no.toml'}\n"),
        (
            "seasons",
            "there is no league file seasons; the examples are season; did you mean season?",
        ),
    ):
        done = call("--data", tmp_path / "data", "league", path)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"stych: {words}")
