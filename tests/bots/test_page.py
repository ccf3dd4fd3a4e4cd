"""docs/bots.md says what is so: its bots are those of the rooms, its links lead somewhere."""

import re
import tomllib

import pytest

from tests.bots.rooms import ROOMS
from tests.bots.toolchains import TOOLS
from tests.root import ROOT

PAGE = ROOT / "docs" / "bots.md"
TEXT = PAGE.read_text()
LANGUAGES = ("python", *TOOLS)


def test_the_same_bot_in_six_languages_is_the_random_bot_of_each_room() -> None:
    shown = re.findall(r"^\[[^\]]+\]\((\.\./bots/\S+)\):\n\n```\w+\n(.*?)```$", TEXT, re.M | re.S)
    assert [path.split("/")[2] for path, _ in shown] == list(LANGUAGES)
    for path, code in shown:
        assert "/examples/random/" in path
        assert code == (PAGE.parent / path).read_text(), f"{PAGE.name} shows another {path}"


def test_every_link_leads_to_a_file_or_a_heading() -> None:
    prose = re.sub(r"```.*?```|`[^`]*`", "", TEXT, flags=re.S)
    links = re.findall(r"\]\(([^)]+)\)", prose)
    assert len(links) > 20
    for link in links:
        path, _, anchor = link.partition("#")
        page = PAGE.parent / path if path else PAGE
        assert page.exists(), f"{link} leads nowhere"
        assert not anchor or anchor in _anchors(page.read_text()), f"{link} leads nowhere"


def _anchors(text: str) -> set[str]:
    headings = re.findall(r"^## (.+)$", text, re.M)
    return {re.sub(r"[^a-z0-9 -]", "", name.lower()).replace(" ", "-") for name in headings}


@pytest.mark.parametrize("language", LANGUAGES)
def test_builds_and_commands_are_those_of_a_new_bot(language: str) -> None:
    column = 1 + LANGUAGES.index(language)
    rows = (line.strip("| ").split(" | ") for line in TEXT.splitlines())
    table = {cells[0]: cells[column].strip("`") for cells in rows if len(cells) == 7}
    manifest = tomllib.loads((ROOMS / language / "template" / "bot.toml").read_text())
    assert table["`stych new`"] == language
    assert table["`build`"] == manifest.get("build", "none")
    assert table["`command`"] == manifest["command"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_random_bots_are_named_after_their_languages(language: str) -> None:
    """That of Python, which all rooms play against, is simply called random."""
    manifest = tomllib.loads((ROOMS / language / "examples" / "random" / "bot.toml").read_text())
    assert manifest["name"] == ("random" if language == "python" else f"random-{language}")
