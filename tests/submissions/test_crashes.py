"""After kill -9 a bot is stored whole, or the next submission removes what is left of it."""

from pathlib import Path

import pytest

from tests.e2e.children import child
from tests.e2e.command import write_bot
from tests.submissions.registries import PLAYS, accept_all, staging, stored, submitted

pytestmark = pytest.mark.slow

KILL = """
import importlib, os, signal, sys
from pathlib import Path
from sqlalchemy import event
from sqlalchemy.engine import Engine
from tournaments.storage.store import Store
from tournaments.submissions import submitting
from tournaments.submissions.registry import BotRegistry

bot, data, when, place = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4]

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

submitting.refusal = lambda *_: ""
if place.isupper():
    @event.listens_for(Engine, when + "_cursor_execute")
    def stop(connection, cursor, sql, *_):
        if sql.strip().startswith("INSERT INTO bots"):
            die()
else:
    module, _, name = place.rpartition(".")
    if "Path" in module:
        owner = Path
    else:
        owner = importlib.import_module(module)
    real = getattr(owner, name)
    def deadly(*given, **named):
        if when == "before":
            die()
        result = real(*given, **named)
        die()
        return result
    setattr(owner, name, deadly)
with Store(data) as store:
    submitting.submit(bot, BotRegistry(store), lambda _: None, None, lambda: None)
"""
"""As `submitted` does it, without the tests' own modules, which take their time to import."""
ROOM = "tournaments.submissions"
MOMENTS = [
    f"{ROOM}.submitting.copy_sources",
    f"{ROOM}.sources.write_file",
    f"{ROOM}.submitting.run_build",
    f"{ROOM}.submitting.make_read_only",
    f"{ROOM}.submitting.refusal",
    f"{ROOM}.registry.remove",
    "pathlib.Path.rename",
    "os.sync",
    "INSERT",
]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_half_is_stored(
    tmp_path: Path, moment: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept_all(monkeypatch)
    data, build = tmp_path / "data", '"mkdir build"'
    submitted(write_bot(tmp_path / "other", PLAYS), data)
    bot = write_bot(tmp_path / "bot", PLAYS, build=build)
    assert child(KILL, bot, data, when, moment).returncode == -9
    assert submitted(write_bot(tmp_path / "third", PLAYS), data)[1]
    assert list(stored(data)) == ["other@1", "third@1"]
    assert staging(data) == []
    version, new = submitted(bot, data)
    assert (str(version), new) == ("bot@1", True)
    assert list(stored(data)) == ["bot@1", "other@1", "third@1"]


def test_one_that_is_killed_when_its_row_is_there_is_stored(tmp_path: Path) -> None:
    bot, data = write_bot(tmp_path / "bot", PLAYS), tmp_path / "data"
    assert child(KILL, bot, data, "after", "tournaments.storage.bots.add").returncode == -9
    assert list(stored(data)) == ["bot@1"]
    assert submitted(bot, data)[1] is False
    assert staging(data) == []
