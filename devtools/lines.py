"""`python -m devtools.lines --write`: the JSON schemas of the lines that bots read, and some lines.

For each game of this repository docs/lines has a schema, which is made from the protocol and from
the names that the game gives its numbers, and bots/lines/common/lines has a file with some lines.
Without `--write` the first file that is missing or out of date is named, and the exit code is 1.
"""

import json
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.descriptor_pb2 import FileDescriptorSet
from grpc_tools import protoc

from devtools import line_samples
from referee.games.folders import FOLDERS
from referee.games.game import AnyGame
from referee.games.names import HISTORY, JsonSchema, Texts
from referee.games.registry import GAMES, package_of
from referee.wire import codec
from stych.v1.referee_pb2 import Decision
from stych_lines.messages import enum_words
from stych_lines.vocabulary import Vocabulary, vocabulary

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "docs" / "lines"
SAMPLES: Final = ROOT / "bots" / "lines" / "common" / "lines"
_DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
TEXTS: Final = Texts(str)
"""How the field HISTORY is written in lines: each public event as a text."""
_STRINGS: Final = {"type": "array", "items": {"type": "string"}}
"""The schema of a list of texts."""


def schemas() -> dict[str, str]:
    """The text of each schema, by the name of its file."""
    return {f"{game}.schema.json": _as_json(schema(game)) for game in _our_games()}


def samples() -> dict[Path, str]:
    """The text of each file with some lines, by its path."""
    return {
        SAMPLES / f"{game}.jsonl": line_samples.samples(GAMES[game](GAMES[game].options_type()))
        for game in _our_games()
    }


def _our_games() -> list[str]:
    # Packages that are installed beside this one may have further games.
    return [game for game in sorted(GAMES) if package_of(game) in FOLDERS]


def schema(game: str) -> JsonSchema:
    """The schema of a line of the game. Every line has all fields."""
    kind = GAMES[game]
    fields = {
        "match": _number("The match: bots may play several at the same time."),
        "decision": _number("Which decision of this match it is, for this bot, from 1.", least=1),
        "game": {"const": game},
        "options": _options(kind),
        "seat": _number("The bot's seat."),
        "seats": _number("How many seats there are.", least=1),
        "seed": _number("The bot's own seed in this match, below 2 to the power of 53."),
        "time_left_ms": _number("Milliseconds for this decision, with what is left of the bank."),
        "observation": _observation(game),
        "legal": {
            **_STRINGS,
            "minItems": 2,
            "description": "The legal actions. The answer is one of them, or its place from 0.",
        },
        "news": {**_STRINGS, "description": "What happened since this match's last decision."},
    }
    return {"$schema": _DRAFT, "title": f"A decision of {kind.title}", **_object(fields)}


def _options(kind: type[AnyGame]) -> JsonSchema:
    model = kind.options_type.model_json_schema()
    keys = ("type", "enum", "minimum", "maximum", "description")
    return _object(
        {
            name: {key: field[key] for key in keys if key in field}
            for name, field in model["properties"].items()
        }
    )


def _observation(game: str) -> JsonSchema:
    message = Decision.DESCRIPTOR.fields_by_name[codec(game).field].message_type
    words = vocabulary(game, "")
    return _object(
        {field.name: _field(field, words) for part in message.fields for field in _inner(part)}
    )


def _inner(part: FieldDescriptor) -> Iterator[FieldDescriptor]:
    message: Descriptor = part.message_type
    yield from message.fields


def _field(field: FieldDescriptor, words: Vocabulary) -> JsonSchema:
    result: JsonSchema = _value(field)
    if field.is_repeated:
        result = {"type": "array", "items": result}
    elif field.has_presence:
        result = {**result, "type": [result["type"], "null"]}
    names = words.fields.get(field.name, TEXTS if field.name == HISTORY else None)
    about = _comments().get(field.full_name, "")
    if names:
        result, about = names.schema(result), names.about or about
    return {**result, "description": about}


def _value(field: FieldDescriptor) -> JsonSchema:
    if field.type == FieldDescriptor.TYPE_ENUM:
        return {"enum": [*enum_words(field.enum_type).values()]}
    if field.type == FieldDescriptor.TYPE_STRING:
        return {"type": "string"}
    if field.type == FieldDescriptor.TYPE_BOOL:
        return {"type": "boolean"}
    return {"type": "integer"}


def _number(about: str, least: int = 0) -> JsonSchema:
    return {"type": "integer", "minimum": least, "description": about}


def _object(fields: dict[str, Any]) -> JsonSchema:
    # Further properties are allowed: later versions may have more fields.
    return {"type": "object", "required": [*fields], "properties": fields}


@cache
def _comments() -> dict[str, str]:
    """The comments on fields in the protocol's files, by the full name of the field."""
    proto = ROOT / "proto"
    files = sorted(path.relative_to(proto).as_posix() for path in proto.glob("stych/v1/*.proto"))
    with TemporaryDirectory() as folder:
        output = Path(folder, "set")
        options = ("--include_source_info", f"--descriptor_set_out={output}")
        if protoc.main(["protoc", f"-I{proto}", *options, *files]):
            raise RuntimeError("protoc cannot read the protocol")
        descriptors = FileDescriptorSet.FromString(output.read_bytes())
    return {
        f"{file.package}.{message.name}.{message.field[place.path[3]].name}": _joined(
            place.leading_comments
        )
        for file in descriptors.file
        for place in file.source_code_info.location
        # Only the path of a field in a message: 4 and 2 are the numbers of FileDescriptorProto's
        # message_type and of DescriptorProto's field.
        if len(place.path) == 4 and place.path[0] == 4 and place.path[2] == 2
        for message in [file.message_type[place.path[1]]]
    }


def _joined(comment: str) -> str:
    """The comment in one line. Events are encoded in messages, and "in words" in lines."""
    return re.sub(
        r", encoded (likewise|as Decision\.events says)", ", in words", " ".join(comment.split())
    )


def _as_json(schema: JsonSchema) -> str:
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def main() -> None:
    """Write the files; without `--write` compare them with the texts that they should have."""
    write = "--write" in sys.argv[1:]
    files = {FOLDER / name: text for name, text in schemas().items()}
    for path, text in (files | samples()).items():
        if write:
            path.parent.mkdir(exist_ok=True, parents=True)
            path.write_text(text, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != text:
            sys.exit(f"{path} is out of date: python -m devtools.lines --write")


if __name__ == "__main__":
    main()
