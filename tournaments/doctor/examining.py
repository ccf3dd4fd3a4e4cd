"""Looks at one thing after the other, in the order in which `stych doctor` tells of them."""

from collections.abc import Iterator
from pathlib import Path

from referee.sandbox.isolation import Isolation
from referee.sandbox.probe import IsolationError, find_isolation
from tournaments.doctor import data, languages, machine, prepared, scripts
from tournaments.doctor.findings import Finding
from tournaments.resources.scaffold import languages as known
from tournaments.resources.scaffold import line_languages


def examine(folder: Path) -> Iterator[Finding]:
    """Look at the machine and at this data folder; each is looked at when it is asked for.

    Programs are started on the way: those that try the isolation levels, and the tools of all
    languages, to be asked for their versions. To be called before any bot is started.
    """
    # First, since bots of Python are then started in it.
    isolation = _best_isolation()
    yield from machine.isolation(isolation)
    yield machine.processors()
    yield machine.rules()
    yield machine.open_files()
    yield machine.temporary()
    yield from data.examine(folder)
    yield prepared.examine()
    yield languages.python(isolation if isinstance(isolation, Isolation) else None)
    for language in known():
        if language != languages.PYTHON:
            yield languages.examine(language)
    for language in line_languages():
        yield scripts.examine(language)


def _best_isolation() -> Isolation | str:
    """The best isolation level, or why none works."""
    try:
        return find_isolation(programs=(languages.PYTHON,)) or ""
    except IsolationError as error:
        return str(error)
