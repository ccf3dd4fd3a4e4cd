"""For agents a bot and its build use no folder above their own, as agents could change it."""

from pathlib import Path
from typing import Any, cast

import pytest

from referee.rpc.build import run_build
from referee.rpc.confining import Confining
from referee.rpc.manifest import read_manifest
from referee.sandbox.confinement import Confinement
from referee.sandbox.isolation import Isolation
from referee.serving_agents import AGENTS


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.toml").write_text(
        'name = "bot"\nversion = "1"\ngames = ["fox"]\ncommand = "node bot.js"\n'
    )
    return folder


def test_a_workspace_is_passed_over(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # One that is wrong tells that it was read.
    (bot.parent / ".stych-workspace").write_text("wrong = 1\n")
    assert "wrong" in run_build(["true"], bot)
    monkeypatch.setenv(AGENTS, "1")
    assert run_build(["true"], bot) == ""


def test_packages_above_are_passed_over(bot: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link in there would make readable what it leads to."""
    (bot.parent / "node_modules").mkdir()
    elsewhere = (bot.parent / "elsewhere").resolve()
    (bot.parent / "node_modules" / "x").symlink_to(elsewhere)
    assert elsewhere in _readable(bot)
    monkeypatch.setenv(AGENTS, "1")
    assert _readable(bot) == ()


def _readable(bot: Path) -> tuple[Path, ...]:
    class Seen:
        private_network = False

        def confine(self, _command: Any, place: Confinement, _environment: Any) -> Any:
            self.place = place

    seen = Seen()
    how = Confining(cast("Isolation", seen))
    how.confine(read_manifest(bot), bot, bot, "unix:/x", {})
    return seen.place.readable
