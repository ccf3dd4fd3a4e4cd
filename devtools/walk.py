"""Walks each language from nothing to a stored bot that has played, and prints what it took.

    python -m devtools.walk [LANGUAGE ...]

Each language begins with empty folders and caches; the second bot of a language finds what the
first one left there. Prints Markdown: a row for each language and step.
"""

import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from referee.rpc.folders import bytes_in
from tournaments.resources.scaffold import languages

_STYCH: Final = Path(sys.executable).with_name("stych")
_HEAD: Final = "| language | step | processor, s | elapsed, s | folder, MB | stored, MB |"
_RULE: Final = "|---|---|---|---|---|---|"
# One short match in each seating.
_MATCHES: Final = ("sample/random", "--boards", "1", "--option", "target=1")


class WalkError(Exception):
    """A step failed; the text has the command and what it printed."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one command took."""

    name: str
    processor: float
    """Seconds of processor time, of all that it started too."""
    elapsed: float
    """Seconds."""
    folder: int
    """Bytes in the bot's folder after it."""
    stored: int
    """Bytes of the stored version; 0 before there is one."""


def walk(language: str, place: Path) -> Iterator[Step]:
    """Take all steps in the empty folder, one at a time. Raises WalkError."""
    first, second = place / "first", place / "second"
    data = ("--data", str(place / "data"))
    for name, folder, line in (
        ("new", first, ("new", language, str(first))),
        ("check", first, ("check", str(first))),
        ("play", first, (*data, "play", "fox", str(first), *_MATCHES)),
        ("submit", first, (*data, "submit", str(first))),
        ("play the stored one", first, (*data, "play", "fox", "first@1", *_MATCHES)),
        ("new, a second bot", second, ("new", language, str(second))),
        ("submit it", second, (*data, "submit", str(second))),
    ):
        processor, elapsed = _timed(line, place)
        yield Step(name, processor, elapsed, bytes_in(folder), _stored(folder.name, place, data))


def _timed(line: Sequence[str], place: Path) -> tuple[float, float]:
    """Seconds of processor time and elapsed ones of a command of ours."""
    before, began = _used(), time.monotonic()
    done = _called(line, place)
    if done.returncode:
        raise WalkError(f"stych {' '.join(line)}\n{done.stdout}{done.stderr}")
    return _used() - before, time.monotonic() - began


def _called(line: Sequence[str], place: Path) -> subprocess.CompletedProcess[str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("STYCH_")}
    return subprocess.run(
        [str(_STYCH), *line],
        cwd=place,
        env={**kept, "STYCH_CACHE": str(place / "cache")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def _used() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _stored(name: str, place: Path, data: Sequence[str]) -> int:
    listed = json.loads(_called((*data, "bots", "--json"), place).stdout or "[]")
    return sum(each["bytes"] or 0 for each in listed if each["bot"] == f"{name}@1")


def _row(language: str, step: Step) -> str:
    folder, stored = (f"{size / 1e6:.2f}" if size else "" for size in (step.folder, step.stored))
    return (
        f"| {language} | {step.name} | {step.processor:.1f} | {step.elapsed:.1f}"
        f" | {folder} | {stored} |"
    )


def main(asked: Sequence[str]) -> int:
    """Walk the languages, all by default; 1 when a step of any failed, which is told."""
    code = 0
    print(f"{_HEAD}\n{_RULE}", flush=True)
    for language in asked or languages():
        with TemporaryDirectory(prefix="stych-walk-") as place:
            try:
                for step in walk(language, Path(place)):
                    print(_row(language, step), flush=True)
            except WalkError as error:
                print(error, file=sys.stderr)
                code = 1
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
