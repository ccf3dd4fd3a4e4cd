"""The options of a game, in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.games.game import AnyGame

_FEW: Final = 10
"""A range of so many numbers is told in full."""


@dataclass(frozen=True, slots=True)
class OptionText:
    """An option as people are told of it."""

    name: str
    default: Any
    """As JSON and TOML have it; None for an option that has no value by default."""
    values: str
    """Which it may have: a list, a range, or a type."""
    meaning: str
    examples: tuple[str, ...]
    """Values as they are written on a command line: all, or the ends of a range and the default."""


def option_texts(game: type[AnyGame]) -> Iterator[OptionText]:
    """The options of the game, in the order in which it states them."""
    # Read from the model that checks them, so that what is shown is what holds.
    for name, schema in game.options_type.model_json_schema()["properties"].items():
        yield OptionText(
            name, schema["default"], _values(schema), schema["description"], _examples(schema)
        )


def _values(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return ", ".join(map(str, schema["enum"]))
    if "minimum" in schema and "maximum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    return str(schema.get("type", ""))


def _examples(schema: Mapping[str, Any]) -> tuple[str, ...]:
    if schema.get("type") == "boolean":
        return ("false", "true")
    values = schema.get("enum", ())
    if "minimum" in schema and "maximum" in schema:
        ends = range(schema["minimum"], schema["maximum"] + 1)
        some = {ends[0], ends[-1], schema["default"] or ends[0]}
        values = ends if len(ends) <= _FEW else sorted(some)
    return tuple(map(str, values))
