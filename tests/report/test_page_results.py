"""What the page tells of the results: tables, times, faults, duels and teams."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.records.matches import FakeBot
from tests.report.cups import (
    ABC,
    CUPS,
    WORDS,
    by_strength,
    crashing,
    definition,
    hold,
    page,
    report,
)
from tests.report.reading import check
from tests.tournaments.rated import rating_of
from tournaments.present.html.page import render
from tournaments.present.model_columns import MODELS
from tournaments.ratings.model_usage import ModelUsage


def test_the_figures_of_the_table_are_on_the_page(tmp_path: Path) -> None:
    cup = definition(ABC, boards=3)
    hold(tmp_path, cup)
    made = report(tmp_path, cup, replays=0)
    [content] = made.divisions.values()
    rows = [tag.text for tag in check(render(made)).all("tr")]
    for each in content.table.standings:
        rating = rating_of(each)
        [row] = [row for row in rows if each.entrant in row and "±" in row]
        assert f"{rating.mu:.2f} ± {1.96 * rating.sigma:.2f}" in row
        assert f"{each.low:.2f}" in row
        assert f"{each.wins}-{each.draws}-{each.losses}" in row
        assert f"{100 * (each.points_share or 0):.1f} [" in row
        assert f"{each.mean_points or 0:.1f}" in row


def test_the_cross_table_has_every_pair(tmp_path: Path) -> None:
    cup = definition(ABC, boards=3)
    hold(tmp_path, cup)
    made = report(tmp_path, cup, replays=0)
    [content] = made.divisions.values()
    shown = check(render(made))
    cells = {tag.attributes["title"]: tag for tag in shown.all("td") if "title" in tag.attributes}
    assert len(cells) == 6
    for (row, column), cell in content.table.cross.items():
        assert cell.share_interval is not None
        low, high = cell.share_interval
        share = f"{100 * cell.points_share:.1f}"
        reach = f"{share} [{100 * low:.1f}, {100 * high:.1f}] %"
        told = f"{cell.wins} won, {cell.draws} drawn, {cell.losses} lost"
        sure = "" if low <= 0.5 <= high else " sure"
        tag = cells[f"{row} against {column}: {reach}; {told}"]
        assert tag.text == share
        assert tag.attributes["class"] == f"h{round(10 * cell.points_share)}{sure}"


def test_the_time_for_a_decision_is_told(tmp_path: Path) -> None:
    shown = check(page(tmp_path, definition(ABC, boards=3), replays=0))
    [section] = [tag for tag in shown.all("section") if tag.attributes.get("id") == "times"]
    words = section.text.split()
    for name in ABC:
        at = words.index(name)
        assert int(words[at + 1]) > 10
        assert words[at + 2 : at + 4] == ["1.0", "1.0"]


def test_language_models_have_the_columns_of_the_terminal(tmp_path: Path) -> None:
    cup = definition(ABC)
    source = page(tmp_path, cup, replays=0)
    assert 'id="models"' not in source
    made = report(tmp_path, cup, replays=0)
    own = ModelUsage("<gpt>", 4, 30, 33, tokens=16_500, cost=0.5, illegal_first=1, asked_again=3)
    [content] = made.divisions.values()
    held = replace(made, divisions={"": replace(content, models=[own])})
    shown = check(render(held))
    [section] = [tag for tag in shown.all("section") if tag.attributes.get("id") == "models"]
    for column in MODELS:
        assert column.head in section.text
        assert column.meaning in section.text
        assert column.text(own) in section.text
    assert "#models" in shown.values("href")


@pytest.mark.slow
def test_faults_are_told_with_cause_and_last_words(tmp_path: Path) -> None:
    shown = check(page(tmp_path, definition(ABC), crashing("bob")))
    [row] = [tag.text for tag in shown.all("tr") if "exited with code 1" in tag.text]
    assert re.search(r"bob\s+8\s+crashed exited with code 1", row)
    assert WORDS in row
    assert shown.text.count(WORDS) == 1


@pytest.mark.slow
def test_a_bot_that_was_withdrawn(tmp_path: Path) -> None:
    def seat(name: str) -> FakeBot | None:
        return None if name == "bob" else by_strength(name)

    shown = check(page(tmp_path, definition(ABC), seat))
    [name] = [tag.text for tag in shown.all("th") if "withdrawn" in tag.text]
    assert name == "bob withdrawn"
    # Of each match there are three views: of the four by ann and cid, and of one that bob lost.
    assert len(shown.views) == 3 * (4 + 1), "of all the matches that bob did not play, one"


@pytest.mark.slow
def test_a_duel_tells_what_it_came_to(tmp_path: Path) -> None:
    assert "% of the points over 10 blocks" in page(tmp_path, CUPS["duel"])


@pytest.mark.slow
def test_a_duel_tells_what_its_test_ruled_out(tmp_path: Path) -> None:
    source = page(
        tmp_path,
        definition(
            ["ann", "bob"],
            form="duel",
            hero="bob",
            boards=10,
            better_by=0.3,
            error=0.01,
            by="places",
        ),
    )
    words = " ".join(tag.text for tag in check(source).all("p"))
    assert re.search(r"Decided: bob is (not )?better than ann|Undecided after the last", words)
    assert "evidence" in words.lower()
    assert "30 % of the points" in source
    assert "1 % for either wrong decision" in source


@pytest.mark.slow
def test_of_mixed_teams_it_shows_who_works_with_whom(tmp_path: Path) -> None:
    source = page(tmp_path, CUPS["mixed-teams"])
    check(source)
    assert 'id="partners"' in source
    assert re.search(
        r'title="[a-f] with [a-f]: -[\d.]+( \[-[\d.]+, -[\d.]+\])? in \d+ match(es)?"', source
    )
    assert re.search(r'title="[a-f] and [a-f] were no team"', source)
    assert 'id="partners"' not in page(tmp_path / "fox", CUPS["fox"])


@pytest.mark.slow
def test_it_says_what_duplicate_boards_gain(tmp_path: Path) -> None:
    source = page(tmp_path, CUPS["fox"])
    assert "Duplicate boards" in source or "What duplicate boards gain" in source


def test_what_a_board_is_depends_on_its_deals(tmp_path: Path) -> None:
    same, own = "They have the same cards", "Each has cards of its own"
    shared = page(tmp_path / "shared", definition(ABC, boards=1), replays=0)
    apart = page(tmp_path / "apart", definition(ABC, boards=1, deals="independent"), replays=0)
    assert (same in shared, own in shared) == (True, False)
    assert (same in apart, own in apart) == (False, True)
