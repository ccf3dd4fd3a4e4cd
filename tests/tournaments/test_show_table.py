"""Tables in all their forms: the same figures, nothing cut off, nothing that needs a terminal."""

import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from tests.records.matches import FakeBot, failing_after, fixture, make_plan, play, uniform
from tournaments.config.definition import Definition
from tournaments.core.results import MatchResult
from tournaments.present.sheet import Sheet
from tournaments.present.terminal.table import as_rich, as_text
from tournaments.ratings.pairs import Partners
from tournaments.ratings.standings import as_json
from tournaments.ratings.tabulate import tabulate
from tournaments.ratings.timing import Times
from tournaments.storage.store import Store

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


def sheet(matches: int = 18, play: str = "") -> Sheet:
    """Ann wins against all, the others draw; so many matches of 18 were played.

    `play` stands for the play of every match; "" if it is not known.
    """
    schedule = CUP.schedule()
    seats = {each.id: each.seats for each in schedule.fixtures[:matches]}
    results = {id_: MatchResult(places(own), points(own), play=play) for id_, own in seats.items()}
    schedule.advance(results)
    counted, waiting = schedule.counted(results)
    return Sheet(CUP, tabulate(NAMES, counted, (), waiting), schedule)


def places(seats: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(1 if name == "ann" or "ann" not in seats else 2 for name in seats)


def points(seats: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(21 if name == "ann" else 5 for name in seats)


def printed(shown: Sheet, width: int = 80, *, full: bool = False) -> str:
    out = io.StringIO()
    Console(file=out, width=width, highlight=False).print(as_rich(shown, full=full))
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
    assert {row.count("|") for row in rows} == {12, 5}
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
def test_names_and_figures_stay_whole(width: int) -> None:
    text = printed(sheet(), width)
    for standing in sheet().table.standings:
        # The sentence above the table has the names as well, and no figures.
        lines = [line for line in text.splitlines() if f" {standing.entrant} " in line]
        assert any(f" {standing.mu:.2f} " in line for line in lines)
    assert "100.0 [66.7, 100.0]" in text
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= width


@pytest.mark.parametrize("matches", [0, 1, 2, 7])
@pytest.mark.parametrize("full", [False, True])
def test_every_stage_can_be_shown(matches: int, full: bool) -> None:
    text = printed(sheet(matches), full=full)
    assert "None" not in text
    assert all(name in text.replace("\n", "") for name in NAMES[:2])


@pytest.mark.parametrize("width", [80, 100, 200])
def test_the_full_table_leaves_no_figure_out(width: int) -> None:
    text = printed(sheet(), width, full=True)
    for standing in sheet().table.standings:
        for figure in (standing.mu, standing.sigma, standing.low):
            assert f" {figure:.2f} " in text
        assert f" {standing.wins}-{standing.draws}-{standing.losses} " in text
    assert "100.0 [66.7, 100.0]  21.0 [15.7, 21.0]" in text
    assert max(map(len, text.splitlines())) <= width


def test_where_there_is_little_room_columns_go_by_what_they_are_worth() -> None:
    heads = {width: _heads(printed(sheet(), width)) for width in (80, 95, 140)}
    assert heads[140] == [*WIDE, "low", ">", "next", "matches", "share", "%,", "95", "%", "points"]
    assert [head for head in heads[140] if head in heads[95]] == heads[95]
    assert [head for head in heads[95] if head in heads[80]] == heads[80]
    assert len(heads[140]) > len(heads[95]) > len(heads[80])
    assert {"bot", "mu", "share"} <= set(heads[80])


def _heads(text: str) -> list[str]:
    return next(line for line in text.splitlines() if " bot " in line).split()


WIDE = ("ranks", "bot", "mu", "sigma")


def test_a_name_too_long_for_everything_is_folded_and_figures_stay_whole() -> None:
    text = printed(sheet(), 40)
    assert f"{sheet().table.standings[0].mu:.2f}" in text
    # The sentence above the table is prose, in which a name stands on a line of its own.
    table = text.partition("cup: ")[2]
    assert NAMES[2] not in table
    assert max(map(len, text.splitlines())) <= 40


def test_the_short_table_is_short() -> None:
    assert len(printed(sheet()).splitlines()) <= 30


def test_the_full_table_has_what_the_short_one_leaves_out() -> None:
    text = printed(replace(sheet(), times={"ann": Times(7, 1.25, 80.5)}), full=True)
    assert "What duplicate boards gain is not known yet." in text
    ann = next(line for line in text.splitlines() if "12-0-0" in line)
    assert "100.0 [66.7, 100.0]" in ann
    assert any("6-0-0" in line and "0-0-0-0-3" in line for line in text.splitlines())
    thinking = next(line for line in text.splitlines() if "80.5" in line)
    assert thinking.split() == ["ann", "7", "1.2", "80.5"]


def test_what_is_measured_is_in_the_json_only_when_asked_for() -> None:
    timed = replace(sheet(), times={"ann": Times(7, 1.25, 80.5)})
    assert as_text(timed, "json") == as_text(sheet(), "json")
    assert json.loads(as_text(timed, "json", measured=True))["measured"] == {
        "times": {"ann": {"decisions": 7, "median_ms": 1.25, "p99_ms": 80.5}}
    }


def test_a_bot_that_was_entered_twice_shows_the_noise() -> None:
    digests = dict(zip(NAMES, ("one", "two", "two"), strict=True))
    values = {**VALUES, "entrants": {name: {"digest": each} for name, each in digests.items()}}
    twice = replace(sheet(), definition=Definition("cup", values))
    words = f"Noise floor: {NAMES[2]} and bob are one bot; mu +0.00, by chance within ±"
    assert words in as_text(twice, "md")
    assert words in printed(twice, 200)
    (pair,) = json.loads(as_text(twice, "json"))["null_pairs"]
    assert (pair["names"], pair["points_share"]) == ([NAMES[2], "bob"], 0.5)
    assert "Noise floor" not in as_text(sheet(), "md")


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
    text = printed(Sheet(CUP, tabulate(NAMES, []), CUP.schedule(), faulty), 120)
    assert f"bob: late: did not answer (3 times, first in match {faulty[0].id})" in text
    assert text.count("    last words\n") == 1


def test_matches_that_repeat_another_are_told() -> None:
    words = "15 of them repeat another move for move: no further evidence."
    assert words in as_text(sheet(play="the same"), "md")
    assert "repeat" not in as_text(sheet(), "md")


def test_of_mixed_teams_both_matrices_are_shown_in_one_order() -> None:
    both = {pair: Partners(3, 4.5, None, None, None) for pair in (("ann", "bob"), ("bob", "ann"))}
    mixed = replace(sheet(), table=replace(sheet().table, partners=both))
    texts = (printed(mixed, 140), printed(mixed, 140, full=True), as_text(mixed, "md").lower())
    cross, partners = "share of row against column, in %", "points of row and column in one team"
    for text in texts:
        assert text.count(cross) == text.count(partners) == 1
        assert text.index(cross) < text.index(partners)


@pytest.mark.parametrize(
    ("full", "hint"),
    [(False, "the full table has it as a list."), (True, "the list below has its figures.")],
)
def test_a_matrix_that_is_too_wide_says_where_else_to_look(full: bool, hint: str) -> None:
    text = " ".join(printed(sheet(), 50, full=full).split())
    assert f"share of row against column, in %: too wide for here; {hint}" in text
