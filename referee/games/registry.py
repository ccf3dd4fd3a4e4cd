"""The games that there are, by id: our own, and those of installed packages.

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
from referee.text import MOST_SHOWN, did_you_mean, one_line, shown

_unusable: dict[str, str] = {}
"""Why the game of a package cannot be played, by its id."""


class _Games(Mapping[str, type[AnyGame]]):
    """All games by id. One of ours is loaded when it is asked for, and alone."""

    def __init__(self) -> None:
        self._own: dict[str, type[AnyGame]] = {}
        self._all: dict[str, type[AnyGame]] = {}

    def __getitem__(self, game_id: str) -> type[AnyGame]:
        # A command of one game does not wait for the rules of the others.
        if game_id not in self._own and (folder := own_folder(game_id)):
            game = _in_folder(folder)
            self._own[game.id] = game
        return self._own.get(game_id) or self._every()[game_id]

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
    """Add the games of packages; what is wrong with one is noted, and harms no other."""
    for entry in installed.entries():
        try:
            game = entry.load()
        # Whatever a stranger's module raises: other games have to be playable all the same.
        except Exception as error:
            _unusable[entry.name] = f"{type(error).__name__}: {error}"
            continue
        if wrong := _wrong(entry.name, game, games):
            _unusable[entry.name] = wrong
        else:
            games[entry.name] = game
    return games


def _wrong(name: str, game: object, games: Mapping[str, type[AnyGame]]) -> str:
    """Why this cannot be the game of that name; "" when it can."""
    if name in games:
        # A package cannot take the place of a game of ours, or of another package's.
        return "there is another game of this id"
    if not (isinstance(game, type) and issubclass(game, Game)):
        return f"its entry point has to name a class made of referee.games.game.Game, not {game!r}"
    return (
        "" if game.id == name else f"its id is {game.id!r}, and has to be that of its entry point"
    )


# Read-only, since everybody shares it.
GAMES: Final[Mapping[str, type[AnyGame]]] = _Games()

_MOST_TOLD: Final = 3
"""How many wrong options are told at once."""


class UnknownGameError(InvalidError):
    """There is no game of that id, or it cannot be played; the text is one sentence."""


class OptionsError(InvalidError):
    """The game does not have these options; the text says what would be right."""


def package_of(game_id: str) -> str:
    """The package that is the game's folder. Raises KeyError when there is no such game."""
    # The class lies in the folder itself or in one of its modules: `__package__` is the folder for
    # both.
    return sys.modules[GAMES[game_id].__module__].__package__ or ""


def part_of(game_id: str, name: str) -> ModuleType | None:
    """The module of this name in the game's folder, beside its rules; None where there is none.

    A folder may have `wire` (its messages), `replay` (how a match is shown), `screen` (how a person
    is shown it), `picture` (how it is drawn) and `measures` (what is counted of it). They are
    imported when they are asked for, so that the rules need none of what they need. Raises KeyError
    when there is no such game.
    """
    folder = package_of(game_id)
    # Looked for and not just imported: a module that is there and fails must not count as absent.
    if not folder or find_spec(f"{folder}.{name}") is None:
        return None
    return import_module(f"{folder}.{name}")


def other_rules(game_id: str, version: int) -> str:
    """What sets this version of the rules apart from the one here, as a clause; "" for the same.

    Also "" for a game that is not known, of which `make_game` tells. To be asked before it, since
    other rules may have other options.
    """
    game = GAMES.get(game_id)
    if game is None or game.rules_version == version:
        return ""
    return f"version {version} of the rules of {game_id}; these are version {game.rules_version}"


def game_type(game_id: str) -> type[AnyGame]:
    """The game of that id. Raises UnknownGameError, whose text says which there are."""
    if game := GAMES.get(game_id):
        return game
    # One that is installed and broken is told of by its own fault.
    if game_id in _unusable:
        why = one_line(_unusable[game_id], MOST_SHOWN)
        raise UnknownGameError(f"the installed game {shown(game_id)} cannot be played: {why}")
    games, meant = ", ".join(sorted(GAMES)), did_you_mean(game_id, GAMES)
    raise UnknownGameError(f"the games are {games}; received {shown(game_id)}{meant}")


def named_game(game_id: str) -> type[AnyGame]:
    """The game that a user named. Raises UserError, with the text of UnknownGameError."""
    try:
        return game_type(game_id)
    except UnknownGameError as error:
        raise UserError(str(error)) from None


def make_game(game_id: str, options: Mapping[str, Any]) -> AnyGame:
    """The game under the options; those left out have their defaults.

    Raises UnknownGameError or OptionsError, whose text is one sentence that says what would be
    right and what was received.
    """
    game = game_type(game_id)
    try:
        return game(game.options_type.model_validate(dict(options)))
    except ValidationError as error:
        first = error.errors(include_url=False)[:_MOST_TOLD]
        faults = "; ".join(_sentence(game, detail) for detail in first)
        raise OptionsError(faults) from None


def _sentence(game: type[AnyGame], detail: ErrorDetails) -> str:
    """One wrong option, in words that need no knowledge of pydantic."""
    fields = game.options_type.model_fields
    name = one_line(".".join(map(str, detail["loc"])), MOST_SHOWN)
    if detail["type"] == "extra_forbidden":
        known = ", ".join(f"{own} ({field.description})" for own, field in fields.items())
        received = f"{name} = {shown(detail['input'])}{did_you_mean(name, fields)}"
        return f"the options of {game.id} are {known}; received {received}"
    wish = detail["msg"].removeprefix("Input ").replace("valid integer", "whole number")
    meaning = f" ({fields[name].description})" if name in fields else ""
    return f"the option {name} of {game.id} {wish}{meaning}; received {shown(detail['input'])}"
