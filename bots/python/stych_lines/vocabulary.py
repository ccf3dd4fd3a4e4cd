"""Texts for the numbers of a game, for our own games and for those of installed packages."""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from referee.games.folders import own_folder
from referee.games.names import FieldNames
from referee.games.notation import Notation

_CACHED_TEXTS: Final = 4096
"""How many texts of each kind are cached for a game."""


class UninstalledGameError(Exception):
    """No game of the id is installed here; the text is a sentence that says so."""


_class_paths: dict[str, str] = {}
"""By the id of a game of a package, its class as MODULE:CLASS; see `know_package`."""


def know_package(entry: str, folder: str) -> None:
    """Make a game of a package known: its entry point, ID=MODULE:CLASS, and the package's folder.

    In a sandbox installed packages cannot be listed, and only some of them can be seen.
    """
    game, _, class_path = entry.partition("=")
    _class_paths[game] = class_path
    if folder not in sys.path:
        # At the end, so that the folder cannot hide modules that the bridge itself needs.
        sys.path.append(folder)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The notation of a game, and how the fields of its observations are written.

    `fields` does not have the history, which is a list of events.
    """

    notation: Notation
    fields: Mapping[str, FieldNames]
    text: Callable[[int], str]
    """The text of an action."""
    action: Callable[[int], str]
    """The text of an action as a JSON string."""
    event: Callable[[int], str]
    """A public event in words, as a JSON string."""

    def named(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The fields of an observation, with names instead of the numbers that `fields` names."""
        named = {
            name: field.written(values[name], values)
            for name, field in self.fields.items()
            if name in values
        }
        return {**values, **named}


@cache
def vocabulary(game: str, options: str) -> Vocabulary:
    """The vocabulary of the game with this id.

    `options` are the game's options as JSON; they are used only for a game of a package. Raises
    UninstalledGameError. What the modules of a package raise when they are imported is passed on.
    """
    folder = own_folder(game)
    if folder:
        names = import_module(f"{folder}.names")
        return _with_caches(names.NOTATION, names.FIELDS)
    return _of_package(game, options)


def _with_caches(notation: Notation, fields: Mapping[str, FieldNames]) -> Vocabulary:
    # The same actions and events occur in many lines.
    cached = lru_cache(_CACHED_TEXTS)
    return Vocabulary(
        notation,
        fields,
        cached(notation.action_text),
        cached(lambda action: json.dumps(notation.action_text(action))),
        cached(lambda event: json.dumps(notation.event_text(event))),
    )


def _of_package(game: str, options: str) -> Vocabulary:
    """The vocabulary of a game from a package, whose modules are imported for it."""
    from referee.games import installed

    if game in _class_paths:
        entries = [installed.entry(game, _class_paths[game])]
    else:
        entries = installed.entries()
    entry = next((each for each in entries if each.name == game), None)
    if entry is None:
        raise UninstalledGameError(f"no game {game!r} is installed here")
    kind = entry.load()
    # The import makes the package's protobuf messages known, so that observations can be parsed.
    _module_beside(kind, "wire")
    names = _module_beside(kind, "names")
    # The notation is taken from an object, not from the class: a game may override these methods,
    # and an option may change the text of a number.
    rules = kind(kind.options_type.model_validate(json.loads(options)))
    notation = Notation(rules.action_text, rules.parse_action, rules.event_text, rules.card_text)
    return _with_caches(notation, names.FIELDS if names else {})


def _module_beside(kind: type[Any], name: str) -> ModuleType | None:
    """The module `name` of the package that has the game's class; None if there is none."""
    package = sys.modules[kind.__module__].__package__
    spec = package and find_spec(f"{package}.{name}")
    return import_module(f"{package}.{name}") if spec else None
