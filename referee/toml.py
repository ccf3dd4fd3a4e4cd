"""TOML files that people write: read, and the first thing wrong with one told in a sentence."""

import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from referee.files import FileError, read_file
from referee.keys import MOST_PARTS, beyond, has_long_key
from referee.text import MOST_SHOWN, did_you_mean, one_line, shown
from referee.toml_lines import Place

_WISHES: Final = {
    "bool_type": "must be true or false",
    "dict_type": "must be a table of keys and values",
    "greater_than_equal": "must be {ge} or more",
    "int_type": "must be a whole number",
    "less_than_equal": "must be {le} or less",
    "literal_error": "must be {expected}",
    "model_type": "must be a table of keys and values",
    "string_too_long": "can have {max_length} characters at most",
    "string_too_short": "must not be empty",
    "string_type": "must be a text",
    "string_unicode": "must be text in UTF-8",
    "tuple_type": "must be a list",
}
"""What would be right, by pydantic's name of the problem: in words for who knows no pydantic."""


class TomlError(FileError):
    """The text is no TOML; the message goes on after the name of the file."""


def read_toml(path: Path, most: int, within: Path | None = None) -> dict[str, Any]:
    """The values in a file of at most `most` bytes. Raises OSError or FileError.

    With `within` nothing outside of that folder is read.
    """
    return parse_toml(read_text(path, most, within))


def read_text(path: Path, most: int, within: Path | None = None) -> str:
    """The text of a file, which may be no TOML. Raises as `read_toml` does."""
    data = read_file(path, most, within)
    try:
        # Some editors begin a file with a byte order mark.
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = f"its byte {error.start} is {error.object[error.start]:#04x}"
        raise TomlError(f"is no text in UTF-8: {wrong}") from None


def parse_toml(text: str) -> dict[str, Any]:
    """The values in a TOML text. Raises TomlError."""
    # Before it is parsed, as that takes time and memory by the square of a key's parts.
    if has_long_key(text):
        raise TomlError(f"is no TOML that can be read: a key has more than {MOST_PARTS} parts")
    try:
        values = tomllib.loads(text)
    except RecursionError:
        raise TomlError("is no TOML that can be read: it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        said = str(error)
        raise TomlError(f"is no TOML: {said[:1].lower()}{said[1:]}") from None
    except ValueError:
        # Python reads no longer number: its words are for who writes the program.
        most = sys.get_int_max_str_digits()
        raise TomlError(
            f"is no TOML that can be read: it has a whole number of more than {most} digits"
        ) from None
    if problem := beyond(values):
        raise TomlError(f"is no TOML that can be read: {problem}")
    return values


def first_problem(error: ValidationError, model: type[BaseModel]) -> str:
    """The first problem of a refused file in one sentence: where, what is right, what was received.

    `model` is what the file was held against.
    """
    return problems(error, model)[0][1]


def problems(error: ValidationError, model: type[BaseModel]) -> list[tuple[Place, str]]:
    """All problems of a refused file: where each is, and a sentence as `first_problem` has it."""
    # A key may be missing because it is spelled wrong: then the wrong one tells more.
    found = sorted(
        error.errors(include_url=False), key=lambda each: each["type"] != "extra_forbidden"
    )
    return [(each["loc"], _sentence(each, model)) for each in found if not _follows(each)]


def _follows(problem: ErrorDetails) -> bool:
    """Whether it is told of a list that is long enough, because of what is wrong with its entries.

    They are problems of their own.
    """
    if problem["type"] != "too_short":
        return False
    least: int = problem["ctx"]["min_length"]
    return len(problem["input"]) >= least


def _sentence(problem: ErrorDetails, model: type[BaseModel]) -> str:
    place = problem["loc"]
    where = "".join(map(_step, place))[1:]
    match problem["type"]:
        case "missing":
            meaning = _fields(model, place[:-1])[str(place[-1])].description
            return f"{where} is missing" + (f" ({meaning})" if meaning else "")
        case "extra_forbidden":
            key, known = str(place[-1]), _fields(model, place[:-1])
            meant = _elsewhere(key, model) or did_you_mean(key, known)
            return f"{where} is not a known key; the keys here are {', '.join(known)}{meant}"
        # Told by its number: the whole list would not fit into a sentence.
        case "too_short" | "too_long":
            return f"{where} {_count(problem)}"
    said = _wish(problem)
    received = "" if "received" in said else f"; received {shown(problem['input'])}"
    return f"{where} {said}{received}".lstrip()


def _elsewhere(key: str, model: type[BaseModel]) -> str:
    """Where a key belongs that stands in a table that has none of the name; "" for nowhere.

    What follows a table's header is in that table, however far away the header stands.
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


def _wish(problem: ErrorDetails) -> str:
    if problem["type"] in _WISHES:
        return _WISHES[problem["type"]].format(**problem.get("ctx", {}))
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
    """The fields of the model, or of the part of it at that place."""
    named = True
    for step in place:
        if isinstance(step, str) and named:
            annotation = model.model_fields[step].annotation
            # Keys of a table that may have any are names of nothing in the model.
            named = get_origin(annotation) is not dict
            model = next(_models(annotation))
        elif isinstance(step, str):
            named = True
    return model.model_fields


def _models(annotation: object) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _models(part)
