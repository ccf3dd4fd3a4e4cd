"""What a test needs on the machine to build a bot of another language."""

import os
import shutil

import pytest

from tournaments.doctor.languages import needed_programs

_ROOMS = ("go", "rust", "typescript", "java", "cpp")
TOOLS = {language: needed_programs(language) for language in _ROOMS}
"""What the bots of a room are built with and run by."""


def needs(language: str, *commands: str) -> None:
    """Skip the test when a command is missing, naming it; in CI, where all are installed, fail."""
    missing = [command for command in commands if shutil.which(command) is None]
    if not missing:
        return
    sentence = f"bots in {language} need {', '.join(missing)}, which this machine does not have"
    if os.environ.get("CI"):
        pytest.fail(f"{sentence}; CI must install it")
    pytest.skip(sentence)
