"""The command `stych doctor`: what this machine has, what it lacks, and what mends that."""

import sys
from typing import Annotated

import typer

from tournaments.commands.console import data_folder, out, tell
from tournaments.doctor.examining import examine
from tournaments.doctor.findings import playable
from tournaments.present.terminal.doctor import as_json, lines, summary, system


def doctor(
    as_object: Annotated[bool, typer.Option("--json", help="print one JSON object")] = False,
) -> None:
    """Tell what this machine has for tournaments, and how to mend what it lacks.

    A line for each: the isolation of bots and why it is no better, control groups, processors,
    whether the rules are compiled, open files, the temporary folder, the data folder and its disk,
    cached builds, and the languages of bots. Exit code 0 when bots in Python can play here, 1 when
    something is broken without which nothing can be played. Nothing is changed.
    """
    if not as_object:
        tell(out, system())
    # Each finding is shown at once, as some checks start programs and take a moment.
    findings = []
    for finding in examine(data_folder()):
        findings.append(finding)
        if not as_object:
            for line in lines(finding, out.width if out.is_terminal else None):
                out.print(line, soft_wrap=True)
    if as_object:
        sys.stdout.write(as_json(findings) + "\n")
    else:
        tell(out, f"\n{summary(findings)}")
    if not playable(findings):
        raise typer.Exit(1)
