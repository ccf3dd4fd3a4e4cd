"""Strange arguments for any tool, made from its own schema."""

from collections.abc import Iterator
from typing import Any, Final

Schema = dict[str, Any]

PATHS: Final = (
    *("..", "../outside", "../outside/bot", "../outside/cup.toml", "../outside/record.json"),
    *("/", "/etc/passwd", "/dev/zero", "/dev/stdin", "/proc/self/environ", "//etc/passwd"),
    *("link", "link/bot", "link/cup.toml", "link/record.json", "zero", "loop", "loop/x"),
    *("fifo", "socket", ".", "./", "bot/..", "bot/../../outside", "~", "~root", "file:///etc"),
    *("stych-data", "stych-data/stych.db", "data-link", "bot/bot.toml", "fifo.zip", "link/bot.zip"),
    *("cup.toml:gpt", "sample/../../outside/bot", "sample/", "thumb@0", "@", "x" * 300),
)
"""Paths below and outside of the folder that tests/agents/test_strange_arguments.py makes, and
names that can stand in place of a path."""
TEXTS: Final = (
    *("", " ", "-", "--", "--help", "--data=/x", "--data", "-h", "--isolation=off", "=", "a=b"),
    *("\0", "a\0b", "a\nb", "\r", "\t", "\x1b[31m", "\ud800", "\u202e", "\ufeff", "žluťoučký"),
    *("💥", "$(id)", "`id`", "%s", "{}", "'", '"', "\\", "*", "null", "0", "-1", "9" * 5000),
    *("x" * 2000, "x" * 1_000_000),
)
NUMBERS: Final = (0, 1, -1, 2**31, 2**63, -(2**63), 10**30, 0.5, -0.5, 1e308)
NOT_NUMBERS: Final = (float("nan"), float("inf"), float("-inf"))
WRONG: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    3,
    -3,
    2.5,
    "",
    "text",
    [],
    {},
    [None],
    {"a": None},
    [[[]]],
)
"""At least one value of each type of JSON: most do not have the type that an argument wants."""


def kinds(schema: Schema) -> set[str]:
    """The types of JSON that a value of the property may have."""
    each = [schema, *schema.get("anyOf", []), *schema.get("oneOf", [])]
    return {one["type"] for one in each if "type" in one}


def strange(schema: Schema) -> Iterator[Any]:
    """Values that are wrong, or right and unusual, for a property of a tool."""
    yield from WRONG
    found = kinds(schema)
    if found & {"integer", "number"}:
        yield from (*NUMBERS, *NOT_NUMBERS)
    if "string" in found:
        yield from (*TEXTS, *PATHS)
    if "array" in found:
        yield from ([each] for each in (*TEXTS, *PATHS, *WRONG))
        yield ["x"] * 1000
    if "object" in found:
        # `target` is an option of fox, the game of all calls.
        yield from ({each: 1} for each in TEXTS)
        yield from ({"target": each} for each in (*TEXTS, *NUMBERS, *WRONG))


def plain(schema: Schema) -> Any:
    """A value that the schema allows, for an argument of which the test knows no better one."""
    if "default" in schema:
        return schema["default"]
    if "enum" in schema:
        return schema["enum"][0]
    least: Any = schema.get("minimum", schema.get("exclusiveMinimum", 0))
    by_kind: dict[str, Any] = {
        "string": "x",
        "integer": least,
        "number": least + 1,
        "boolean": True,
    }
    by_kind |= {"array": [], "object": {}, "null": None}
    return by_kind[min(kinds(schema) or {"null"})]
