"""The page: self-contained, valid HTML, the same for the same results, and it keeps secrets."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

from tests.report.cups import (
    ABC,
    CUPS,
    SEED,
    WORDS,
    crashing,
    definition,
    hold,
    page,
    report,
)
from tests.report.reading import check
from tournaments.config.definition import Definition
from tournaments.core.fixtures import Fixture
from tournaments.present.html.page import render


@pytest.fixture(params=CUPS)
def cup(request: pytest.FixtureRequest) -> Definition:
    return CUPS[request.param]


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


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_same_results_make_the_same_bytes(tmp_path: Path) -> None:
    """Played twice, by bots whose time for a decision is always the same."""
    cup = definition(ABC, boards=3)
    one, other = (
        page(tmp_path / each, cup, crashing("bob"), replays=4) for each in ("one", "other")
    )
    assert one == other


@pytest.mark.slow
def test_the_seed_is_a_secret_until_all_is_played(tmp_path: Path) -> None:
    cup = definition(ABC)
    assert SEED not in page(tmp_path / "part", cup, most=11, replays=0)
    assert SEED in page(tmp_path / "whole", cup, replays=0)
    assert SEED not in render(report(tmp_path / "whole", cup, with_seed=False, replays=0))
    # A ladder stays open: more may always be played.
    assert SEED not in page(tmp_path / "ladder", CUPS["ladder"], replays=0)


def test_the_seed_is_a_secret_while_another_division_is_played(tmp_path: Path) -> None:
    done, open_ = definition(ABC), definition(ABC, name="open")
    hold(tmp_path, done)
    hold(tmp_path, open_, most=5)
    assert SEED not in render(report(tmp_path, done, open_, replays=0))
    hold(tmp_path, open_)
    assert SEED in render(report(tmp_path, done, open_, replays=0))


@pytest.mark.slow
def test_boards_that_another_tournament_with_the_seed_still_plays_are_secret(
    tmp_path: Path,
) -> None:
    """The other one has the same deals. It is no division of the file; the data folder has both."""
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


@pytest.mark.slow
def test_divisions_are_parts_of_one_page(tmp_path: Path) -> None:
    fox, game = definition(ABC, name="f"), definition(ABC[:2], name="g", boards=3)
    for each in (fox, game):
        hold(tmp_path, each)
    shown = check(render(report(tmp_path, fox, game, replays=8)))
    assert shown.names["article"] == 2
    # Eight matches, each as the referee and both seats saw it.
    assert len(shown.views) == 8 * 3
    assert "Overall standings" in shown.all("caption")[0].text


def test_nothing_is_quoted_from_boards_that_are_still_played(tmp_path: Path) -> None:
    """Last words may tell cards."""
    cup = definition(ABC, boards=1)
    text = page(tmp_path, cup, crashing("bob"), most=5)
    assert "exited with code 1" in text
    assert WORDS not in text
