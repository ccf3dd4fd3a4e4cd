"""Local bots that are confined on an isolation level of the tests' choice."""

import os
from pathlib import Path

import pytest

from referee.rpc.bot_entry import BotEntry
from referee.rpc.confining import Confining
from referee.rpc.local_bot import LocalBot
from referee.rpc.manifest import read_manifest
from referee.sandbox.confinement import ResourceLimits
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.probe import find_isolation
from tests.rpc.arena import PATIENT


def confining(
    level: IsolationLevel, limits: ResourceLimits | None = None, readable: tuple[Path, ...] = ()
) -> Confining:
    """How bots are confined on this level. Skips the test where the machine lacks the level.

    In CI the test fails where bubblewrap is missing.
    """
    found = find_isolation(best=level)
    assert found
    if found.level is not level:
        if os.environ.get("CI") and level is IsolationLevel.BUBBLEWRAP:
            pytest.fail(found.missing)
        pytest.skip(found.missing)
    return Confining(found, limits or ResourceLimits(), readable)


def confined(folder: Path, output: Path, how: Confining) -> LocalBot:
    """The bot in the folder, to be used as a context manager."""
    entry = BotEntry(folder.name, folder, read_manifest(folder))
    return LocalBot(entry, "fox", PATIENT, output / folder.name, how)
