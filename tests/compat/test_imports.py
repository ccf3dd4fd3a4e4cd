"""What bots of then import from the referee's package is still there."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.compat.fixtures import Place


def imported(folder: Path) -> Iterator[tuple[str, str]]:
    """Modules of the referee, and the names that files in the folder import from them."""
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("referee."):
                yield from ((node.module or "", each.name) for each in node.names)


def test_bots_find_what_they_import(place: Place) -> None:
    names = sorted(set(imported(place.bots)))
    assert ("referee.games.the_game", "Phase") in names
    missing = [each for each in names if not hasattr(import_module(each[0]), each[1])]
    assert missing == []
