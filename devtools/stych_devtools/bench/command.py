"""The command `stych bench`: measures how fast Štych is."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from referee.errors import UserError
from stych_devtools.bench.effort import FULL, QUICK, Effort
from stych_devtools.bench.findings import Findings
from stych_devtools.bench.picture import draw
from stych_devtools.bench.screen import line, watch
from stych_devtools.bench.suite import MEASUREMENTS, chosen, measure
from tournaments.commands.console import err, out, say, write_output
from tournaments.system.compiled import build_name


def bench(
    only: Annotated[
        list[str] | None,
        typer.Option(help="only this measurement, such as wire/fox, or a group such as wire"),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option("--quick", help="only show that everything runs; the figures mean little"),
    ] = False,
    picture: Annotated[
        Path | None,
        typer.Option(help="write a picture of how times grow to this file, as SVG", metavar="FILE"),
    ] = None,
    as_object: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
) -> None:
    """Measure how fast everything is, as ratios with goals.

    Most ratios compare two times of the same run, so that they depend little on the machine. Exit
    code 0 when every goal is reached, 1 when one is missed, 130 after Ctrl-C.
    """
    try:
        names = chosen(only or [])
    except KeyError as error:
        names_of_all = ", ".join(MEASUREMENTS)
        raise UserError(
            f"the measurements are {names_of_all}; received {error.args[0]!r}"
        ) from None
    if picture and "growth" not in names:
        raise UserError("the picture needs the measurement growth; received --only without it")
    findings = _measure(names, QUICK if quick else FULL, as_object=as_object)
    if as_object:
        sys.stdout.write(json.dumps(findings.as_json(), indent=2) + "\n")
    if picture:
        write_output(picture, draw(findings.series))
    if missed := [ratio.name for ratio in findings.ratios if not ratio.ok]:
        say(err, f"Missed: {', '.join(missed)}.")
        raise typer.Exit(1)


def _measure(names: Sequence[str], effort: Effort, *, as_object: bool) -> Findings:
    """Make the measurements, and print each one's results at once unless JSON is wanted.

    Raises typer.Exit after Ctrl-C.
    """
    findings = Findings()
    if not as_object:
        say(out, f"This build: {build_name()}.")
    try:
        with watch(err, names) as watched:
            for name in names:
                watched.begin(name)
                measured = measure(name, effort, watched.step)
                findings.add(measured)
                watched.end()
                if not as_object:
                    for ratio in measured.ratios:
                        say(out, line(ratio))
                    for note in measured.notes:
                        say(out, f"{name}: {note}")
    except KeyboardInterrupt:
        say(err, f"Stopped after {len(findings.ratios)} ratios.")
        raise typer.Exit(130) from None
    return findings
