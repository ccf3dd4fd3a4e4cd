"""The registry of all games by id: our own, and those of installed packages.

A package names its games in the group `stych.games` of its entry points, by id:
`hearts = "stych_hearts:GAME"`. docs/extending.md has the recipe.
"""

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from referee.errors import InvalidError, UserError
from referee.games import installed
from referee.games.folders import FOLDERS, own_folder
from referee.games.game import AnyGame, Game
from referee.text import MOST_SHOWN, did_you_mean, one_line, quoted

_unusable: dict[str, str] = {}
"""By the id of a package's game that cannot be played: the reason, in words."""


class _Games(Mapping[str, type[AnyGame]]):
    """All games by id. One of our own games is loaded when it is looked up, without the others."""

    def __init__(self) -> None:
        self._ours: dict[str, type[AnyGame]] = {}
        self._all: dict[str, type[AnyGame]] = {}

    def __getitem__(self, game_id: str) -> type[AnyGame]:
        # A command about one game need not wait until the rules of all games are imported.
        if game_id not in self._ours and (folder := own_folder(game_id)):
            game = _in_folder(folder)
            self._ours[game.id] = game
        return self._ours.get(game_id) or self._every()[game_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._every())

    def __len__(self) -> int:
        return len(self._every())

    def _every(self) -> dict[str, type[AnyGame]]:
        if not self._all:
            self._all = _with_packages({game.id: game for game in map(_in_folder, FOLDERS)})
        return self._all


def _in_folder(folder: str) -> type[AnyGame]:
    game: type[AnyGame] = import_module(folder).GAME
    return game


def _with_packages(games: dict[str, type[AnyGame]]) -> dict[str, type[AnyGame]]:
    """Add the games of packages to `games`. A game that cannot be used is put into `_unusable`."""
    for entry in installed.entries():
        try:
            game = entry.load()
        # The module of a package may raise anything; the other games must stay playable.
        except Exception as error:
            _unusable[entry.name] = f"{type(error).__name__}: {error}"
            continue
        if reason := _why_unusable(entry.name, game, games):
            _unusable[entry.name] = reason
        else:
            games[entry.name] = game
    return games


def _why_unusable(name: str, game: object, games: Mapping[str, type[AnyGame]]) -> str:
    """Why the object `game` cannot be the game of the entry point `name`; "" if it can."""
    if name in games:
        # A package must not replace one of our games or a game of another package.
        return "another game has this id"
    if not (isinstance(game, type) and issubclass(game, Game)):
        return f"its entry point has to name a subclass of referee.games.game.Game, not {game!r}"
    return "" if game.id == name else f"its id is {game.id!r}, but its entry point is {name!r}"


# A Mapping and not a dict, so that no caller can change what all share.
GAMES: Final[Mapping[str, type[AnyGame]]] = _Games()
"""All usable games by id. A lookup of our own game loads it alone; any other use loads all."""

_MOST_NAMED: Final = 3
"""An error names at most this many wrong options."""


class UnknownGameError(InvalidError):
    """No game has the id, or the game cannot be played; the text is one sentence."""


class OptionsError(InvalidError):
    """The game does not have these options or values; the text says which are right."""


def package_of(game_id: str) -> str:
    """The package that is the game's folder; "" for a game in a single module outside packages.

    Raises KeyError when there is no such game.
    """
    # The class is defined in the package itself or in one of its modules. In both cases
    # `__package__` of that module is the package.
    return sys.modules[GAMES[game_id].__module__].__package__ or ""


def part_of(game_id: str, name: str) -> ModuleType | None:
    """The module `name` in the game's folder; None if the folder has no such module.

    A folder may have `wire` (the game's messages), `replay` (matches in the terminal), `screen` (a
    decision in the terminal), `picture` (the drawn table), `names` (names for numbers) and
    `measures` (figures). The rules import none of them but `names`, so that they do not need the
    packages that these modules import. Raises KeyError when there is no such game.
    """
    folder = package_of(game_id)
    # `find_spec` first: a module that exists and fails to import must raise, and not count as
    # absent.
    if not folder or find_spec(f"{folder}.{name}") is None:
        return None
    return import_module(f"{folder}.{name}")


def other_rules(game_id: str, version: int) -> str:
    """A clause that names `version` of the rules and the installed one; "" if they are the same.

    Also "" for an unknown game, for which `make_game` raises. Call this before `make_game`, since
    another version may have other options.
    """
    game = GAMES.get(game_id)
    if game is None or game.rules_version == version:
        return ""
    return f"version {version} of the rules of {game_id}; these are version {game.rules_version}"


def game_type(game_id: str) -> type[AnyGame]:
    """The class of the game `game_id`.

    Raises UnknownGameError. Its text lists all games, or says why an installed game is unusable.
    """
    if game := GAMES.get(game_id):
        return game
    # For an installed game that cannot be loaded the error gives the reason.
    if game_id in _unusable:
        why = one_line(_unusable[game_id], MOST_SHOWN)
        raise UnknownGameError(f"the installed game {quoted(game_id)} cannot be played: {why}")
    games, meant = ", ".join(sorted(GAMES)), did_you_mean(game_id, GAMES)
    raise UnknownGameError(f"the games are {games}; received {quoted(game_id)}{meant}")


def named_game(game_id: str) -> type[AnyGame]:
    """The class of the game that a user named. Raises UserError with the text of `game_type`."""
    try:
        return game_type(game_id)
    except UnknownGameError as error:
        raise UserError(str(error)) from None


def make_game(game_id: str, options: Mapping[str, Any]) -> AnyGame:
    """The game under `options`; options that are left out have their defaults.

    Raises UnknownGameError or OptionsError. The text of an OptionsError says what is allowed and
    what was received.
    """
    game = game_type(game_id)
    try:
        return game(game.options_type.model_validate(dict(options)))
    except ValidationError as error:
        first = error.errors(include_url=False)[:_MOST_NAMED]
        faults = "; ".join(_clause(game, detail) for detail in first)
        raise OptionsError(faults) from None


def _clause(game: type[AnyGame], detail: ErrorDetails) -> str:
    """A clause about one wrong option, for readers who do not know pydantic."""
    fields = game.options_type.model_fields
    name = one_line(".".join(map(str, detail["loc"])), MOST_SHOWN)
    if detail["type"] == "extra_forbidden":
        known = ", ".join(f"{key} ({field.description})" for key, field in fields.items())
        received = f"{name} = {quoted(detail['input'])}{did_you_mean(name, fields)}"
        return f"the options of {game.id} are {known}; received {received}"
    wish = detail["msg"].removeprefix("Input ").replace("valid integer", "whole number")
    meaning = f" ({fields[name].description})" if name in fields else ""
    return f"the option {name} of {game.id} {wish}{meaning}; received {quoted(detail['input'])}"
