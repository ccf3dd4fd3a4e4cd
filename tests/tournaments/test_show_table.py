"""Tables in all their forms: the same figures, nothing cut off, nothing that needs a terminal."""

import csv
import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from tests.records.matches import FakeBot, failing_after, fixture, make_plan, play, uniform
from tournaments.contests import Summary
from tournaments.definition import Definition
from tournaments.show.table import Sheet, as_rich, as_text
from tournaments.standings import as_json, table
from tournaments.store import Store

NAMES = ("ann", "bob", "a-name-of-forty-small-letters-and-digits")
VALUES = {
    "game": "fox",
    "options": {"target": 21},
    "rules_version": 1,
    "seats": 2,
    "seed": "čaj",
    "format": "round-robin",
    "boards": 3,
    "conduct": {"bank_ms": 1},
    "fresh_processes": False,
    "entrants": {name: {"digest": name} for name in NAMES},
}
CUP = Definition("cup", VALUES)


def sheet(matches: int = 18) -> Sheet:
    """Ann wins against all, the others draw; so many matches of 18 were played."""
    course = CUP.course()
    seats = {each.id: each.seats for each in course.fixtures[:matches]}
    results = {id_: Summary(id_, places(own), points(own)) for id_, own in seats.items()}
    course.advance(results)
    counted, waiting = course.counted(results)
    return Sheet(CUP, table(NAMES, counted, (), waiting), course)


def places(seats: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(1 if name == "ann" or "ann" not in seats else 2 for name in seats)


def points(seats: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(21 if name == "ann" else 5 for name in seats)


def printed(shown: Sheet, width: int = 80) -> str:
    out = io.StringIO()
    Console(file=out, width=width, highlight=False).print(as_rich(shown))
    return out.getvalue()


def test_json_is_the_table_and_what_it_is_of() -> None:
    shown = json.loads(as_text(sheet(), "json"))
    assert shown["tournament"] == "cup"
    assert (shown["seed"], shown["options"]) == ("čaj", {"target": 21})
    assert shown["complete"] is True
    assert {key: shown[key] for key in as_json(sheet().table)} == as_json(sheet().table)
    assert json.loads(as_text(sheet(17), "json"))["complete"] is False


def test_csv_has_a_row_for_every_entrant_and_plain_numbers() -> None:
    rows = list(csv.DictReader(io.StringIO(as_text(sheet(), "csv"))))
    assert rows[0]["bot"] == "ann"
    assert {row["bot"] for row in rows} == set(NAMES)
    for row in rows:
        assert (
            int(row["wins"]) + int(row["draws"]) + int(row["losses"]) == int(row["matches"]) == 12
        )
        assert 0 <= float(row["share_low"]) <= float(row["points_share"]) <= 1
        assert row["withdrawn"] == "False"
    assert float(rows[0]["points_share"]) == 1


def test_markdown_has_whole_rows() -> None:
    lines = as_text(sheet(), "md").splitlines()
    assert lines[0] == "# cup"
    rows = [line for line in lines if line.startswith("|")]
    assert {row.count("|") for row in rows} == {9, 5}
    for name in NAMES:
        assert sum(f"| {name} |" in row for row in rows) == 3
    assert "18 of 18 matches in 9 whole blocks." in lines


@pytest.mark.parametrize("form", ["json", "csv", "md"])
@pytest.mark.parametrize("matches", [0, 1, 7, 18])
def test_a_text_is_the_same_every_time(form: str, matches: int) -> None:
    text = as_text(sheet(matches), form)
    assert text == as_text(sheet(matches), form)
    assert not text.endswith("\n")
    assert "\x1b" not in text


@pytest.mark.parametrize("width", [80, 100, 200])
def test_figures_stay_whole_where_there_is_little_room(width: int) -> None:
    text = printed(sheet(), width)
    for standing in sheet().table.standings:
        assert f"{standing.mu:.2f} ± {1.96 * standing.sigma:.2f}" in text
        assert f"{standing.low:.2f}" in text
    assert "100.0 ± 0.0 %" in text
    assert "…" not in text.partition("share of row")[0]
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize(
    ("matches", "words"),
    [
        (0, "0 of 18 matches in 0 whole blocks."),
        (1, "0 of 18 matches in 0 whole blocks; 1 unfinished block left out."),
        (2, "Not all bots have met, directly or through others: their ratings do not compare."),
        (18, "Share of points by seat: "),
    ],
)
def test_what_it_rests_on_is_told(matches: int, words: str) -> None:
    assert words in printed(sheet(matches), 120)
    assert words in as_text(sheet(matches), "md")


def test_faults_are_gathered_with_the_last_words_of_the_first(tmp_path: Path) -> None:
    plan = make_plan("ann", "bob")
    late = FakeBot(failing_after(0))
    with Store(tmp_path) as store:
        for board in (1, 2, 3):
            store.save([play(plan, fixture(plan, board), FakeBot(uniform), late)])
        faulty = list(store.records("cup", faulty=True))
    text = printed(Sheet(CUP, table(NAMES, []), CUP.course(), faulty), 120)
    assert f"bob: late: did not answer (3 times, first in match {faulty[0].id})" in text
    assert text.count("    last words\n") == 1
