"""Measures the way from nothing to a stored bot that has played, in each language.

    python -m devtools.walk [LANGUAGE ...]

Each language begins with an empty folder and an empty cache of Štych, in which the second bot finds
what the first one left. What the user's own tools have downloaded before may be used as well.
Prints a table in Markdown, with a row for each language and step.
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
_MATCHES: Final = ("sample/random", "--boards", "1", "--option", "target=1")
"""Arguments of `stych play` for one short match in each seating, against a sample bot."""


class WalkError(Exception):
    """A step failed; the text has the command and its output."""


@dataclass(frozen=True, slots=True)
class Step:
    """One command, and what it cost."""

    name: str
    processor: float
    """Seconds of processor time, with that of all processes that the command started."""
    elapsed: float
    """Seconds from its start to its end."""
    folder: int
    """Bytes in the bot's folder after the command."""
    stored: int
    """Bytes of the stored version; 0 before there is one."""


def walk(language: str, place: Path) -> Iterator[Step]:
    """Take all steps with one language, in the empty folder `place`; each when it is asked for.

    Raises WalkError when a command fails.
    """
    first, second = place / "first", place / "second"
    data = ("--data", str(place / "data"))
    for name, folder, arguments in (
        ("new", first, ("new", language, str(first))),
        ("check", first, ("check", str(first))),
        ("play", first, (*data, "play", "fox", str(first), *_MATCHES)),
        ("submit", first, (*data, "submit", str(first))),
        ("play the stored one", first, (*data, "play", "fox", "first@1", *_MATCHES)),
        ("new, a second bot", second, ("new", language, str(second))),
        ("submit it", second, (*data, "submit", str(second))),
    ):
        processor, elapsed = _timed(arguments, place)
        yield Step(name, processor, elapsed, bytes_in(folder), _stored(folder.name, place, data))


def _timed(arguments: Sequence[str], place: Path) -> tuple[float, float]:
    """Run `stych` with the arguments: its seconds of processor time, and the elapsed seconds.

    Raises WalkError when its exit code is not 0.
    """
    before, began = _used(), time.monotonic()
    done = _run(arguments, place)
    if done.returncode:
        raise WalkError(f"stych {' '.join(arguments)}\n{done.stdout}{done.stderr}")
    return _used() - before, time.monotonic() - began


def _run(arguments: Sequence[str], place: Path) -> subprocess.CompletedProcess[str]:
    # Without the user's settings, such as another data folder.
    environment = {key: value for key, value in os.environ.items() if not key.startswith("STYCH_")}
    return subprocess.run(
        [str(_STYCH), *arguments],
        cwd=place,
        env={**environment, "STYCH_CACHE": str(place / "cache")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def _used() -> float:
    """Seconds of processor time of all processes below this one that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _stored(name: str, place: Path, data: Sequence[str]) -> int:
    """The bytes of the first stored version of the bot with this name; 0 if there is none."""
    listed = json.loads(_run((*data, "bots", "--json"), place).stdout or "[]")
    return sum(each["bytes"] or 0 for each in listed if each["bot"] == f"{name}@1")


def _row(language: str, step: Step) -> str:
    folder, stored = (f"{size / 1e6:.2f}" if size else "" for size in (step.folder, step.stored))
    return (
        f"| {language} | {step.name} | {step.processor:.1f} | {step.elapsed:.1f}"
        f" | {folder} | {stored} |"
    )


def main(names: Sequence[str]) -> int:
    """Measure these languages, by default all. Returns the exit code: 1 if a step failed."""
    code = 0
    print(f"{_HEAD}\n{_RULE}", flush=True)
    for language in names or languages():
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
