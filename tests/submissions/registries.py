"""Bots that are submitted in this process, and what is left of that in the data folder."""

from pathlib import Path

import pytest

from referee.sandbox.isolation import Isolation
from tests.e2e.command import write_bot
from tests.submissions.archives import tree
from tournaments.storage.bots import Version
from tournaments.storage.store import Store
from tournaments.submissions import submitting
from tournaments.submissions.limits import SubmissionLimits
from tournaments.submissions.registry import BotRegistry
from tournaments.submissions.submitting import submit

PLAYS = "from stych_bot import run\nrun(lambda o, l, r: r.randrange(len(l)), games=['fox'])\n"
"""A bot that plays fox at random."""


def submitted(
    bot: Path,
    data: Path,
    limits: SubmissionLimits | None = None,
    isolation: Isolation | None = None,
) -> tuple[Version, bool]:
    """Submit it to that data folder: the version, and whether it is new there."""
    with Store(data) as store:
        return submit(bot, BotRegistry(store), lambda _: None, limits, lambda: isolation)


ACCEPTS_ALL = """
import sys
from tournaments import cli
from tournaments.submissions import submitting

del sys.argv[0]
submitting.refusal = lambda *_: ""
cli.main()
"""
"""A program that is `stych` in a process of its own, with the effect of `accept_all`."""


def accept_all(patch: pytest.MonkeyPatch) -> None:
    """From here on bots are not played with before they are stored."""
    patch.setattr(submitting, "refusal", lambda *_: "")


def versions_of(folder: Path, data: Path, count: int) -> list[Version]:
    """So many versions of a bot, which differ only in a comment."""
    return [submitted(write_bot(folder, PLAYS + f"# {n}\n"), data)[0] for n in range(count)]


def stored(data: Path) -> dict[str, dict[str, bytes]]:
    """The files of each version, such as bot@1; only hidden files are beside them in the folder."""
    with Store(data) as store:
        known = {version.digest: str(version) for version in BotRegistry(store).versions()}
    found = sorted(path.name for path in (data / "bots").glob("*"))
    assert [name for name in found if not name.startswith(".")] == sorted(known)
    return {own: tree(data / "bots" / digest) for digest, own in known.items()}


def staging(data: Path) -> list[Path]:
    """What is being prepared, or was left."""
    return list((data / "bots" / ".staging").iterdir())


def in_staging(data: Path, name: str) -> list[Path]:
    """The source files of that name in what is being prepared, or was left."""
    return list((data / "bots" / ".staging").glob(f"*/sources/{name}"))
