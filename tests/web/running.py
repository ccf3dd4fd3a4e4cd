"""`stych web` in a process of its own."""

import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from unittest import mock

from tests.e2e import forked
from tests.e2e.command import LONG, Process, start

_LOADED: Final = ("stych_web.app", "stych_web.serving", "stych_web.site")
"""What a process from which others are forked loads for pages."""


@contextmanager
def running(
    *arguments: object, folder: Path | None = None, before: Sequence[str] = ()
) -> Iterator[tuple[Process, str]]:
    """The command in a process of its own, as `start` starts it, and the address that it told."""
    with mock.patch.object(forked, "MORE", [*forked.MORE, *_LOADED]):
        process = start(*arguments, folder=folder or Path.cwd(), before=before)
    assert process.stdout
    try:
        line = process.stdout.readline()
        assert line.startswith("Tournaments at http://"), line
        yield process, line.rpartition(" ")[2].strip()
    finally:
        process.kill()
        process.communicate()


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=LONG) as answer:
        return str(answer.read().decode())
