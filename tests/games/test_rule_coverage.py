"""Every rule of every game has a test that names it, and every name is a rule's."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from referee.games.registry import GAMES

TESTS = Path(__file__).parent.parent
RULES = TESTS.parent / "docs" / "games"
_MARKER = "pytest.mark.rule"


def _rules(game: str) -> list[str]:
    """The ids that the game's page sets in bold, such as **FOX-12**, in its order."""
    text = (RULES / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r"\*\*([A-Z]+-R?\d+)\*\*", text)


def _marked(source: Path) -> Iterator[str]:
    """The ids in the rule(...) markers of a test file."""
    text = source.read_text(encoding="utf-8")
    if _MARKER not in text:
        return  # Parsing all tests takes seconds. The formatter never splits the marker's name.
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == _MARKER:
            for argument in node.args:
                if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                    raise TypeError(f"{source.name}: {ast.unparse(node)} is no list of ids")
                yield argument.value


@cache
def _all_marked() -> frozenset[str]:
    return frozenset(rule for source in TESTS.rglob("test_*.py") for rule in _marked(source))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_rule_has_a_test(game: str) -> None:
    rules = _rules(game)
    assert len(rules) > 10
    assert sorted(set(rules)) == sorted(rules), "an id stands for one rule"
    assert set(rules) - _all_marked() == set(), "rules without a test"


def test_every_marker_names_a_rule() -> None:
    known = {rule for game in GAMES for rule in _rules(game)}
    assert _all_marked() - known == set()


def test_the_ids_of_the_fox() -> None:
    numbers = [*range(1, 10), *range(11, 19), *range(20, 24)]
    expected = {f"FOX-{number}" for number in numbers} | {f"FOX-R{n}" for n in range(1, 5)}
    assert set(_rules("fox")) == expected


def test_markers_are_found_and_those_without_literal_ids_are_refused(tmp_path: Path) -> None:
    source = tmp_path / "test_it.py"
    source.write_text('@pytest.mark.rule("A-1", "A-2")\ndef test_a(): ...\n')
    assert list(_marked(source)) == ["A-1", "A-2"]
    source.write_text("@pytest.mark.rule(IDS)\ndef test_a(): ...\n")
    with pytest.raises(TypeError, match=r"rule\(IDS\) is no list of ids"):
        list(_marked(source))
