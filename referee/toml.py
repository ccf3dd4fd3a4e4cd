"""Reads TOML files that people write, and says in sentences what is wrong with them."""

import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from referee.files import FileError, read_file
from referee.keys import MOST_PARTS, excess, has_long_key
from referee.text import MOST_SHOWN, did_you_mean, one_line, quoted
from referee.toml_lines import Place

_EXPECTED: Final = {
    "bool_type": "must be true or false",
    "dict_type": "must be a table of keys and values",
    "greater_than_equal": "must be {ge} or more",
    "int_type": "must be a whole number",
    "less_than_equal": "must be {le} or less",
    "literal_error": "must be {expected}",
    "model_type": "must be a table of keys and values",
    "string_too_long": "can have {max_length} characters at most",
    # All minimum lengths of texts in our files are 1.
    "string_too_short": "must not be empty",
    "string_type": "must be a text",
    "string_unicode": "must be text in UTF-8",
    "tuple_type": "must be a list",
}
"""By pydantic's name of a problem: the clause that says what would be right.

Pydantic's own messages are meant for programmers.
"""


class TomlError(FileError):
    """The text is not UTF-8 or not TOML, or has parts too large or too deep to be read.

    The message is the rest of a sentence that begins with the name of the file.
    """


def read_toml(path: Path, most: int, within: Path | None = None) -> dict[str, Any]:
    """The values in a TOML file of at most `most` bytes. With `within` it must lie in that folder.

    Raises OSError, and FileError for a file too large, outside of `within` or no TOML (TomlError).
    """
    return parse_toml(read_text(path, most, within))


def read_text(path: Path, most: int, within: Path | None = None) -> str:
    """The text of a file, which is not parsed; it may be no TOML. Takes the same as `read_toml`.

    Raises OSError, and FileError for a file too large, outside of `within` or not in UTF-8.
    """
    data = read_file(path, most, within)
    try:
        # Some editors begin a file with a byte order mark.
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"its byte {error.start} is {error.object[error.start]:#04x}"
        raise TomlError(f"is no text in UTF-8: {problem}") from None


def parse_toml(text: str) -> dict[str, Any]:
    """The values in a TOML text. Raises TomlError."""
    # This is checked before parsing, whose time and memory grow with the square of a key's parts.
    if has_long_key(text):
        raise TomlError(f"is no TOML that can be read: a key has more than {MOST_PARTS} parts")
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise TomlError("is no TOML that can be read: it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        raise TomlError(f"is no TOML: {message[:1].lower()}{message[1:]}") from None
    except ValueError:
        # Python refuses to read longer numbers. Its own message is meant for programmers.
        most = sys.get_int_max_str_digits()
        raise TomlError(
            f"is no TOML that can be read: it has a whole number of more than {most} digits"
        ) from None
    if problem := excess(values):
        raise TomlError(f"is no TOML that can be read: {problem}")
    return values


def first_problem(error: ValidationError, model: type[BaseModel]) -> str:
    """The sentence of the first of `problems`: where it is, what would be right, what was received.

    `model` is the model by which the file was checked.
    """
    return problems(error, model)[0][1]


def problems(error: ValidationError, model: type[BaseModel]) -> list[tuple[Place, str]]:
    """All problems of a file that `model` refused, each as its place and a sentence.

    Unknown keys come first, then the others in the order in which pydantic found them.
    """
    # If a key is missing because it was misspelled, the misspelled key says more about the mistake.
    ordered = sorted(
        error.errors(include_url=False), key=lambda each: each["type"] != "extra_forbidden"
    )
    return [(each["loc"], _sentence(each, model)) for each in ordered if not _only_follows(each)]


def _only_follows(problem: ErrorDetails) -> bool:
    """Whether the problem only follows from problems of a list's entries.

    Pydantic calls a list too short if some of its entries were refused. The refused entries are
    reported themselves, so this is no problem if the list has enough entries.
    """
    if problem["type"] != "too_short":
        return False
    least: int = problem["ctx"]["min_length"]
    return len(problem["input"]) >= least


def _sentence(problem: ErrorDetails, model: type[BaseModel]) -> str:
    place = problem["loc"]
    # The first step of a place is a key, and `_step` puts a dot before each key.
    where = "".join(map(_step, place))[1:]
    match problem["type"]:
        case "missing":
            meaning = _fields(model, place[:-1])[str(place[-1])].description
            return f"{where} is missing" + (f" ({meaning})" if meaning else "")
        case "extra_forbidden":
            key, known = str(place[-1]), _fields(model, place[:-1])
            meant = _elsewhere(key, model) or did_you_mean(key, known)
            return f"{where} is not a known key; the keys here are {', '.join(known)}{meant}"
        # The whole list would not fit into a sentence, so only its length is given.
        case "too_short" | "too_long":
            return f"{where} {_count(problem)}"
    expected = _expected(problem)
    # Messages of our own validators may already quote the value.
    received = "" if "received" in expected else f"; received {quoted(problem['input'])}"
    # A problem of the file as a whole has no place.
    return f"{where} {expected}{received}".lstrip()


def _elsewhere(key: str, model: type[BaseModel]) -> str:
    """Where an unknown key belongs, as the end of a sentence; "" if no place is known.

    Only the keys above the first table and those of the model's own tables are compared, and not
    those of tables within tables.

    Every line after a table's header belongs to that table, however far away the header is. So a
    key is easily written into the wrong table.
    """
    if key in model.model_fields:
        return f"; {key} belongs above the first table"
    for name, field in model.model_fields.items():
        if any(key in part.model_fields for part in _models(field.annotation)):
            is_list = get_origin(field.annotation) in (tuple, list)
            return f"; {key} belongs under {f'[[{name}]]' if is_list else f'[{name}]'}"
    return ""


def _step(step: int | str) -> str:
    return f"[{step}]" if isinstance(step, int) else f".{one_line(step, MOST_SHOWN)}"


def _expected(problem: ErrorDetails) -> str:
    if problem["type"] in _EXPECTED:
        return _EXPECTED[problem["type"]].format(**problem.get("ctx", {}))
    return problem["msg"].removeprefix("Value error, ").replace("Input should", "must", 1)


def _count(problem: ErrorDetails) -> str:
    ctx = problem["ctx"]
    bound = (
        f"{ctx['min_length']} or more entries"
        if "min_length" in ctx
        else f"{ctx['max_length']} entries at most"
    )
    return f"must have {bound}; received {len(problem['input'])}"


def _fields(model: type[BaseModel], place: Sequence[int | str]) -> dict[str, FieldInfo]:
    """The fields of the table at this place in a file of the model."""
    is_field = True
    for step in place:
        if isinstance(step, str) and is_field:
            annotation = model.model_fields[step].annotation
            # The keys of a dict may be any words: the next step is such a key, and no field.
            is_field = get_origin(annotation) is not dict
            model = next(_models(annotation))
        elif isinstance(step, str):
            is_field = True
    return model.model_fields


def _models(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)
