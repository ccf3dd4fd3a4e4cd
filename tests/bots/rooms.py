"""The rooms bots/LANGUAGE: one process of the tests builds in a room at a time, and bots play."""

import fcntl
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from tests.bots import quick_tools
from tests.e2e.command import call, finish, start
from tests.root import ROOT

ROOMS = ROOT / "bots"
MOST_SECONDS = 900.0
"""After so many seconds a test counts as hanging, downloads of builds included."""


def command(*words: object, folder: Path, **environment: str) -> str:
    """Run a command; returns all that it prints. The test fails when the exit code is not 0."""
    done = subprocess.run(
        list(map(str, words)),
        cwd=folder,
        env={**os.environ, "PATH": quick_tools.path(), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@contextmanager
def alone(language: str, how: int = fcntl.LOCK_EX) -> Iterator[None]:
    """Hold the lock of the room: processes of the tests must not build in it at the same time."""
    build = ROOMS / language / "build"
    build.mkdir(exist_ok=True)
    with (build / "lock").open("w") as lock:
        fcntl.flock(lock, how)
        yield


def undisturbed(language: str) -> AbstractContextManager[None]:
    """During the block nobody builds in the room. Others may play in it as well."""
    return alone(language, fcntl.LOCK_SH)


def build_once(language: str, what: str, build: Callable[[], None]) -> None:
    """Build `what`, unless it was built already in this run of the tests, by whatever process."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    done = ROOMS / language / "build" / f"built-{what}"
    with alone(language):
        if not done.exists() or done.read_text() != run:
            build()
            done.write_text(run)


def ready(bot: Path, folder: Path) -> Path:
    """The bot as it was built, in a folder from which no tournament builds it again.

    Some tools take seconds to find that there is nothing to do.
    """
    there = folder / bot.name
    there.mkdir(parents=True)
    for path in bot.iterdir():
        (there / path.name).symlink_to(path)
    (there / "bot.toml").unlink()
    lines = (bot / "bot.toml").read_text().splitlines()
    (there / "bot.toml").write_text("\n".join(x for x in lines if not x.startswith("build = ")))
    return there


def played(data: Path, file: Path, *more: object) -> list[dict[str, Any]]:
    """Play the tournament to its end without errors; returns the records of its matches."""
    done = finish(start("--data", data, "run", file, *more, folder=file.parent), MOST_SECONDS)
    assert (done.code, done.err) == (0, ""), done
    found = [json.loads(line) for line in call("--data", data, "records", file).out.splitlines()]
    assert found
    return found


def played_well(data: Path, file: Path) -> list[dict[str, Any]]:
    """As `played`, but nobody may be at fault."""
    records = played(data, file)
    assert faults(records) == [], said(data)
    return records


def faults(records: list[dict[str, Any]]) -> list[Any]:
    """The faults of each match that has any."""
    return [record["faults"] for record in records if record["faults"]]


def seated(record: dict[str, Any]) -> list[str]:
    """The entrants by seat."""
    return [seat["entrant"] for seat in record["seats"]]


def said(data: Path) -> str:
    """What all bots wrote to stderr."""
    return "\n".join(path.read_text() for path in data.glob("output/**/stderr.txt"))


def exit_of(*words: object, folder: Path, **environment: str) -> tuple[int, list[str]]:
    """Run a bot by hand; returns its exit code, and the lines that it printed, errors included."""
    given = {key: value for key, value in os.environ.items() if not key.startswith("STYCH_")}
    done = subprocess.run(
        list(map(str, words)),
        cwd=folder,
        env={**given, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=MOST_SECONDS,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()
