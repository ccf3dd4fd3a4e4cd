"""Each word of docs/architecture.md is defined once and used; no name in the code is a metaphor."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from devtools.counts import Module, modules
from tests.root import ROOT

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
METAPHORS = (
    *("house", "housing", "guest", "door", "foyer", "desk", "shelf", "farewell", "keeper"),
    *("rung", "flight", "thinker"),
)
"""Words that this code once had where the field has others."""


@cache
def code() -> list[Module]:
    """The code that devtools.counts counts, parsed."""
    return list(modules())


def glossary() -> list[str]:
    """The words of the page's table, in order."""
    table = PAGE.split("\n## Words\n")[1].split("\n## ")[0]
    heads = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", table, re.MULTILINE)
    return [word.strip() for head in heads[1:] for word in head.split(",")]


def names(module: Module) -> Iterator[str]:
    """The names of the module and of all classes and functions in it."""
    yield module.path.stem
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def words(name: str) -> set[str]:
    """The words that a name consists of, in any spelling, in lower case."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_a_word_is_defined_once() -> None:
    assert len(glossary()) > 20
    assert [word for word, times in Counter(glossary()).items() if times > 1] == []


@pytest.mark.slow
def test_a_word_that_is_defined_is_used() -> None:
    text = "\n".join(module.text for module in code()).lower()
    assert [word for word in glossary() if not re.search(rf"\b{word}s?\b", text)] == []


@pytest.mark.slow
def test_a_metaphor_is_nobodys_name() -> None:
    found = {name for module in code() for name in names(module) if words(name) & {*METAPHORS}}
    assert found == set()
