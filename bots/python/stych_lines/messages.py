"""Turns messages of any game into plain values by field name, with enums as words."""

import re
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

_Reader = Callable[[Any], Any]
"""Takes a message, and returns the value of one of its fields."""
_UNSET: Final = "UNSPECIFIED"
"""The name, without the enum's prefix, of the value 0, which stands for a field that is not set."""


def values_of(message: Message) -> dict[str, Any]:
    """The fields of an observation or of options by name, as values that JSON can hold.

    The fields of an observation's two parts, the public and the private one, stand side by side: no
    name occurs in both. An enum is a word in small letters, or None if it is not set. Bytes are
    hexadecimal digits.
    """
    readers, parts = _readers(message.DESCRIPTOR)
    values = {name: read(message) for name, read in readers}
    for part in parts:
        values |= values_of(part(message))
    return values


def enum_words(enum: EnumDescriptor) -> dict[int, str | None]:
    """The words for the values of an enum: their names without the prefix, in small letters.

    The value that is named UNSPECIFIED has None instead of a word.
    """
    prefix = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", enum.name).upper() + "_"
    names = {value.number: value.name.removeprefix(prefix) for value in enum.values}
    return {number: None if name == _UNSET else name.lower() for number, name in names.items()}


# Cached, since every decision needs them: an observation has some twenty fields.
@cache
def _readers(descriptor: Any) -> tuple[list[tuple[str, _Reader]], list[_Reader]]:
    """How to read a message of the type: each plain field by its name, and each of the parts."""
    parts = [field for field in descriptor.fields if _is_part(field)]
    plain = [field for field in descriptor.fields if not _is_part(field)]
    return (
        [(field.name, _reader(field)) for field in plain],
        [attrgetter(field.name) for field in parts],
    )


def _is_part(field: FieldDescriptor) -> bool:
    return field.type == FieldDescriptor.TYPE_MESSAGE and not field.is_repeated


def _reader(field: FieldDescriptor) -> _Reader:
    name, convert = field.name, _converter(field)
    if field.is_repeated:
        if convert is None:
            # A slice of a repeated field is a list, made in half the time that an iteration takes.
            return lambda message: getattr(message, name)[:]
        return lambda message: [*map(convert, getattr(message, name)[:])]
    if field.has_presence:
        to_json = convert or (lambda value: value)
        return lambda message: to_json(getattr(message, name)) if message.HasField(name) else None
    if convert is None:
        return attrgetter(name)
    return lambda message: convert(getattr(message, name))


def _converter(field: FieldDescriptor) -> Callable[[Any], Any] | None:
    """A function that makes a value of the field fit for JSON; None if none is needed."""
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        return values_of
    if field.type == FieldDescriptor.TYPE_BYTES:
        # JSON has no bytes, and every language can read hexadecimal digits.
        return bytes.hex
    if field.enum_type is not None:
        words = enum_words(field.enum_type)
        # A referee of a later version may send a value that has no word here.
        return lambda number: words.get(number, number)
    return None
