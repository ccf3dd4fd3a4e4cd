"""Bots made with an earlier version still build and play: from their folders, and submitted."""

import shutil
from pathlib import Path

import pytest

from tests.bots import quick_tools, rust_room
from tests.bots.random_bots import ROOM_BUILDS
from tests.bots.rooms import MOST_SECONDS
from tests.bots.toolchains import TOOLS, needs
from tests.compat.fixtures import Fixture, Place
from tests.compat.packing import unpack
from tests.compat.reading import kept
from tests.e2e.command import BOTS, finish, start
from tests.submissions.registries import ACCEPTS_ALL

pytestmark = pytest.mark.slow

LANGUAGES = ("python", *TOOLS)
GAMES = {
    "fox": "target=1",
    "the-game": "players=2",
    "nase-hra": "players=2",
    "korist": "players=2",
}
MADE = {
    "typescript": ("node_modules", "stych/build", "build"),
    "java": ("bot/target", "stych/target"),
}
"""What a build leaves behind, with which the next one in another folder is quick."""
SLOW_TO_START = ("java", "typescript")
"""Not checked, since a check starts a bot some thirty times. The checks of the other languages show
that bots of an earlier version are accepted."""
CARGO = """
[build]
build-dir = "{made}"

{profile}
"""


@pytest.fixture(autouse=True)
def _unconfined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Builds use the tools' own caches, and our settings for quick builds.

    Builds in the sandbox are tested in tests/sandbox.
    """
    monkeypatch.setenv("STYCH_ISOLATION", "off")
    monkeypatch.setenv("PATH", quick_tools.path())


def _take_libraries_of_rust(folder: Path) -> None:
    """Let all builds below the folder use packages of others that an earlier build has compiled.

    They fit what is built by the same profile, which is today's. Cargo reads what lies in a folder
    above the one that it builds in.
    """
    rust_room.build()
    _, heading, levels = (rust_room.RUST / "Cargo.toml").read_text().partition("[profile.release]")
    profile = heading + levels
    made = folder / "made-by-cargo"
    shutil.copytree(rust_room.LIBRARIES, made)
    (folder / ".cargo").mkdir()
    (folder / ".cargo" / "config.toml").write_text(CARGO.format(made=made, profile=profile))


def said(folder: Path, *line: object, program: str = "") -> str:
    started = start("--data", folder / "data", *line, folder=folder, program=program)
    done = finish(started, MOST_SECONDS)
    assert done.code == 0, done.err
    return done.out


def plays(folder: Path, bot: object, game: str = "fox") -> None:
    """The bot plays against one of today, without a fault."""
    line = ("play", game, bot, BOTS / "random", "--boards", 2, "--option", GAMES[game])
    said(folder, *line)
    records = kept(folder / "data", "play")
    assert len(records) == 4
    assert [each.faults for each in records] == [()] * 4


@pytest.mark.builds
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.minutes(3)
def test_a_bot_of_an_earlier_version_plays(fixture: Fixture, tmp_path: Path, language: str) -> None:
    """Submitted as an archive, and from its folder."""
    needs(language, *TOOLS.get(language, ()))
    if language == "rust":
        _take_libraries_of_rust(tmp_path)
    elif language in ROOM_BUILDS:
        # What is the same today is in the compilers' caches then, and not compiled by two at once.
        ROOM_BUILDS[language]()
    program = ACCEPTS_ALL if language in SLOW_TO_START else ""
    archive = fixture.folder / "scaffolds" / f"{language}.tar.gz"
    assert f"Stored as {language}-bot@1" in said(tmp_path, "submit", archive, program=program)
    plays(tmp_path, f"{language}-bot@1")
    folder = unpack(archive, tmp_path / "bot")
    [stored] = [each for each in (tmp_path / "data" / "bots").iterdir() if len(each.name) == 64]
    for made in MADE.get(language, ()):
        if (stored / made).is_dir():
            shutil.copytree(stored / made, folder / made, symlinks=True)
            _make_writable(folder / made)
    plays(tmp_path, folder)


def _make_writable(folder: Path) -> None:
    """Stored files are read-only, and a build has to write to these."""
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            path.chmod(path.stat().st_mode | 0o200)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["stubs", "scaffold"])
def test_bots_in_python_play_every_game(place: Place, bot: str, game: str) -> None:
    """With the SDK that comes with the command, and with the protocol alone."""
    folder = place.bots / bot
    if bot == "scaffold":
        unpack(place.fixture.folder / "scaffolds" / "python.tar.gz", folder)
    plays(place.folder, folder, game)


def test_a_bot_without_an_sdk_is_submitted(place: Place) -> None:
    assert "Stored as stubs@1" in said(place.folder, "submit", place.bots / "stubs")
    plays(place.folder, "stubs@1")
