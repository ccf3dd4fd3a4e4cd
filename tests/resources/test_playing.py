"""A new bot builds, is stored and plays, as `stych new` has made it from the source tree."""

import json
from pathlib import Path

import pytest

from tests.bots import quick_tools, rust_room
from tests.bots.random_bots import ROOM_BUILDS
from tests.bots.toolchains import needs
from tests.e2e.command import BOTS, call, write_tournament
from tests.submissions.registries import stored
from tournaments.resources.scaffold import ANY, scaffold

pytestmark = pytest.mark.slow

TOOLS = {"go": ("go",), "python": ()}
"""Languages that build quickly, and their tools; tests/bots builds new bots in the others."""

LARGE = {"rust": (("cargo",), 20_000_000), "typescript": (("node", "npm"), 8_000_000)}
"""Languages whose builds make much that a bot does not need: tools, and the most stored bytes."""


@pytest.mark.parametrize("language", [pytest.param("go", marks=pytest.mark.builds), "python"])
def test_a_new_bot_is_submitted_and_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """From the folder to a stored version to a match.

    Only Python's is built in isolation: of other languages tests/sandbox shows that, since it takes
    a minute without the tools' own caches. It is made for one game: below it plays the others.
    """
    needs(language, *TOOLS[language])
    if language != "python":
        monkeypatch.setenv("STYCH_ISOLATION", "off")
        monkeypatch.setenv("PATH", quick_tools.path())
        ROOM_BUILDS[language]()
    scaffold(language, tmp_path / "ann", game="fox" if language == "python" else ANY)
    data = tmp_path / "data"
    done = call("--data", data, "submit", tmp_path / "ann")
    assert (done.code, "Stored as ann@1: fox" in done.out) == (0, True), done.err
    assert list(stored(data)) == ["ann@1"]
    arguments = ("play", "fox", "ann@1", BOTS / "random", "--boards", 1, "--option", "target=1")
    done = call("--data", data, *arguments)
    assert done.code == 0, done.err
    assert "2 of 2 matches in 1 whole block." in done.out
    assert "fault" not in done.out


@pytest.mark.builds
@pytest.mark.minutes(2)
@pytest.mark.parametrize("language", LARGE)
def test_of_what_was_built_little_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    tools, most = LARGE[language]
    needs(language, *tools)
    monkeypatch.setenv("STYCH_ISOLATION", "off")
    monkeypatch.setenv("PATH", quick_tools.path())
    if language == "rust":
        rust_room.build()
    # Rust's libraries are those of the examples: they are not compiled once more.
    (tmp_path / ".cargo").mkdir()
    (tmp_path / ".cargo" / "config.toml").write_text(f'[build]\nbuild-dir = "{rust_room.TARGET}"\n')
    scaffold(language, tmp_path / "ann")
    data = tmp_path / "data"
    done = call("--data", data, "submit", tmp_path / "ann")
    assert done.code == 0, done.err
    (bot,) = json.loads(call("--data", data, "bots", "--json").out)
    assert 100_000 < bot["bytes"] < most
    assert sum(map(len, stored(data)["ann@1"].values())) <= bot["bytes"]


@pytest.mark.parametrize("game", ["the-game", "nase-hra", "korist"])
def test_the_one_in_python_plays_the_other_games(tmp_path: Path, game: str) -> None:
    scaffold("python", tmp_path / "ann")
    options = "[options]\nplayers = 2\n"
    file = write_tournament(
        tmp_path / "cup.toml", ["ann", BOTS / "random"], 2, options, game=f'"{game}"'
    )
    done = call("--data", tmp_path / "data", "run", file)
    assert (done.code, done.err) == (0, "")
    records = call("--data", tmp_path / "data", "records", file).out.splitlines()
    assert [json.loads(record)["faults"] for record in records] == [[]] * 4
