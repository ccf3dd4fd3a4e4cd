"""Messages of any game as plain values by name; enums as words in small letters."""

import re
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

_Reader = Callable[[Any], Any]
_NOTHING: Final = "UNSPECIFIED"
"""What protobuf calls the value 0 of an enum that has not been set."""


def values_of(message: Message) -> dict[str, Any]:
    """The fields of an observation or of options by name, those of its parts side by side.

    An observation has a public and a private part, in which no name occurs twice.
    """
    readers, parts = _readers(message.DESCRIPTOR)
    found = {name: read(message) for name, read in readers}
    for part in parts:
        found |= values_of(part(message))
    return found


def enum_words(enum: EnumDescriptor) -> dict[int, str | None]:
    """The words for the values of an enum; None for the one that says that nothing was set."""
    prefix = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", enum.name).upper() + "_"
    names = {value.number: value.name.removeprefix(prefix) for value in enum.values}
    return {number: None if name == _NOTHING else name.lower() for number, name in names.items()}


# Looked up once for each type of message: a decision has some twenty fields.
@cache
def _readers(message: Any) -> tuple[list[tuple[str, _Reader]], list[_Reader]]:
    """What reads the fields by name, and what reads the parts of the message."""
    parts = [field for field in message.fields if _is_part(field)]
    others = [field for field in message.fields if not _is_part(field)]
    return (
        [(field.name, _reader(field)) for field in others],
        [attrgetter(field.name) for field in parts],
    )


def _is_part(field: FieldDescriptor) -> bool:
    return field.type == FieldDescriptor.TYPE_MESSAGE and not field.is_repeated


def _reader(field: FieldDescriptor) -> _Reader:
    name, one = field.name, _value(field)
    if field.is_repeated:
        if one is None:
            # Sliced, which makes a list in half the time of going through it.
            return lambda message: getattr(message, name)[:]
        return lambda message: [*map(one, getattr(message, name)[:])]
    if field.has_presence:
        written = one or (lambda value: value)
        return lambda message: written(getattr(message, name)) if message.HasField(name) else None
    if one is None:
        return attrgetter(name)
    return lambda message: one(getattr(message, name))


def _value(field: FieldDescriptor) -> Callable[[Any], Any] | None:
    """A function from a value of the field to a plain one; None where it is plain."""
    if field.type == FieldDescriptor.TYPE_MESSAGE:
        return values_of
    if field.type == FieldDescriptor.TYPE_BYTES:
        # JSON has no bytes, and hexadecimal digits are read in every language.
        return bytes.hex
    if field.enum_type is not None:
        words = enum_words(field.enum_type)
        # A later referee may send a value that has no word here.
        return lambda number: words.get(number, number)
    return None
