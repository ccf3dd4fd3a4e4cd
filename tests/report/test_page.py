"""The page: whole in itself, true HTML, and the same to the byte for the same results."""

import base64
import hashlib
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.records.matches import FakeBot
from tests.report.cups import (
    SEED,
    WORDS,
    by_strength,
    crashing,
    definition,
    hold,
    page,
    report,
)
from tests.report.reading import Page
from tests.tournaments.rated import rating_of
from tournaments.config.definition import Definition
from tournaments.core.fixtures import Fixture
from tournaments.present.html.page import render
from tournaments.present.model_columns import MODELS
from tournaments.ratings.model_usage import ModelUsage

ABC = ("ann", "bob", "cyril")
CUPS = {
    "fox": definition(ABC),
    "nase-hra": definition(ABC, game="nase-hra", boards=1),
    "korist": definition(ABC[:2], game="korist", boards=1),
    "the-game": definition(ABC, game="the-game", form="self-play", boards=2),
    "mixed-teams": definition("abcdef", game="the-game", form="mixed-teams", boards=3),
    "alone": definition(["ann"], game="the-game", form="self-play", boards=3),
    "swiss": definition("abcde", form="swiss", boards=1),
    "ladder": definition("abcd", form="ladder", boards=4),
    "gauntlet": definition(ABC, form="gauntlet", hero="bob"),
    "duel": definition(["ann", "bob"], form="duel", hero="bob", boards=10),
    "many": definition([f"bot-{n}" for n in range(50)], form="rounds", options={"target": 1}),
}


@pytest.fixture(params=CUPS)
def cup(request: pytest.FixtureRequest) -> Definition:
    return CUPS[request.param]


def check(source: str) -> Page:
    """What holds of every page."""
    shown = Page(source)
    assert shown.names["html"] == shown.names["main"] == shown.names["h1"] == 1
    ids = shown.values("id")
    assert len(ids) == len(set(ids))
    assert {each.removeprefix("#") for each in shown.values("href")} <= set(ids)
    assert all(each.startswith("#") for each in shown.values("href"))
    assert set(shown.values("for")) <= set(ids)
    forbidden = {"src", "srcset", "style", "action", "data", "poster", "background", "xlink:href"}
    for tag in shown.tags:
        assert forbidden.isdisjoint(tag.attributes)
        assert not any(name.startswith("on") for name in tag.attributes)
        assert tag.name not in ("link", "img", "iframe", "object", "embed", "form", "base")
    assert not re.search(r"url\(|@import|https?://", source)
    return shown


@pytest.mark.slow
def test_every_kind_of_tournament_makes_a_page(cup: Definition, tmp_path: Path) -> None:
    shown = check(page(tmp_path, cup, replays=6))
    assert all(shown.text.count(name) for name in cup.entrants)
    assert shown.names["tr"] > len(cup.entrants)
    for table in shown.all("table"):
        assert "class" in table.attributes
    assert shown.names["table"] == shown.names["caption"]
    assert all("scope" in tag.attributes for tag in shown.all("th"))
    assert shown.names["svg"] == shown.names["desc"] > 0 or len(cup.entrants) == 1


@pytest.mark.parametrize("most", [0, 1, 2, 5])
def test_a_tournament_that_was_hardly_begun(most: int, tmp_path: Path) -> None:
    shown = check(page(tmp_path, definition(ABC), most=most))
    assert f"{most - most % 2} of 12 matches in" in shown.text
    assert "The tournament is not over" in shown.text
    assert not shown.views


