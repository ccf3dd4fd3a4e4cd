"""Texts that are nearly right: what was once good, cut, spliced, and with odd values in it."""

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

T = TypeVar("T")
Step = str | int
ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 7, 2**31, 2**53, 2**64, -(2**64), 10**30, 0.5, -0.0, 1e308),
    *("", " ", "\0", "\n", "\x1b[2J", "é", "\u2028", "a" * 300, "..", "/", "../x", "0", "1", "{}"),
    *([], [[]], {}, [1], [""], {"": 0}, {"a": {}}, [None], [[1, 2]] * 3),
)
"""Values that may stand where another one is meant."""
KEYS: Final = ("more", "", "a\nb", "\x1b[2J", "k" * 300, "0", "divisions", "null_pair", "remote")
"""Keys that may stand in tables that have no such key."""
WORDS: Final = (
    *(b"\0", b"\n", b"\r\n", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", "é\u2028".encode()),
    *(b'"', b"'", b'"""', b"\\", b"\\u0000", b"\\ud800", b"#", b",", b":", b"=", b".", b"-"),
    *(b"{", b"}", b"[", b"]", b"[[", b"]]", b"[" * 600, b'{"a":' * 600, b"null", b"true"),
    *(b"nan", b"inf", b"1e999", b"-0", b"9" * 30, b"9" * 5000, b"1979-05-27T07:32:00Z", b"0x7f"),
)


def one_of(wholes: Sequence[T]) -> SearchStrategy[T]:
    """Like `sampled_from`, for values that are too long to be shown."""
    return st.integers(0, len(wholes) - 1).map(lambda number: wholes[number])


@st.composite
def damaged(draw: DrawFn, whole: SearchStrategy[bytes]) -> bytes:
    """A good text with up to four parts cut out, replaced or inserted."""
    data = draw(whole)
    for _ in range(draw(st.integers(0, 4))):
        start = int(draw(st.floats(0, 1)) * len(data))
        end = min(start + draw(st.sampled_from([0, 0, 1, 2, 8, 64, 10**6])), len(data))
        new = draw(st.sampled_from(WORDS) | st.binary(max_size=6))
        data = data[:start] + new + data[end:]
    return data


@st.composite
def dented(draw: DrawFn, whole: SearchStrategy[bytes]) -> bytes:
    """A file with other bytes here and there, all else in its place."""
    data = bytearray(draw(whole))
    for _ in range(draw(st.integers(1, 5))):
        start = int(draw(st.floats(0, 1, exclude_max=True)) * len(data))
        new = draw(st.binary(min_size=1, max_size=4) | st.just(bytes(64)))
        data[start : start + len(new)] = new[: len(data) - start]
    return bytes(data)


@st.composite
def odd_message(draw: DrawFn, whole: SearchStrategy[Message]) -> bytes:
    """A good message with odd values in its fields, and more or fewer values in its lists."""
    message = copy.deepcopy(draw(whole))
    for _ in range(draw(st.integers(1, 4))):
        part, field = draw(st.sampled_from([*_fields(message)]))
        if not field.is_repeated:
            setattr(part, field.name, _odd_value(draw, field))
            continue
        values = getattr(part, field.name)
        at = draw(st.integers(0, len(values)))
        if draw(st.booleans()) or at == len(values):
            values.insert(at, _odd_value(draw, field))
        else:
            del values[at : at + draw(st.integers(1, 4))]
    return message.SerializeToString()


def _fields(message: Message) -> Iterator[tuple[Message, Any]]:
    """The scalar fields of the message and of all that is in it."""
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.message_type is None:
            yield message, field
        elif field.is_repeated:
            for each in value:
                yield from _fields(each)
        elif message.HasField(field.name):
            yield from _fields(value)


def _odd_value(draw: DrawFn, field: FieldDescriptor) -> Any:
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING if field.type == FieldDescriptor.TYPE_BYTES:
            return draw(st.binary(max_size=40))
        case FieldDescriptor.CPPTYPE_STRING:
            return draw(st.sampled_from(["", "fox", "korist", "a\x1b[2Jb", "a\nb", "a" * 300]))
        case FieldDescriptor.CPPTYPE_BOOL:
            return draw(st.booleans())
        case FieldDescriptor.CPPTYPE_UINT32:
            return draw(
                st.integers(0, 9) | st.sampled_from([31, 33, 40, 99, 255, 2**31, 2**32 - 1])
            )
        case FieldDescriptor.CPPTYPE_UINT64:
            return draw(st.integers(0, 9) | st.sampled_from([2**32, 2**64 - 1]))
    return draw(st.integers(0, 9) | st.sampled_from([-1, 100, 2**31 - 1, -(2**31)]))


@st.composite
def odd(draw: DrawFn, whole: SearchStrategy[Any]) -> Any:
    """A good value with odd ones in it, without something, or with more."""
    value = copy.deepcopy(draw(whole))
    for _ in range(draw(st.integers(1, 3))):
        inner, last = _place(draw, value)
        match draw(st.sampled_from(["set", "set", "set", "remove", "more"])):
            case "set" if last is not None:
                inner[last] = copy.deepcopy(draw(st.sampled_from(ODD)))
            case "remove" if last is not None:
                del inner[last]
            case "more" if isinstance(inner, list):
                inner.append(copy.deepcopy(draw(st.sampled_from([*inner, None]))))
            case "more" if isinstance(inner, dict):
                inner[draw(st.sampled_from(KEYS))] = copy.deepcopy(draw(st.sampled_from(ODD)))
    return value


def _place(draw: DrawFn, value: Any) -> tuple[Any, Any]:
    """The value or a table or list in it, and one of its keys or indices, None if it is empty."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    if not keys:
        return value, None
    last = draw(st.sampled_from(keys))
    deeper = value[last]
    if isinstance(deeper, dict | list) and draw(st.booleans()):
        return _place(draw, deeper)
    return value, last


def as_json(value: Any) -> bytes:
    """As one line of JSON; its numbers may be too large for some readers."""
    return json.dumps(value).encode("utf-8", "surrogatepass")


def as_toml(values: Any) -> bytes:
    """As TOML, which has no None: it is left out at the top, and becomes a text further down."""
    rows = (
        f"{json.dumps(key)} = {_toml(each)}\n" for key, each in values.items() if each is not None
    )
    return "".join(rows).encode("utf-8", "surrogatepass")


def _toml(value: object) -> str:
    if isinstance(value, dict):
        pairs = (f"{json.dumps(key)} = {_toml(each)}" for key, each in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return '"none"' if value is None else json.dumps(value).replace("\x7f", "\\u007f")
