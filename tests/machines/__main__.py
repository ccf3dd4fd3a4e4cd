"""`python -m tests.machines [NAME...]`: makes machines, plays on each, prints a table of them."""

import argparse
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import FrameType
from typing import Final

from referee.sandbox.processors import available
from tests.machines.lanes import by_place, play_all
from tests.machines.machine import MACHINES, Machine
from tests.machines.making import Builder, building
from tests.machines.playing import Row, play

_STOPS: Final = (signal.SIGINT, signal.SIGTERM)
_AT_ONCE: Final = 2
"""How many are played at once where nothing else is said, and there are as many processors: what is
played on one machine waits for a good part of its time."""


def main() -> int:
    """0 when all is well on every machine that was not skipped; with --all none may be skipped."""
    told = _arguments()
    chosen = _chosen(told.names, told.without)
    for number in _STOPS:
        # One that is ignored, as by a shell's background job, stays so.
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _stop)
    told.at_once = min(told.at_once, len(by_place(chosen))) or 1
    with building(told.bwrap, anew=told.full) as builder:
        rows = play_all(
            chosen,
            told.at_once,
            lambda machine: _row(builder, machine, told),
            _tell,
            builder.stopping,
        )
    print("\n".join(table(rows)))
    return int(any(row.problems or (told.all and row.skipped) for row in rows))


def _stop(number: int, _: FrameType | None) -> None:
    """As an exit, so that all that was made goes; a second signal does not cut that short."""
    for each in _STOPS:
        signal.signal(each, signal.SIG_IGN)
    sys.exit(128 + number)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.machines", description=__doc__)
    names = ", ".join(machine.name for machine in MACHINES)
    parser.add_argument("names", nargs="*", help=f"of {names}; all when none is named")
    parser.add_argument("--without", action="append", default=[], help="all but this one")
    parser.add_argument(
        "--full", action="store_true", help="the README's two commands whole, set up anew on each"
    )
    parser.add_argument("--all", action="store_true", help="a skipped machine is a failure")
    parser.add_argument(
        "--at-once",
        type=_at_once,
        default=min(available(), _AT_ONCE),
        help="how many are played at the same time; those that share a checkout never are"
        " (default: %(default)s)",
    )
    parser.add_argument("--no-tests", action="store_true", help="the quickstart alone")
    parser.add_argument("--bwrap", default="", help="bubblewrap, where it is not on the PATH")
    parser.add_argument("--logs", default="build/machines", help="the folder for what they say")
    return parser.parse_args()


def _at_once(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise argparse.ArgumentTypeError(f"a whole number from 1 on is needed, received {text!r}")
    return int(text)


def _chosen(names: Sequence[str], without: Sequence[str]) -> list[Machine]:
    known = {machine.name for machine in MACHINES}
    if wrong := [name for name in (*names, *without) if name not in known]:
        sys.exit(f"machines: there is no {wrong[0]!r}; there are {', '.join(sorted(known))}")
    wanted = [each for each in MACHINES if not names or each.name in names]
    return [each for each in wanted if each.name not in without]


def _row(builder: Builder, machine: Machine, told: argparse.Namespace) -> Row:
    lacks = builder.lacks(machine)
    if lacks:
        return Row(machine.name, machine.title, skipped=lacks)
    logs = Path(told.logs)
    logs.mkdir(parents=True, exist_ok=True)
    log = logs / f"{machine.name}.log"
    log.unlink(missing_ok=True)
    try:
        made = builder.make(machine)
    except (OSError, subprocess.CalledProcessError) as error:
        return Row(machine.name, machine.title, problems=[f"making it failed: {error}"])
    return play(made, log, full=told.full, tests=not told.no_tests, at_once=told.at_once)


def _tell(machine: Machine, row: Row | None) -> None:
    said = lines_of(row) if row else [f"machines: {machine.name} begins"]
    print("\n".join(said), flush=True)


def lines_of(row: Row) -> list[str]:
    """What is printed of a machine that was played or skipped."""
    title = f"machines: {row.name}: {row.title}"
    if row.skipped:
        return [title, f"  skipped: {row.skipped}"]
    played = f"quickstart {row.quickstart}; tests: {row.tests}; {row.seconds:.0f} s"
    return [title, f"  {row.isolation}; {played}", *(f"  FAILED {line}" for line in row.problems)]


def table(rows: Iterable[Row]) -> list[str]:
    """The rows as docs/reliability.md has them, with a further column for the time."""
    lines = [
        "",
        "| machine | isolation | quickstart, matches without a fault | tests | time |",
        "|---|---|---|---|---|",
    ]
    for row in rows:
        cells = (row.isolation, row.quickstart, row.tests, f"{row.seconds:.0f} s")
        if row.skipped:
            cells = ("-", "-", f"skipped: {row.skipped}", "-")
        lines.append(f"| {row.title} | {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    sys.exit(main())
