"""All variants of a game, found in its options: what is declared there is exercised everywhere."""

from collections.abc import Iterator
from itertools import product
from math import isqrt
from typing import Final, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from referee.games.game import AnyGame, Options

SMALL: Final = 10
"""The most values of a range of whole numbers that is taken in full."""

Value = bool | int | str


def variants(game: type[AnyGame]) -> Iterator[Options]:
    """Every combination of option values that the options themselves allow.

    Of a large range of numbers there are four values, the ends and the default among them. Raises
    TypeError for an option of another kind than Literal, bool and int with both ends, so that no
    new option can go unexercised.
    """
    fields = game.options_type.model_fields
    choices = [option_values(name, field) for name, field in fields.items()]
    for values in product(*choices):
        try:
            yield game.options_type.model_validate(dict(zip(fields, values, strict=True)))
        except ValidationError:
            # Options may forbid one another; such a combination is no variant.
            continue


def option_values(name: str, field: FieldInfo) -> tuple[Value, ...]:
    """The values of one option that `variants` goes through. Raises TypeError as it does."""
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
    """Whether the option is a range of numbers too large to be taken in full."""
    return field.annotation is int and len(_ends(field)) > SMALL


def _numbers(field: FieldInfo) -> tuple[int, ...]:
    """All numbers of a small range; of a large one the ends, the default and one between."""
    numbers = _ends(field)
    if len(numbers) <= SMALL:
        return tuple(numbers)
    default = (field.default,) if isinstance(field.default, int) else ()
    return tuple(sorted({numbers[0], numbers[isqrt(len(numbers))], *default, numbers[-1]}))


def _ends(field: FieldInfo) -> range:
    least = next(limit.ge for limit in field.metadata if isinstance(limit, Ge))
    most = next(limit.le for limit in field.metadata if isinstance(limit, Le))
    if not isinstance(least, int) or not isinstance(most, int):
        raise TypeError(f"a range of whole numbers is needed, not {least} to {most}")
    return range(least, most + 1)