def test_the_policy_lets_nothing_in_but_the_style_and_script_of_the_page(tmp_path: Path) -> None:
    shown = check(page(tmp_path, definition(ABC, boards=1)))
    [policy] = [
        tag.attributes["content"]
        for tag in shown.all("meta")
        if tag.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    for name in ("style", "script"):
        [tag] = shown.all(name)
        digest = base64.b64encode(hashlib.sha256(tag.text.encode()).digest()).decode()
        assert rules[f"{name}-src"] == f"'sha256-{digest}'"
    assert not re.search(
        r"innerHTML|eval|document\.write|fetch|XMLHttp", shown.all("script")[0].text
    )


def test_the_same_results_make_the_same_bytes(tmp_path: Path) -> None:
    """Played twice, by bots that take no time."""
    cup = definition(ABC, boards=3)
    one, other = (
        page(tmp_path / each, cup, crashing("bob"), replays=4) for each in ("one", "other")
    )
    assert one == other


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


def test_the_seed_is_a_secret_until_all_is_played(tmp_path: Path) -> None:
    cup = definition(ABC)
    assert SEED not in page(tmp_path / "part", cup, most=11, replays=0)
    assert SEED in page(tmp_path / "whole", cup, replays=0)
    assert SEED not in render(report(tmp_path / "whole", cup, with_seed=False, replays=0))
    assert SEED not in page(tmp_path / "ladder", CUPS["ladder"], replays=0)


def test_the_seed_is_a_secret_while_another_division_is_played(tmp_path: Path) -> None:
    done, open_ = definition(ABC), definition(ABC, name="open")
    hold(tmp_path, done)
    hold(tmp_path, open_, most=5)
    assert SEED not in render(report(tmp_path, done, open_, replays=0))
    hold(tmp_path, open_)
    assert SEED in render(report(tmp_path, done, open_, replays=0))


def test_boards_that_another_tournament_with_the_seed_still_plays_are_secret(
    tmp_path: Path,
) -> None:
    """Its cards are the same: it is not in the file, and in the data folder alone."""
    done, other = definition(ABC, boards=2), definition(ABC, name="other", boards=2)
    hold(tmp_path, done)
    hold(tmp_path, other, most=other.schedule().fixtures.index(_first_of(other, board=2)))
    [content] = report(tmp_path, done, replays=100).divisions.values()
    assert {each.board for each in content.replays} == {1}
    assert content.secret_boards == 1
    assert SEED not in render(report(tmp_path, done, replays=0))
    hold(tmp_path, other)
    [content] = report(tmp_path, done, replays=100).divisions.values()
    assert {each.board for each in content.replays} == {1, 2}


def _first_of(cup: Definition, board: int) -> Fixture:
    return next(each for each in cup.schedule().fixtures if each.block.board == board)


def test_divisions_are_parts_of_one_page(tmp_path: Path) -> None:
    fox, game = definition(ABC, name="f"), definition(ABC[:2], name="g", boards=3)
    for each in (fox, game):
        hold(tmp_path, each)
    shown = check(render(report(tmp_path, fox, game, replays=8)))
    assert shown.names["article"] == 2
    assert len(shown.views) == 8 * 3
    assert "Overall standings" in shown.all("caption")[0].text


def test_faults_are_told_with_cause_and_last_words(tmp_path: Path) -> None:
    shown = check(page(tmp_path, definition(ABC), crashing("bob")))
    [row] = [tag.text for tag in shown.all("tr") if "exited with code 1" in tag.text]
    assert re.search(r"bob\s+8\s+crashed exited with code 1", row)
    assert WORDS in row
    assert shown.text.count(WORDS) == 1


def test_nothing_is_quoted_from_boards_that_are_still_played(tmp_path: Path) -> None:
    """Last words may tell cards."""
    cup = definition(ABC, boards=1)
    text = page(tmp_path, cup, crashing("bob"), most=5)
    assert "exited with code 1" in text
    assert WORDS not in text


def test_a_bot_that_was_withdrawn(tmp_path: Path) -> None:
    def seat(name: str) -> FakeBot | None:
        return None if name == "bob" else by_strength(name)

    shown = check(page(tmp_path, definition(ABC), seat))
    [name] = [tag.text for tag in shown.all("th") if "withdrawn" in tag.text]
    assert name == "bob withdrawn"
    assert len(shown.views) == 5 * 3, "of all the matches that it did not play, one"


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
        r'title="[a-f] with [a-f]: -[\d.]+( \[-[\d.]+, -[\d.]+\])? in \d+ matches"', source
    )
    assert re.search(r'title="[a-f] and [a-f] were no team"', source)
    assert 'id="partners"' not in page(tmp_path / "fox", CUPS["fox"])


def test_it_says_what_the_matches_are_worth_as_evidence(tmp_path: Path) -> None:
    source = page(tmp_path, CUPS["fox"])
    assert "Duplicate boards" in source or "What duplicate boards gain" in source


def test_what_a_board_is_depends_on_its_deals(tmp_path: Path) -> None:
    same, own = "They have the same cards", "Each has cards of its own"
    shared = page(tmp_path / "shared", definition(ABC, boards=1), replays=0)
    apart = page(tmp_path / "apart", definition(ABC, boards=1, deals="independent"), replays=0)
    assert (same in shared, own in shared) == (True, False)
    assert (same in apart, own in apart) == (False, True)
