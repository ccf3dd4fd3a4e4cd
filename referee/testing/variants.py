"""The variants of a game, derived from its declared options, so that no test needs a list.

They are all variants, except that only a few numbers of a long range are taken.
"""

from collections.abc import Iterator
from itertools import product
from math import isqrt
from typing import Final, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from referee.games.game import AnyGame, Options

SMALL: Final = 10
"""Ranges of up to this many whole numbers are taken in full."""

Value = bool | int | str
"""A value of an option."""


def variants(game: type[AnyGame]) -> Iterator[Options]:
    """Every combination of the options' values that the game's options accept.

    A range of more than SMALL numbers gives at most four values: both ends, the default and one
    more. Raises TypeError, before it gives anything, for an option that is neither a Literal nor a
    bool nor an int with ge and le, so that no new kind of option remains untested.
    """
    fields = game.options_type.model_fields
    choices = [option_values(name, field) for name, field in fields.items()]
    for values in product(*choices):
        try:
            yield game.options_type.model_validate(dict(zip(fields, values, strict=True)))
        except ValidationError:
            # Values of two options may exclude each other; the combination is no variant.
            continue


def option_values(name: str, field: FieldInfo) -> tuple[Value, ...]:
    """The values of the option `name` for `variants`. Raises TypeError as `variants` does."""
    kind = field.annotation
    if get_origin(kind) is Literal and not field.metadata:
        return get_args(kind)
    if kind is bool and not field.metadata:
        return (False, True)
    if kind is int and [type(limit) for limit in field.metadata] in ([Ge, Le], [Le, Ge]):
        return _numbers(field)
    raise TypeError(
        f"the option {name} is {kind} with {field.metadata}; variants are known of Literal, bool, "
        "and int with ge and le"
    )


def is_long(field: FieldInfo) -> bool:
    """Whether the option is an int with more than SMALL values. An int must have ge and le."""
    return field.annotation is int and len(_range(field)) > SMALL


def _numbers(field: FieldInfo) -> tuple[int, ...]:
    """The values of an int: all of a short range, and of a longer one at most four."""
    numbers = _range(field)
    if len(numbers) <= SMALL:
        return tuple(numbers)
    default = (field.default,) if isinstance(field.default, int) else ()
    return tuple(sorted({numbers[0], numbers[isqrt(len(numbers))], *default, numbers[-1]}))


def _range(field: FieldInfo) -> range:
    """All numbers from ge to le. Raises TypeError when ge or le is no whole number."""
    least = next(limit.ge for limit in field.metadata if isinstance(limit, Ge))
    most = next(limit.le for limit in field.metadata if isinstance(limit, Le))
    if not isinstance(least, int) or not isinstance(most, int):
        raise TypeError(f"a range of whole numbers is needed, not {least} to {most}")
    return range(least, most + 1)
