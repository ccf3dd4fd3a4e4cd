"""Describes the options of a game in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from referee.games.game import AnyGame

_FEW: Final = 10
"""Of a range of up to this many numbers, all are examples."""


@dataclass(frozen=True, slots=True)
class OptionText:
    """An option of a game, as it is shown to people."""

    name: str
    default: Any
    """The default, as JSON and TOML have it; None for an option that has no value by default."""
    values: str
    """The allowed values, in words: a list, a range, or a type; "" if nothing is known of them."""
    meaning: str
    """What the option does, in words."""
    examples: tuple[str, ...]
    """Values as a command line has them: all of them, or the ends of a long range and the default;
    empty for an option whose values cannot be listed."""


def option_texts(game: type[AnyGame]) -> Iterator[OptionText]:
    """The options of the game, in the order of its `options_type`."""
    # Read from the model that checks options, so that what is shown is what holds.
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
        allowed = range(schema["minimum"], schema["maximum"] + 1)
        some = {allowed[0], allowed[-1]}
        if schema["default"] is not None:
            some.add(schema["default"])
        values = allowed if len(allowed) <= _FEW else sorted(some)
    return tuple(map(str, values))
