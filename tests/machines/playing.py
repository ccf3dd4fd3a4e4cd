"""What is played on a machine: the README's two commands, and what came of them."""

import json
import re
import shutil
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.machines.machine import PLAIN
from tests.machines.making import Made
from tests.machines.short import SHORT

_QUICKSTART: Final = "tournaments/examples/quickstart.toml"
_STYCH: Final = ".venv/bin/stych"
_FEW_BOARDS: Final = 2
_JOBS: Final = 4
_COUNTS: Final = re.compile(r"(\d+) (passed|failed|skipped|errors?)\b")
_ENDING: Final = re.compile(r"^=*\s*\d+ (passed|failed|skipped|errors?)\b.* in [\d.]+s")


@dataclass(frozen=True)
class Allowed:
    """Seconds for a command, after which it hangs: many times what a quiet machine takes."""

    run: float
    tests: float

    def times(self, number: int) -> "Allowed":
        """For when so many machines share the processors."""
        return Allowed(self.run * number, self.tests * number)


_FULL: Final = Allowed(1200, 5400)
_PLAIN: Final = Allowed(600, 1200)
_OTHERS: Final = Allowed(300, 600)


def allowed(name: str, *, full: bool, at_once: int) -> Allowed:
    """What the commands may take on the machine of this name, when so many are played at once."""
    alone = _FULL if full else _PLAIN if name == PLAIN else _OTHERS
    return alone.times(at_once)


@dataclass
class Row:
    """What came of one machine."""

    name: str
    title: str
    isolation: str = "-"
    quickstart: str = "-"
    tests: str = "-"
    skipped: str = ""
    """Why it was skipped; "" when it was not."""
    seconds: float = 0.0
    problems: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    """Why tests were skipped, in the lines with which `make test` counts them in the end."""


def play(made: Made, log: Path, *, full: bool, tests: bool = True, at_once: int = 1) -> Row:
    """Run `make run` and, with `tests`, `make test` on the machine, and tell what came of them.

    With `full` each machine gets the whole quickstart and all tests. Otherwise the plain machine
    gets the whole quickstart and the tests of `--short`; the others get few boards and the tests in
    SHORT. A command that takes longer than is allowed is a problem of the row.
    """
    began = time.monotonic()
    seconds = allowed(made.machine.name, full=full, at_once=at_once)
    row = Row(made.machine.name, made.machine.title)
    _set_boards(made, full)
    _quickstart(made, log, row, seconds.run)
    if tests and not row.problems:
        _tests(made, log, row, seconds.tests, full=full)
    row.seconds = time.monotonic() - began
    return row


def _set_boards(made: Made, full: bool) -> None:
    """Remove the matches of earlier machines; set few boards, but not for PLAIN or with `full`."""
    file = made.checkout / _QUICKSTART
    shutil.rmtree(made.checkout / "stych-data", ignore_errors=True)
    if not full and made.machine.name != PLAIN:
        text = re.sub(r"(?m)^boards = \d+$", f"boards = {_FEW_BOARDS}", file.read_text())
        file.write_text(text)


def _quickstart(made: Made, log: Path, row: Row, seconds: float) -> None:
    done = made.give(["make", "run"], log, seconds)
    if done.returncode:
        row.quickstart = f"exit code {done.returncode}"
        row.problems.append(f"make run: {_last_words(done.stdout)}")
        return
    told = made.give([_STYCH, "records", _QUICKSTART, "--measured"], log, seconds)
    if told.returncode:
        row.problems.append(f"stych records: {_last_words(told.stdout)}")
        return
    records = [json.loads(line) for line in told.stdout.splitlines() if line.startswith("{")]
    clean = [record for record in records if not record["faults"]]
    row.quickstart = f"{len(clean)} of {len(records)}"
    row.isolation = ", ".join(sorted({record["measured"]["isolation"] for record in records}))
    faults = Counter(_fault(record) for record in records if record["faults"])
    row.problems += [f"{number} times {text}" for text, number in faults.items()]
    if not records:
        row.problems.append("no match was played")
    doctor = made.give([_STYCH, "doctor"], log, seconds)
    if doctor.returncode:
        row.problems.append(f"stych doctor: {_last_words(doctor.stdout)}")


def _fault(record: dict[str, Any]) -> str:
    first = record["faults"][0]
    entrant, fault = record["seats"][first["seat"]]["entrant"], first["fault"]
    return f"{entrant} {fault['kind']}: {fault['text']}"


def _tests(made: Made, log: Path, row: Row, seconds: float, *, full: bool) -> None:
    chosen = "" if full else "--short" if made.machine.name == PLAIN else " ".join(SHORT)
    # Half of what the short form does is waiting.
    jobs = [] if full else [f"JOBS={_JOBS}"]
    done = made.give(["make", "test", f"TESTS={chosen}", *jobs], log, seconds)
    row.tests, row.reasons = counted(done.stdout)
    if done.returncode:
        lines = done.stdout.splitlines()
        told = [
            line.removeprefix("FAILED ") for line in lines if line.startswith(("FAILED ", "ERROR "))
        ]
        row.problems += told
        if not told or done.returncode < 0:
            row.problems.append(f"make test: {_last_words(done.stdout)}")


def counted(said: str) -> tuple[str, list[str]]:
    """How the tests ended, and why some were skipped, of all that `make test` said."""
    counts = Counter[str]()
    endings = [line for line in said.splitlines() if _ENDING.search(line)]
    for number, what in _COUNTS.findall(endings[-1]) if endings else ():
        counts[what.removesuffix("s")] += int(number)
    failed = counts["failed"] + counts["error"]
    reasons = re.findall(r"(?m)^  +\d+  .+$", said.rpartition(" skipped:\n")[2])
    told = f"{counts['passed']} passed, {counts['skipped']} skipped, {failed} failed"
    return told, reasons if counts["skipped"] else []


def _last_words(said: str) -> str:
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return " / ".join(lines[-3:])
