"""`stych web` in a process of its own."""

import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.e2e.command import LONG, STYCH


@contextmanager
def running(
    *arguments: object, folder: Path | None = None
) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The command in a process of its own, and the address that it told."""
    command = [str(STYCH), *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder)
    assert process.stdout
    try:
        line = process.stdout.readline()
        assert line.startswith("Tournaments at http://"), line
        yield process, line.rpartition(" ")[2].strip()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def read(address: str) -> str:
    with urllib.request.urlopen(address, timeout=LONG) as answer:
        return str(answer.read().decode())
