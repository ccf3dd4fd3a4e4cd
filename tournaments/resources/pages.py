"""The documents that come with the package: its pages, and the rules of every game."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.games.registry import UnknownGameError, game_type, package_of
from referee.text import did_you_mean
from tournaments.resources.place import place

_DOCS: Final = place("docs", "docs")
_GAMES: Final = _DOCS / "games"
_RULES: Final = "rules.md"
"""What a game of another package calls its page of rules."""
_TITLE: Final = re.compile(r"^# (.+)$", re.MULTILINE)


def pages() -> dict[str, str]:
    """The titles of all pages but those of the games, by name, in order."""
    return {path.stem: _title(path.read_text("utf-8")) for path in sorted(_DOCS.glob("*.md"))}


def page(name: str) -> str:
    """The text of a page, in Markdown. Raises UserError when there is none of this name."""
    if name not in pages():
        meant = did_you_mean(name, pages())
        raise UserError(f"the pages are {', '.join(pages())}; received {name!r}{meant}")
    return (_DOCS / f"{name}.md").read_text("utf-8")


def rules(game: str) -> str:
    """The rules of a game as they are played, in Markdown; of any game that is installed.

    Raises UserError when there is no such game, or when it comes without a page of rules.
    """
    try:
        game_type(game)
    except UnknownGameError as error:
        raise UserError(str(error)) from None
    path: Path = _GAMES / f"{game}.md"
    if path.is_file():
        return path.read_text("utf-8")
    own = files(package_of(game)) / _RULES
    if not own.is_file():
        raise UserError(f"{game} comes without a page of rules: {package_of(game)} has no {_RULES}")
    return own.read_text("utf-8")


def _title(text: str) -> str:
    found = _TITLE.search(text)
    return found[1] if found else ""
