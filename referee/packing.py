"""Messages as bytes, straight from tuples of numbers: what every decision is written with.

It follows the descriptors of the protocol, field by field, and writes what protobuf's own messages
would: to build those first takes longer than a decision of the rules, and cannot be compiled
(docs/performance.md). The tests hold one against the other, byte by byte.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from google.protobuf.descriptor import FieldDescriptor
from librt.strings import BytesWriter
from mypy_extensions import mypyc_attr

Descriptor: TypeAlias = Any
"""The descriptor of a message; there are two classes of them, with the same members."""
Derived: TypeAlias = Mapping[str, Callable[[Any], Any]]
"""Functions that make fields from the whole tuple which are none of its members; None for no
value."""

_VARINT: Final = 0
_DELIMITED: Final = 2
_SMALL: Final = 128
"""Numbers below this are their own varint."""
_HISTORY: Final = "history"
"""The field of every game that grows from one decision to the next."""
_NUMBERS: Final = frozenset(
    (
        FieldDescriptor.TYPE_BOOL,
        FieldDescriptor.TYPE_ENUM,
        FieldDescriptor.TYPE_UINT32,
        FieldDescriptor.TYPE_UINT64,
    )
)

_DELIMITED_TYPES: Final = (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_MESSAGE)


class Written:
    """The history as it was written last to one seat of one match: the next one goes on there."""

    def __init__(self) -> None:
        self.numbers: tuple[Any, ...] = ()
        self.data = b""


def write_number(out: BytesWriter, number: int) -> None:
    """Write a number as a varint, seven bits a byte. Raises ValueError for one below 0."""
    if number < 0:
        raise ValueError(f"{number} is out of range: only numbers from 0 on can be written so")
    while number >= _SMALL:
        out.append(number & (_SMALL - 1) | _SMALL)
        number >>= 7
    out.append(number)


def size_of(number: int) -> int:
    """How many bytes `write_number` writes."""
    size = 1
    while number >= _SMALL:
        number >>= 7
        size += 1
    return size


def write_data(out: BytesWriter, tag: bytes, data: bytes) -> None:
    """Write a field that has a size: a text, or a message within another."""
    out.write(tag)
    write_number(out, len(data))
    out.write(data)


def varint(number: int) -> bytes:
    """The bytes of the number as a varint."""
    out = BytesWriter()
    write_number(out, number)
    return out.getvalue()


def tag_of(message: Descriptor, field: str) -> bytes:
    """The bytes before a field's value: its number and kind.

    Raises KeyError for an unknown field.
    """
    found = message.fields_by_name[field]
    of_bytes = found.is_repeated or found.type in _DELIMITED_TYPES
    return varint(found.number << 3 | (_DELIMITED if of_bytes else _VARINT))


def _write_each(out: BytesWriter, numbers: tuple[Any, ...]) -> None:
    for each in numbers:
        number: int = each
        if 0 <= number < _SMALL:
            # Most numbers are small, and need no call.
            out.append(number)
        else:
            write_number(out, number)


def write_list(out: BytesWriter, numbers: tuple[Any, ...]) -> None:
    """Write the numbers after one another, with the size of all before them."""
    # One byte is kept free for the size, which suffices for nearly all lists.
    at = len(out)
    out.append(0)
    _write_each(out, numbers)
    size: int = len(out) - at - 1
    if size < _SMALL:
        out[at] = size
    else:
        data = out.getvalue()[at + 1 :]
        out.truncate(at)
        write_number(out, size)
        out.write(data)


def _write_history(out: BytesWriter, numbers: tuple[Any, ...], written: Written) -> None:
    known = len(written.numbers)
    grown = BytesWriter()
    # Within a round it only grows, so that most of its bytes are there already; with the next one
    # it begins anew.
    if numbers[:known] == written.numbers:
        grown.write(written.data)
        _write_each(grown, numbers[known:])
    else:
        _write_each(grown, numbers)
    data = grown.getvalue()
    written.numbers, written.data = numbers, data
    write_number(out, len(data))
    out.write(data)


def _zigzag(number: int) -> int:
    # The protocol's sint32: small numbers of either sign stay short.
    return number << 1 if number >= 0 else (-number << 1) - 1


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
    if field.type in _NUMBERS:
        if not field.is_repeated:
            return _PLAIN
        return _GROWING_LIST if field.name == _HISTORY else _LIST
    raise TypeError(f"{field.full_name} has a type that nothing here can write")


class _Field:
    """A field of a message, whose values are at one place of the tuples."""

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
        """`names` are the members of the tuples, in order; other fields than `derived` stay out.

        Raises TypeError for a field of a type that none of the protocol's observations has.
        """
        derived = derived or {}
        self._derived = [*derived.values()]
        places = {name: index for index, name in enumerate((*names, *derived))}
        self._fields = [
            _Field(places[field.name], field, tag_of(message, field.name))
            for field in message.fields
            if field.name in places
        ]

    def pack(self, values: tuple[Any, ...], written: Written) -> bytes:
        """The message with these values, without zeros and empty lists, as protobuf has it.

        Raises ValueError below 0 in a field without a sign. Too large numbers are written.
        """
        if self._derived:
            values = (*values, *[derive(values) for derive in self._derived])
        out = BytesWriter()
        for field in self._fields:
            value = values[field.index]
            if value or (field.optional and value is not None):
                _write_field(out, field, value, written)
        return out.getvalue()


def _write_field(out: BytesWriter, field: _Field, value: Any, written: Written) -> None:
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
        _write_history(out, tuple(value), written)
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
        """`names` are those of the observation's members.

        Raises TypeError for a field that is neither a member nor derived.
        """
        self.message = message
        self._parts = [
            (tag_of(message, part.name), _whole(part.message_type, names, derived or {}))
            for part in message.fields
        ]

    def pack(self, seen: tuple[Any, ...], written: Written) -> bytes:
        """The bytes of the observation's message. Raises ValueError as Packer does."""
        out = BytesWriter()
        for part in self._parts:
            write_data(out, part[0], part[1].pack(seen, written))
        return out.getvalue()


def _whole(message: Descriptor, names: Sequence[str], derived: Derived) -> Packer:
    for field in message.fields:
        if field.name not in derived and field.name not in names:
            raise TypeError(f"nothing tells what {field.full_name} is")
    own = {name: derive for name, derive in derived.items() if name in message.fields_by_name}
    return Packer(message, names, own)
