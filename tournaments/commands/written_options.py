"""Finds which options stand on the command line, to repeat them in the command that goes on."""

from typing import Any

import typer


def is_written(context: typer.Context, option: str) -> bool:
    """Whether the option stands on the command line, and not only in the environment."""
    source = context.get_parameter_source(option)
    return source is not None and source.name == "COMMANDLINE"


def options_written(context: typer.Context, **instead: object) -> list[object]:
    """The words of all options on the command line, in the order in which the help has them.

    `instead` has values that take the place of the written ones, by the names of parameters. An
    option that was not written is left out, even with a value in `instead`.
    """
    words: list[object] = []
    for option in _options(context):
        if is_written(context, option.name):
            value = instead.get(option.name, context.params[option.name])
            words += [option.opts[0]] if option.is_flag else [option.opts[0], value]
    return words


def _options(context: typer.Context) -> list[Any]:
    return [each for each in context.command.params if each.param_type_name == "option"]
