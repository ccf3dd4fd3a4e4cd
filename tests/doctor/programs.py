"""A PATH with programs that are not what they seem."""

from pathlib import Path

import pytest


def pretend(monkeypatch: pytest.MonkeyPatch, folder: Path, **said: str) -> None:
    """From here on the PATH has these alone; `_` stands for a hyphen in a name, `PLUS` for `+`."""
    folder.mkdir(exist_ok=True)
    for name, words in said.items():
        program = folder / name.replace("_", "-").replace("PLUS", "+")
        program.write_text(f'#!/bin/sh\necho "{words}"\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
