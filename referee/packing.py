"""Writes protobuf messages straight from tuples of numbers and texts; every decision needs it.

It follows the descriptors of the protocol, field by field, and writes the bytes that protobuf's own
objects would. To build such objects for a decision takes longer than the rules do, and cannot be
compiled (docs/performance.md). The tests compare the bytes of both.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from google.protobuf.descriptor import FieldDescriptor
from librt.strings import BytesWriter
from mypy_extensions import mypyc_attr

Descriptor: TypeAlias = Any
"""The descriptor of a message; there are two classes of them, with the same members."""
Derived: TypeAlias = Mapping[str, Callable[[Any], Any]]
"""By name of a field: a function from the whole tuple to its value, which is None for no value."""

# Protobuf's wire types.
_VARINT: Final = 0
_DELIMITED: Final = 2
_SMALL: Final = 128
"""A number below this is written as one byte, which is the number itself."""
_HISTORY: Final = "history"
"""The field that holds, in all games, the list that grows from one decision to the next."""
_UNSIGNED_TYPES: Final = frozenset(
    (
        FieldDescriptor.TYPE_BOOL,
        FieldDescriptor.TYPE_ENUM,
        FieldDescriptor.TYPE_UINT32,
        FieldDescriptor.TYPE_UINT64,
    )
)
_DELIMITED_TYPES: Final = (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_MESSAGE)


class SentHistory:
    """The history that was last sent to one seat of one match; mostly the next one adds to it."""

    def __init__(self) -> None:
        self.numbers: tuple[Any, ...] = ()
        self.data = b""
        """The bytes of `numbers`, without their size."""


def write_number(out: BytesWriter, number: int) -> None:
    """Write a number as a varint, seven bits a byte. Raises ValueError for one below 0."""
    if number < 0:
        raise ValueError(f"{number} is below 0, and the field is for numbers from 0 on")
    while number >= _SMALL:
        out.append(number & (_SMALL - 1) | _SMALL)
        number >>= 7
    out.append(number)


def size_of(number: int) -> int:
    """How many bytes `write_number` writes for the number, which is 0 or more."""
    size = 1
    while number >= _SMALL:
        number >>= 7
        size += 1
    return size


def write_data(out: BytesWriter, tag: bytes, data: bytes) -> None:
    """Write a field with its tag and its size: a text, or a message within another."""
    out.write(tag)
    write_number(out, len(data))
    out.write(data)


def varint(number: int) -> bytes:
    """The bytes of the number as a varint. Raises ValueError for one below 0."""
    out = BytesWriter()
    write_number(out, number)
    return out.getvalue()


def tag_of(message: Descriptor, field: str) -> bytes:
    """A field's number and wire type, as bytes. Raises KeyError for an unknown field."""
    descriptor = message.fields_by_name[field]
    has_size = descriptor.is_repeated or descriptor.type in _DELIMITED_TYPES
    return varint(descriptor.number << 3 | (_DELIMITED if has_size else _VARINT))


def _write_each(out: BytesWriter, numbers: tuple[Any, ...]) -> None:
    for each in numbers:
        number: int = each
        if 0 <= number < _SMALL:
            # Most numbers are small, and need no call.
            out.append(number)
        else:
            write_number(out, number)


def write_list(out: BytesWriter, numbers: tuple[Any, ...]) -> None:
    """Write the size of all the numbers in bytes, then the numbers. Raises as `write_number`."""
    # One byte is reserved for the size, which suffices for nearly all lists.
    start = len(out)
    out.append(0)
    _write_each(out, numbers)
    size: int = len(out) - start - 1
    if size < _SMALL:
        out[start] = size
    else:
        data = out.getvalue()[start + 1 :]
        out.truncate(start)
        write_number(out, size)
        out.write(data)


def _write_history(out: BytesWriter, numbers: tuple[Any, ...], sent: SentHistory) -> None:
    old = len(sent.numbers)
    packed = BytesWriter()
    # Within a round the history only grows, so that most of its bytes are there already. With the
    # next round it begins anew.
    if numbers[:old] == sent.numbers:
        packed.write(sent.data)
        _write_each(packed, numbers[old:])
    else:
        _write_each(packed, numbers)
    data = packed.getvalue()
    sent.numbers, sent.data = numbers, data
    write_number(out, len(data))
    out.write(data)


