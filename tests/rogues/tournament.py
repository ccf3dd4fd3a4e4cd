"""The tournament of the rogues, played by the command; and the same one without them."""

import json
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.sandbox.levels import IsolationLevel
from referee.text import printable
from tests.e2e.command import call, start
from tests.rogues.cabinet import MARK, UNBOUNDED, Rogue, tournament
from tests.rogues.places import Place
from tests.rogues.remains import Watch

HANGS = 900.0
"""After so many seconds a test counts as hanging; it is no measure of speed."""


@dataclass(frozen=True)
class Played:
    """What came of a tournament."""

    records: list[str]
    """A line each, nothing measured in them."""
    told: str
    """What the command tells of all faults."""
    outputs: Mapping[str, str]
    """What each bot printed, by entrant."""
    remains: list[str]
    seconds: float

    def among(self, entrants: set[str]) -> list[str]:
        """The records of the matches among these entrants, sorted and without their clocks.

        In the short form the honest bots play alone without confinement, and with longer clocks.
        """
        records = (json.loads(line) for line in self.records)
        return sorted(
            json.dumps(record | {"conduct": None})
            for record in records
            if _seated(record) <= entrants
        )

    def faults(self) -> Mapping[str, Counter[str]]:
        """By entrant, kind and text: how often."""
        found: dict[str, Counter[str]] = {}
        for record in map(json.loads, self.records):
            for entry in record["faults"]:
                name = record["seats"][entry["seat"]]["entrant"]
                fault = f"{entry['fault']['kind']}: {entry['fault']['text']}"
                found.setdefault(name, Counter())[fault] += 1
        return found


def _seated(record: dict[str, Any]) -> set[str]:
    return {seat["entrant"] for seat in record["seats"]}


def play(file: Path, jobs: int, at: Place) -> Played:
    """Play a file into a new data folder, with the isolation that the place requires."""
    # As root each bot runs as another user, which has to reach its socket in this folder.
    with tempfile.TemporaryDirectory(prefix="rogues-") as folder:
        place, data = Path(folder, "tmp"), Path(folder, "data")
        for path in (Path(folder), place):
            path.mkdir(exist_ok=True)
        at.give(Path(folder), place)
        watch, began = Watch(place), time.monotonic()
        _play(file, data, jobs, watch, at)
        seconds = time.monotonic() - began
        records, told = (_asked(data, word, file) for word in ("records", "faults"))
        return Played(records.splitlines(), told, _outputs(data), watch.remains(), seconds)


def _asked(data: Path, word: str, file: Path) -> str:
    done = call("--data", data, word, file)
    if done.code:
        raise RuntimeError(f"stych {word} ended with {done.code}: {done.err}")
    return done.out


def _play(file: Path, data: Path, jobs: int, watch: Watch, at: Place) -> None:
    arguments = (
        "--data",
        data,
        "run",
        file,
        "--isolation",
        at.required,
        "--jobs",
        jobs,
        "--exit-zero",
    )
    environment = {"HOME": str(data), **at.environment, "TMPDIR": str(watch.place)}
    process = start(*arguments, folder=watch.place, before=at.before, **environment)
    until = time.monotonic() + HANGS
    while time.monotonic() < until:
        watch.look(process.pid)
        with suppress(subprocess.TimeoutExpired):
            _, problems = process.communicate(timeout=0.5)
            if process.returncode:
                raise RuntimeError(f"the tournament ended with {process.returncode}: {problems}")
            return
    process.kill()
    raise RuntimeError(f"the tournament hangs: it has not ended after {HANGS:g} s")


def _outputs(data: Path) -> dict[str, str]:
    said: dict[str, str] = {}
    for path in sorted(data.glob("output/*/*/*/*/std*.txt")):
        name = path.parents[1].name
        said[name] = said.get(name, "") + path.read_text(errors="replace")
    return said


def compare(rogues: list[Rogue], honest: Played, whole: Played, at: Place) -> list[str]:
    """What is not as it should be, a sentence each."""
    names = {name for line in honest.records for name in _seated(json.loads(line))}
    faults = whole.faults()
    found = [
        f"{name}, who is honest, was blamed: {dict(faults[name])}" for name in names & {*faults}
    ]
    if honest.among(names) != whole.among(names):
        found.append("the honest bots' matches among themselves are not the same to the byte")
    for rogue in rogues:
        may_succeed = rogue.name in UNBOUNDED and at.post.level is not IsolationLevel.BUBBLEWRAP
        said = whole.outputs.get(rogue.name, "")
        found += _judge(rogue, faults.get(rogue.name, Counter()), said, may_succeed=may_succeed)
    if printable(whole.told) != whole.told:
        found.append("what is told of the faults could steer a terminal")
    found += [f"{name}: not told of" for name in faults if name not in whole.told]
    found += [f"left behind: {each}" for played in (honest, whole) for each in played.remains]
    return found


def _judge(rogue: Rogue, faults: Mapping[str, int], said: str, *, may_succeed: bool) -> list[str]:
    """What is wrong with the rogue, a sentence each.

    Success is not wrong if it `may_succeed`: where the level does not promise to prevent it.
    """
    told = [fault for fault in faults if not fault.startswith("withdrawn: ")]
    found = [f"{rogue.name}: {fault}" for fault in told if not rogue.is_told_by(fault)]
    if not told and not rogue.quiet:
        found.append(f"{rogue.name}: nobody told of its fault")
    if not rogue.has_printed(said):
        found.append(f"{rogue.name}: did not print {rogue.printed!r}")
    done = [] if may_succeed else [line for line in said.splitlines() if MARK in line]
    return found + [f"{rogue.name}: {line}" for line in done]


def play_form(
    folder: Path,
    at: Place,
    jobs: int = 1,
    *,
    rogues: bool,
    short: bool,
    without: Collection[str] = (),
) -> Played:
    """Play the tournament, with the rogues or without them, by a file made in the folder."""
    folder.chmod(0o755)
    file = folder / f"{'rogues' if rogues else 'honest'}.toml"
    file.write_text(tournament(rogues=rogues, short=short, counted=at.groups, without=without))
    return play(file, jobs, at)
