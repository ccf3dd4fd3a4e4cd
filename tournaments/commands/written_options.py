"""Finds the options that stand on the command line, to refuse them or to repeat them."""

from collections.abc import Collection
from typing import Any

import typer


def first_written(context: typer.Context, names: Collection[str]) -> str:
    """An option on the command line whose parameter is one of `names`; "" if there is none.

    Of several it is the first in the order of the help. It is returned as the help writes it, such
    as --seed.
    """
    written = (each for each in _options(context) if _is_written(context, each.name))
    return next((each.opts[0] for each in written if each.name in names), "")


def options_written(context: typer.Context, **instead: object) -> list[object]:
    """The words of all options on the command line, in the order of the help.

    They are for a command line that goes on with what this one has begun. The command must have no
    option that may be repeated. `instead` has values that take the place of the written ones, by
    the names of parameters. An option that was not written is left out, even with a value in
    `instead`.
    """
    words: list[object] = []
    for option in _options(context):
        if _is_written(context, option.name):
            value = instead.get(option.name, context.params[option.name])
            words += [option.opts[0]] if option.is_flag else [option.opts[0], value]
    return words


def _is_written(context: typer.Context, name: str) -> bool:
    """Whether the option stands on the command line, and not only in the environment."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _options(context: typer.Context) -> list[Any]:
    return [each for each in context.command.params if each.param_type_name == "option"]
