"""`stych rules` and `stych docs`: what there is to read comes with the package."""

import re
from pathlib import Path

import pytest

from tests.e2e.command import call
from tests.root import ROOT
from tournaments.commands.console import out
from tournaments.resources.pages import pages, rules

OURS = ("fox", "the-game", "nase-hra", "korist")


@pytest.mark.parametrize("game", OURS)
def test_the_rules_of_a_game_are_its_page(game: str) -> None:
    done = call("rules", game)
    assert (done.code, done.out) == (0, (ROOT / "docs" / "games" / f"{game}.md").read_text("utf-8"))


def test_every_document_is_listed_and_shown() -> None:
    listed = call("docs").out
    for path in (ROOT / "docs").glob("*.md"):
        assert re.search(rf"^{path.stem} +\S", listed, re.MULTILINE)
        assert call("docs", path.stem).out == path.read_text("utf-8")
    assert all(pages().values())


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (("rules", "whist"), "stych: the games are fox, "),
        (("docs", "whist"), "stych: the pages are architecture, "),
        (("docs", "games/fox"), "stych: the pages are architecture, "),
    ],
)
def test_what_is_not_there_is_told_with_what_there_is(line: tuple[str, str], words: str) -> None:
    done = call(*line)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(words)
    assert len(done.err.splitlines()) == 1


def test_a_game_without_a_page_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tournaments.resources.pages._GAMES", tmp_path)
    done = call("rules", "fox")
    said = "stych: fox comes without a page of rules: referee.games.fox has no rules.md\n"
    assert (done.code, done.err) == (2, said)


def test_in_a_terminal_rules_are_paged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """By `pydoc.pager`, which calls the pager that the person has chosen; headings are laid out."""
    seen = tmp_path / "seen"
    monkeypatch.setattr(out, "_force_terminal", True)
    monkeypatch.setattr("pydoc.pager", lambda text, *_: seen.write_text(text))
    call("rules", "fox")
    assert "The Fox in the Forest" in seen.read_text()
    assert "\n# The Fox" not in seen.read_text()
    assert rules("fox").startswith("# The Fox")
