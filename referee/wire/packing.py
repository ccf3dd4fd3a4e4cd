"""Messages as bytes, straight from tuples of numbers: what every decision is written with.

It follows the descriptors of the protocol, field by field, and writes what protobuf's own messages
would: to build those first takes longer than a decision of the rules, and cannot be compiled
(docs/performance.md). The tests hold one against the other, byte by byte.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from google.protobuf.descriptor import FieldDescriptor

Descriptor: TypeAlias = Any
"""Of a message; there are two classes of them, with the same members."""
Derived: TypeAlias = Mapping[str, Callable[[Any], Any]]
"""Values of fields that no member of the tuple is, made of the whole tuple; None for no value."""

_VARINT: Final = 0
_DELIMITED: Final = 2
_SMALL: Final = 128
"""Numbers below are their own varint."""
_MOST_KEPT: Final = 1 << 16
_NUMBERS: Final = frozenset(
    (
        FieldDescriptor.TYPE_BOOL,
        FieldDescriptor.TYPE_ENUM,
        FieldDescriptor.TYPE_UINT32,
        FieldDescriptor.TYPE_UINT64,
    )
)

_DELIMITED_TYPES: Final = (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_MESSAGE)


def varint(number: int) -> bytes:
    """A number from 0 on, seven bits a byte."""
    spelled = []
    while number >= _SMALL:
        spelled.append(number & (_SMALL - 1) | _SMALL)
        number >>= 7
    spelled.append(number)
    return bytes(spelled)


_VARINTS: Final[dict[int, bytes]] = {number: varint(number) for number in range(_SMALL)}
"""Those met so far."""


def framed(tag: bytes, data: bytes) -> bytes:
    """A message within another, as its field with that tag."""
    size = len(data)
    return b"".join((tag, _VARINTS[size] if size < _SMALL else varint(size), data))


def tag_of(message: Descriptor, field: str) -> bytes:
    """What comes before a field's value."""
    found = message.fields_by_name[field]
    of_bytes = found.is_repeated or found.type in _DELIMITED_TYPES
    return varint(found.number << 3 | (_DELIMITED if of_bytes else _VARINT))


def _packed(numbers: Sequence[int]) -> bytes:
    if numbers[-1] < _SMALL:
        try:
            data = bytes(numbers)
        except ValueError:
            pass
        else:
            if data.isascii():
                return data
    try:
        return b"".join([_VARINTS[number] for number in numbers])
    except KeyError:
        _learn(numbers)
        return b"".join([_VARINTS[number] for number in numbers])


def _learn(numbers: Sequence[int]) -> None:
    if len(_VARINTS) > _MOST_KEPT:
        for number in [each for each in _VARINTS if each >= _SMALL]:
            del _VARINTS[number]
    for number in numbers:
        if number not in _VARINTS:
            _VARINTS[number] = varint(number)


def _zigzag(number: int) -> int:
    return number << 1 if number >= 0 else (-number << 1) - 1


_PLAIN: Final = 0
_LIST: Final = 1
_STRING: Final = 2
_SIGNED_PLAIN: Final = 3
_SIGNED_LIST: Final = 4


def _kind(field: FieldDescriptor) -> int:
    if field.type == FieldDescriptor.TYPE_STRING and not field.is_repeated:
        return _STRING
    if field.type == FieldDescriptor.TYPE_SINT32:
        return _SIGNED_LIST if field.is_repeated else _SIGNED_PLAIN
    if field.type in _NUMBERS:
        return _LIST if field.is_repeated else _PLAIN
    raise TypeError(f"{field.full_name} has a type that nothing here can write")


class Packer:
    """Writes messages of one type."""

    def __init__(
        self, message: Descriptor, names: Sequence[str], derived: Derived | None = None
    ) -> None:
        """`names` are the members of the tuples; other fields stay out.

        Raises TypeError for a field of a type that none of the protocol's observations has.
        """
        derived = derived or {}
        self._derived = [*derived.values()]
        places = {name: index for index, name in enumerate((*names, *derived))}
        self._steps = [
            (
                places[field.name],
                _kind(field),
                field.has_presence,
                _heads(tag_of(message, field.name)),
            )
            for field in message.fields
            if field.name in places
        ]

    def pack(self, values: tuple[Any, ...]) -> bytes:
        """The message with these values. As protobuf has it, without zeros and empty lists."""
        if self._derived:
            values = (*values, *[derive(values) for derive in self._derived])
        written: list[bytes] = []
        for index, kind, optional, heads in self._steps:
            value = values[index]
            if not value and (not optional or value is None):
                continue
            if kind == _PLAIN:
                small = 0 <= value < _SMALL
                written.append(heads[value] if small else heads[_SMALL] + varint(value))
                continue
            if kind == _SIGNED_PLAIN:
                written.append(heads[_SMALL] + varint(_zigzag(value)))
                continue
            if kind == _LIST:
                data = _packed(value)
            elif kind == _STRING:
                data = value.encode()
            else:
                data = _packed([_zigzag(each) for each in value])
            size = len(data)
            written.append(heads[size] if size < _SMALL else heads[_SMALL] + varint(size))
            written.append(data)
        return b"".join(written)


def _heads(tag: bytes) -> list[bytes]:
    """By small value, or by small size of what follows; the last is the tag alone."""
    return [*[tag + varint(number) for number in range(_SMALL)], tag]


class ObservationPacker:
    """Writes a game's observations, whose messages have a public and a private part."""

    def __init__(
        self, message: Descriptor, names: Sequence[str], derived: Derived | None = None
    ) -> None:
        """`names` are those of the observation's members.

        Raises TypeError for a field that is neither a member nor derived.
        """
        self._parts = [
            (tag_of(message, part.name), _whole(part.message_type, names, derived or {}))
            for part in message.fields
        ]

    def pack(self, seen: tuple[Any, ...]) -> bytes:
        """The message."""
        return b"".join([framed(tag, packer.pack(seen)) for tag, packer in self._parts])


def _whole(message: Descriptor, names: Sequence[str], derived: Derived) -> Packer:
    for field in message.fields:
        if field.name not in derived and field.name not in names:
            raise TypeError(f"nothing tells what {field.full_name} is")
    own = {name: derive for name, derive in derived.items() if name in message.fields_by_name}
    return Packer(message, names, own)
