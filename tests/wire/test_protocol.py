"""The .proto files, the code made from them, and the engine say the same."""

import re
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from referee import conduct
from referee.games.fox import FoxPhase
from referee.games.fox.actions import FoxEventKind
from referee.version import PROTOCOL
from stych.v1 import fox_pb2
from stych.v1 import referee_pb2 as pb
from tests.wire.generate import PROTO, generate

SOURCES = sorted(PROTO.rglob("*.proto"))
DECLARATION = re.compile(
    r"\s*((repeated |optional )?[\w.]+ \w+ = \d+;|(message|enum|service|oneof) \w+ \{|rpc \w+\()"
)
"""A field, or the beginning of a block or of a call."""
ENUM_VALUE = re.compile(r"\s*[A-Z_0-9]+ = \d+;")


def generated(folder: Path) -> dict[str, str]:
    """The modules made from the protocol, by path."""
    found = sorted([*folder.rglob("*_pb2*.py"), *folder.rglob("*_pb2*.pyi")])
    return {str(path.relative_to(folder)): path.read_text() for path in found}


@pytest.mark.slow
def test_the_generated_code_is_up_to_date(tmp_path: Path) -> None:
    generate(tmp_path)
    new, kept = generated(tmp_path), generated(PROTO)
    assert new.keys() == kept.keys()
    assert len(new) >= 2 * len(SOURCES)
    for path, text in new.items():
        assert text == kept[path], f"{path} is not what `make proto` makes"


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.name)
def test_everything_in_the_protocol_has_a_comment(source: Path) -> None:
    lines = source.read_text().splitlines()
    declared = [
        number
        for number, line in enumerate(lines)
        if DECLARATION.match(line) or ENUM_VALUE.match(line)
    ]
    assert len(declared) > 20
    for number in declared:
        assert lines[number - 1].strip().startswith("//"), (number + 1, lines[number])


def numbers(values: type[Enum]) -> dict[str, int]:
    return {name: member.value for name, member in values.__members__.items()}


def on_the_wire(enum: Any, prefix: str) -> dict[str, int]:
    """The enum's values without its prefix and without the one that is never sent."""
    items = {name.removeprefix(prefix): number for name, number in enum.items()}
    assert items.pop("UNSPECIFIED") == 0
    return items


def test_the_phases_of_the_fox_have_the_same_numbers() -> None:
    assert on_the_wire(fox_pb2.FoxPhase, "FOX_PHASE_") == numbers(FoxPhase)


def test_the_events_of_the_fox_have_the_same_numbers() -> None:
    assert on_the_wire(fox_pb2.FoxEvent, "FOX_EVENT_") == numbers(FoxEventKind)


def test_faults_have_the_same_names() -> None:
    assert on_the_wire(pb.FaultKind, "FAULT_KIND_").keys() == numbers(conduct.FaultKind).keys()


def test_the_numbers_of_the_protocol_never_change() -> None:
    # A message of a bot that was built years ago must mean the same.
    assert numbers_of(pb.PlayRequest) == {"hello": 1, "answers": 2, "goodbye": 3}
    assert numbers_of(pb.Hello)["protocol_version"] == 1
    assert numbers_of(pb.Hello)["never_talks"] == 7
    assert numbers_of(pb.Goodbye) == {"reason": 1, "text": 2}
    assert numbers_of(pb.PlayResponse)["goodbye"] == 6
    assert pb.GOODBYE_REASON_INCOMPATIBLE == 3


def numbers_of(message: Any) -> dict[str, int]:
    return {field.name: field.number for field in message.DESCRIPTOR.fields}


def test_the_version_is_that_of_the_package() -> None:
    assert pb.DESCRIPTOR.package == fox_pb2.DESCRIPTOR.package == f"stych.v{PROTOCOL}"
