"""The fixtures that are there, laid out in a folder where tests may write, and what they expect."""

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.compat.packing import unpack

HERE = Path(__file__).parent
STATES = ("finished", "stopped")


@dataclass(frozen=True)
class Fixture:
    """What people had at one time; see README.md."""

    folder: Path

    def __str__(self) -> str:
        return self.folder.name

    @cached_property
    def made(self) -> dict[str, Any]:
        """What made.json says of the fixture; see README.md."""
        return dict(json.loads((self.folder / "made.json").read_text()))

    def cups(self, *kinds: str) -> list[str]:
        """The names of those of these kinds; without any, of all."""
        return [
            name for name, own in self.made["cups"].items() if not kinds or own["kind"] in kinds
        ]


@dataclass(frozen=True)
class Place:
    """A fixture in a folder of its own."""

    fixture: Fixture
    folder: Path

    @classmethod
    def of(cls, fixture: Fixture, folder: Path) -> "Place":
        """Laid out there: tournament files, the bots that they name, and what is expected."""
        for name in ("cups", "files"):
            shutil.copytree(fixture.folder / name, folder / name)
        for name in ("bots", "tables", "records"):
            unpack(fixture.folder / f"{name}.tar.gz", folder / name)
        return cls(fixture, folder)

    @property
    def bots(self) -> Path:
        """A folder for each bot in Python."""
        return self.folder / "bots"

    def cup(self, name: str) -> Path:
        """The tournament file of a cup."""
        return self.folder / "cups" / f"{name}.toml"

    def data(self, state: str) -> Path:
        """The data folder of that state, unpacked."""
        return unpack(self.fixture.folder / f"{state}.tar.gz", self.folder / state)

    def table(self, name: str, state: str) -> str:
        """As it was, in JSON, without its sentence."""
        return without_sentence((self.folder / "tables" / state / f"{name}.json").read_text())

    def records(self, name: str) -> list[dict[str, Any]]:
        """The records that a cup has when it is finished, each as `record` reads it."""
        lines = (self.folder / "records" / f"{name}.jsonl").read_text().splitlines()
        return [record(line) for line in lines]


FIXTURES = [Fixture(path.parent) for path in sorted(HERE.glob("*/made.json"))]


def without_sentence(table: str) -> str:
    """A table in JSON, to the byte, but for its sentence: that may be worded anew."""
    return re.sub(r'^ *"in_words": .*\n', "", table, flags=re.MULTILINE)


def record(line: str) -> dict[str, Any]:
    """What a record says, but for the version that wrote it and the wording of faults."""
    values = json.loads(line)
    del values["stych"]
    for each in values["faults"]:
        del each["fault"]["text"]
    return dict(values)


def as_then(then: object, now: object) -> object:
    """What is there now, without the keys that are newer than what was there then."""
    if isinstance(then, Mapping) and isinstance(now, Mapping):
        return {key: as_then(own, now[key]) for key, own in then.items() if key in now}
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [as_then(*pair) for pair in zip(then, now, strict=True)]
    return now
