"""What is counted of the code is counted right, and kept within its limits."""

import ast
from graphlib import CycleError
from pathlib import Path

import pytest

from devtools.counts import (
    Count,
    Module,
    comment_share,
    counts,
    floors,
    modules,
    repeated_classes,
    rooms,
    short_docstrings,
)

ONE = '''"""A module that is told about in a line which is long enough."""

# It is imported for what it does.
import os  # noqa: F401


class Same:
    """Short."""


class _Private:
    """A class that nobody else may use, and that says so."""
'''


def module(path: str, text: str) -> Module:
    return Module(Path(path), text, ast.parse(text))


def test_classes_docstrings_comments_and_rooms_are_counted() -> None:
    found = [module("tournaments/a.py", ONE), module("tournaments/room/b.py", ONE)]
    assert repeated_classes(found) == {"Same": 2}
    assert short_docstrings(found) == 2
    assert comment_share(found) == 100 / ONE.count("\n")
    assert rooms(found) == 2
    told = [module("a.py", "# why\nx = 1\n")]
    assert comment_share(told) == 50


def test_a_room_is_one_floor_above_what_it_imports() -> None:
    low = module("tournaments/low/a.py", "import os")
    high = module("tournaments/high/b.py", "from tournaments.low.a import x")
    top = module("tournaments/cli.py", "def later():\n    import tournaments.high.b")
    assert floors([low]) == 1
    assert floors([high, top, low]) == 3
    below = module("tournaments/low/c.py", "from tournaments.high import b")
    with pytest.raises(CycleError):
        floors([low, high, below])


def test_a_limit_is_a_most_or_a_least() -> None:
    assert Count("files", 3, 3).is_good
    assert not Count("files", 4, 3).is_good
    assert Count("comments", 3, 3, at_least=True).is_good
    assert not Count("comments", 2.9, 3, at_least=True).is_good


@pytest.mark.slow
def test_the_code_keeps_within_its_limits() -> None:
    assert [count for count in counts(modules()) if not count.is_good] == []
