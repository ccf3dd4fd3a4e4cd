"""The lines of keys in a TOML text."""

import tomllib
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from referee.toml_lines import Place, key_lines, line_of
from tests.root import ROOT

TEXT = """\
a = 1
b.c = \'\'\'
x = 2
\'\'\'
# c = 3
[conduct]
"quo.ted" = [
  1, "]", # ]
]

[[entrants]]
bot = "x = [1"
[[entrants]]
name = { a = 1 }
[entrants.sub]
q = "\\" z = 4"
"""
EXAMPLES = ROOT / "tournaments" / "examples"
PLACES: dict[Place, int] = {
    ("a",): 1,
    ("b",): 2,
    ("b", "c"): 2,
    ("conduct",): 6,
    ("conduct", "quo.ted"): 7,
    ("entrants",): 11,
    ("entrants", 0): 11,
    ("entrants", 0, "bot"): 12,
    ("entrants", 1): 13,
    ("entrants", 1, "name"): 14,
    ("entrants", 1, "sub"): 15,
    ("entrants", 1, "sub", "q"): 16,
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_key_has_its_line(end: str) -> None:
    tomllib.loads(TEXT)
    assert key_lines(TEXT.replace("\n", end)) == PLACES


def test_bare_keys_are_not_parsed_again() -> None:
    text = "".join(f"key-{number} = 0\n" for number in range(10_000))
    with patch.object(tomllib, "loads", wraps=tomllib.loads) as parse:
        assert len(key_lines(text)) == 10_000
        assert parse.call_count == 0
        key_lines("'quoted' = 0\n")
        assert parse.call_count == 1


def test_what_has_no_line_of_its_own_has_that_of_what_it_is_in() -> None:
    assert line_of(("entrants", 1, "name", "a"), PLACES) == 14
    assert line_of(("entrants", 0, "nick"), PLACES) == 11
    assert line_of(("boards",), PLACES) is None
    assert line_of((), PLACES) is None


def places(values: Any, place: Place = ()) -> list[Place]:
    """The places of all keys of all tables, also of tables that are in lists."""
    found: list[Place] = []
    for key, value in values.items():
        found.append((*place, key))
        if isinstance(value, dict):
            found += places(value, (*place, key))
        elif isinstance(value, list):
            for number, each in enumerate(value):
                if isinstance(each, dict):
                    found += places(each, (*place, key, number))
    return found


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda p: p.stem)
def test_in_the_examples_every_key_stands_on_its_line(path: Path) -> None:
    text = path.read_text("utf-8")
    lines, rows = key_lines(text), text.splitlines()
    for place in places(tomllib.loads(text)):
        line = line_of(place, lines)
        assert line is not None
        assert str(place[-1]) in rows[line - 1], place
