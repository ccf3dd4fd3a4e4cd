"""Makes all examinations of `stych doctor`, in the order of its output."""

from collections.abc import Iterator
from pathlib import Path

from referee.sandbox.isolation import Isolation
from referee.sandbox.probe import IsolationError, find_isolation
from tournaments.doctor import data, languages, machine, prepared, scripts
from tournaments.doctor.findings import Finding
from tournaments.resources.scaffold import languages as sdk_languages
from tournaments.resources.scaffold import line_languages


def examine(folder: Path) -> Iterator[Finding]:
    """Findings on the machine and on this data folder, each made when the iterator comes to it.

    Programs are started on the way: to try the isolation levels and the SDK of Python, and to ask
    the tools of all languages for their versions and libraries. This has to be called before any
    bot is started, since `find_isolation` has to.
    """
    isolation = _best_isolation()
    yield from machine.isolation(isolation)
    yield machine.processors()
    yield machine.rules()
    yield machine.open_files()
    yield machine.temporary()
    yield from data.examine(folder)
    yield prepared.examine()
    yield languages.python(isolation if isinstance(isolation, Isolation) else None)
    for language in sdk_languages():
        if language != languages.PYTHON:
            yield languages.examine(language)
    for language in line_languages():
        yield scripts.examine(language)


def _best_isolation() -> Isolation | str:
    """The best isolation level, or why none works."""
    try:
        # It is never None, which would mean that isolation was turned off.
        return find_isolation(programs=(languages.PYTHON,)) or ""
    except IsolationError as error:
        return str(error)
