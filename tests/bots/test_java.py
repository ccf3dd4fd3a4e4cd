"""The Java SDK, its examples and its template: built by their own tools, played by the command."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots import quick_tools, rooms
from tests.bots.random_bots import built
from tests.bots.rooms import alone, faults, ready, said
from tests.bots.templates import check_plays_as_in_python, scaffold_of_go_fish
from tests.bots.toolchains import needs
from tests.e2e.command import BOTS, call
from tests.root import ROOT
from tests.seeds import SEED
from tournaments.resources.scaffold import scaffold

pytestmark = [pytest.mark.slow, pytest.mark.builds]

JAVA = ROOT / "bots" / "java"
EXAMPLES = JAVA / "examples"

THUMB = f"""
name = "thumb"
game = "nase-hra"
seed = "{SEED}"
boards = 12
options = {{ players = 2 }}

[[entrants]]
bot = "{EXAMPLES / "random"}"

[[entrants]]
bot = "{EXAMPLES / "nase_hra_thumb"}"
"""

TWINS = """
name = "twins"
game = "fox"
seed = "{seed}"
boards = 3
null_pair = "random-java"
options = {{ target = 1 }}

[[entrants]]
bot = "{bot}"
"""


@pytest.fixture(autouse=True)
def toolchain() -> None:
    needs("Java", "java", "mvn")


@pytest.fixture
def alone_in_the_room() -> Iterator[None]:
    with alone("java"):
        yield


def maven(folder: Path, *goals: str) -> str:
    return rooms.command("mvn", "--batch-mode", "--no-transfer-progress", *goals, folder=folder)


def records(data: Path, file: Path) -> str:
    done = call("--data", data, "records", file)
    assert (done.code, done.err) == (0, "")
    return done.out


def played(folder: Path, name: str, text: str) -> tuple[Path, Path]:
    """The tournament, played to its end without a fault: its data and its file."""
    file, data = folder / f"{name}.toml", folder / f"data-{name}"
    file.write_text(text)
    assert faults(rooms.played(data, file, "--jobs", 1)) == [], said(data)
    return data, file


ONLY_THE_BOT = (
    *("--projects", "bot", "--also-make"),
    *("-Dtest=PositionsTest", "-Dsurefire.failIfNoSpecifiedTests=false"),
)
"""Options of Maven: of the tests in a new bot's folder, only those of the bot itself are run."""


@pytest.mark.usefixtures("alone_in_the_room")
@pytest.mark.minutes(2)
def test_the_sdk_is_formatted_free_of_warnings_and_tested() -> None:
    """Warnings of the compiler are errors in its build."""
    index = json.loads((ROOT / "proto" / "vectors" / "index.json").read_text())
    vectors = 2 * len(index) + sum("answers" in vector for vector in index)
    text = maven(JAVA, "fmt:check", "verify", f"-DargLine={quick_tools.JAVA_FLAGS}")
    ran = [line for line in text.splitlines() if "Tests run:" in line and "VectorsTest" in line]
    assert f"Tests run: {vectors}, Failures: 0, Errors: 0, Skipped: 0" in ran[0]


@pytest.mark.usefixtures("alone_in_the_room")
def test_thumb_beats_random(tmp_path: Path) -> None:
    data, file = played(tmp_path, "thumb", THUMB)
    done = call("--data", data, "table", file, "--format", "json")
    best, _ = json.loads(done.out)["standings"]
    assert best["entrant"] == "nase-hra-thumb-java"
    assert best["points_share"] > 0.7
    assert best["share_interval"][0] > 0.5


def test_the_same_file_gives_the_same_records(tmp_path: Path) -> None:
    runs = []
    with built("java") as started:
        twins = TWINS.format(bot=ready(started.folder, tmp_path), seed=SEED)
        for name in ("one", "other"):
            (tmp_path / name).mkdir()
            runs.append(records(*played(tmp_path / name, "twins", twins)))
    assert runs[0] == runs[1]
    assert len(set(runs[0].splitlines())) == 6


async def test_a_bot_made_from_the_template_plays_as_the_one_in_python(tmp_path: Path) -> None:
    bot = tmp_path / "my-bot"
    scaffold("java", bot, "my-bot")
    entrants = f'[[entrants]]\nbot = "{bot}"\n[[entrants]]\nbot = "{BOTS / "random"}"\n'
    top = f'name = "first"\ngame = "fox"\nseed = "{SEED}"\nboards = 1\noptions.target = 1\n'
    played(tmp_path, "first", top + entrants)
    text = maven(bot, "fmt:check", "test", *ONLY_THE_BOT)
    assert "Tests run: 1, Failures: 0, Errors: 0, Skipped: 0" in text
    await check_plays_as_in_python(bot, tmp_path)


def test_one_for_a_game_without_messages_can_be_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scaffold_of_go_fish("java", tmp_path / "bot", monkeypatch)
    maven(tmp_path / "bot", "test-compile", *ONLY_THE_BOT)
