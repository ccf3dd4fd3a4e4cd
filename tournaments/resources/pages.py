"""The documents that come with the package: its pages, and the rules of every game."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.games.registry import named_game, package_of
from referee.text import did_you_mean
from tournaments.resources.place import place

_DOCS: Final = place("docs", "docs")
_GAMES: Final = _DOCS / "games"
_RULES: Final = "rules.md"
"""The file name of the page of rules in the package of a game that is not one of ours."""
_TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)


def pages() -> dict[str, str]:
    """By name of a page, sorted: its title, "" if it has none. Pages of games are left out."""
    return {name: _title(path.read_text("utf-8")) for name, path in _paths().items()}


def page(name: str) -> str:
    """The text of a page, in Markdown. Raises UserError when there is no page of this name."""
    paths = _paths()
    if name not in paths:
        meant = did_you_mean(name, paths)
        raise UserError(f"the pages are {', '.join(paths)}; received {name!r}{meant}")
    return paths[name].read_text("utf-8")


def rules(game: str) -> str:
    """The page of rules of a game, in Markdown; it may be any game that is installed.

    Raises UserError when there is no such game, or when it comes without a page of rules.
    """
    named_game(game)
    path = _GAMES / f"{game}.md"
    if path.is_file():
        return path.read_text("utf-8")
    packaged = files(package_of(game)) / _RULES
    if not packaged.is_file():
        raise UserError(f"{game} comes without a page of rules: {package_of(game)} has no {_RULES}")
    return packaged.read_text("utf-8")


def _paths() -> dict[str, Path]:
    return {path.stem: path for path in sorted(_DOCS.glob("*.md"))}


def _title(text: str) -> str:
    title = _TITLE.search(text)
    return title[1] if title else ""