def _zigzag(number: int) -> int:
    # The protocol's sint32: small numbers of either sign stay short.
    return number << 1 if number >= 0 else (-number << 1) - 1


# How the value of a field is written.
_PLAIN: Final = 0
_LIST: Final = 1
_STRING: Final = 2
_SIGNED_PLAIN: Final = 3
_SIGNED_LIST: Final = 4
_GROWING_LIST: Final = 5


def _kind(field: FieldDescriptor) -> int:
    if field.type == FieldDescriptor.TYPE_STRING and not field.is_repeated:
        return _STRING
    if field.type == FieldDescriptor.TYPE_SINT32:
        return _SIGNED_LIST if field.is_repeated else _SIGNED_PLAIN
    if field.type in _UNSIGNED_TYPES:
        if not field.is_repeated:
            return _PLAIN
        return _GROWING_LIST if field.name == _HISTORY else _LIST
    raise TypeError(f"{field.full_name} has a type that nothing here can write")


class _Field:
    """A field of a message, and the place of its values in the tuples."""

    def __init__(self, index: int, field: FieldDescriptor, tag: bytes) -> None:
        self.index = index
        self.kind = _kind(field)
        self.optional: bool = field.has_presence
        self.tag = tag


class Packer:
    """Writes messages of one type from tuples."""

    def __init__(
        self, message: Descriptor, names: Sequence[str], derived: Derived | None = None
    ) -> None:
        """`names` are the tuples' members, in order; a field in neither argument is never written.

        Raises TypeError for a field in one of them whose type this module cannot write.
        """
        derived = derived or {}
        self._derived = [*derived.values()]
        places = {name: index for index, name in enumerate((*names, *derived))}
        self._fields = [
            _Field(places[field.name], field, tag_of(message, field.name))
            for field in message.fields
            if field.name in places
        ]

    def pack(self, values: tuple[Any, ...], sent: SentHistory) -> bytes:
        """The bytes of the message, as protobuf writes it.

        Zeros, empty texts and empty lists are left out, but of an optional field only None. `sent`
        has the history that was sent last, and is updated. Raises ValueError for a number below 0
        in an unsigned field. A number that is too large for its field is not refused.
        """
        if self._derived:
            values = (*values, *[derive(values) for derive in self._derived])
        out = BytesWriter()
        for field in self._fields:
            value = values[field.index]
            if value or (field.optional and value is not None):
                _write_field(out, field, value, sent)
        return out.getvalue()


def _write_field(out: BytesWriter, field: _Field, value: Any, sent: SentHistory) -> None:
    kind = field.kind
    if kind == _STRING:
        text: str = value
        write_data(out, field.tag, text.encode())
        return
    out.write(field.tag)
    if kind == _PLAIN:
        write_number(out, value)
    elif kind == _LIST:
        write_list(out, tuple(value))
    elif kind == _GROWING_LIST:
        _write_history(out, tuple(value), sent)
    elif kind == _SIGNED_PLAIN:
        write_number(out, _zigzag(value))
    else:
        write_list(out, tuple([_zigzag(each) for each in value]))


@mypyc_attr(allow_interpreted_subclasses=True)
class ObservationPacker:
    """Writes a game's observations, whose messages have a public and a private part."""

    def __init__(
        self, message: Descriptor, names: Sequence[str], derived: Derived | None = None
    ) -> None:
        """`names` are the observation's members, in order.

        Raises TypeError for a field that is neither a member nor derived, or as `Packer` does.
        """
        self.message = message
        self._parts = [
            (tag_of(message, part.name), _packer_of(part.message_type, names, derived or {}))
            for part in message.fields
        ]

    def pack(self, seen: tuple[Any, ...], sent: SentHistory) -> bytes:
        """The bytes of the observation's message. Raises ValueError as `Packer.pack` does."""
        out = BytesWriter()
        for part in self._parts:
            write_data(out, part[0], part[1].pack(seen, sent))
        return out.getvalue()


def _packer_of(message: Descriptor, names: Sequence[str], derived: Derived) -> Packer:
    for field in message.fields:
        if field.name not in derived and field.name not in names:
            raise TypeError(f"nothing tells what {field.full_name} is")
    in_part = {name: derive for name, derive in derived.items() if name in message.fields_by_name}
    return Packer(message, names, in_part)
