"""The room of Go: the SDK, its bots over real processes, and what the template makes."""

import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.bots.go_room import GO, RANDOM, SDK, TEMPLATE, THUMB, build
from tests.bots.rooms import command, faults, played, seated
from tests.bots.templates import check_plays_as_in_python, scaffold_of_go_fish
from tests.e2e.command import BOTS, write_tournament
from tournaments.resources.scaffold import scaffold

pytestmark = [pytest.mark.slow, pytest.mark.builds]


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    build()


def test_all_of_it_is_formatted() -> None:
    sources = [*SDK.rglob("*.go"), *TEMPLATE.glob("*.go"), *RANDOM.glob("*.go")]
    assert command("gofmt", "-l", *sources, *THUMB.glob("*.go"), folder=GO) == ""


@pytest.mark.parametrize("folder", [SDK, RANDOM, THUMB], ids=lambda folder: folder.name)
def test_the_linter_finds_nothing(folder: Path) -> None:
    assert command("go", "vet", "./...", folder=folder) == ""


def test_the_sdk_passes_its_own_tests() -> None:
    # The linter has its own test, which looks at the same files.
    said = command("go", "test", "-vet=off", "-count=1", "-v", "./...", folder=SDK)
    assert "--- PASS: TestVectorsAreAnswered" in said
    assert "--- SKIP" not in said


def test_the_generated_code_is_up_to_date(tmp_path: Path) -> None:
    command(GO / "generate.sh", tmp_path, folder=GO, PYTHON=sys.executable)
    new = {path.name: path.read_text() for path in (tmp_path / "stychv1").iterdir()}
    kept = {path.name: path.read_text() for path in (SDK / "stychv1").glob("*.pb.go")}
    assert new.keys() == kept.keys()
    for name, text in new.items():
        assert text == kept[name], f"{name} is not what bots/go/generate.sh makes"


def test_the_thumb_beats_random_and_plays_as_the_one_in_python(tmp_path: Path) -> None:
    bots, boards = (RANDOM, THUMB, BOTS / "random", BOTS / "fox_thumb"), 10
    options = "[options]\ntarget = 21\n"
    file = write_tournament(tmp_path / "cup.toml", bots, boards, options)
    records = played(tmp_path / "data", file)
    assert faults(records) == []
    places = [
        record["outcome"]["places"][seated(record).index("thumb-go")]
        for record in records
        if set(seated(record)) in ({"thumb-go", "random-go"}, {"thumb-go", "random"})
    ]
    assert len(places) == 4 * boards
    assert places.count(1) > 0.65 * len(places)
    moves = defaultdict(list)
    for record in records:
        if set(seated(record)) == {"thumb-go", "thumb"}:
            moves[record["board"]].append(record["actions"])
    assert len(moves) == boards
    assert all(one == other for one, other in moves.values())


def test_the_same_file_gives_the_same_records(tmp_path: Path) -> None:
    file = write_tournament(tmp_path / "cup.toml", (RANDOM, THUMB), 5)
    assert played(tmp_path / "once", file) == played(tmp_path / "twice", file)


@pytest.mark.minutes(1)
async def test_a_bot_from_the_template_plays_as_the_one_in_python(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    scaffold("go", bot, "my-bot.2")
    assert command("gofmt", "-l", *bot.glob("*.go"), folder=bot) == ""
    assert command("go", "vet", "./...", folder=bot) == ""
    assert "ok" in command("go", "test", "-vet=off", "./...", folder=bot)
    file = write_tournament(tmp_path / "cup.toml", (bot, BOTS / "random"))
    records = played(tmp_path / "data", file)
    assert {name for record in records for name in seated(record)} >= {"my-bot.2"}
    assert len(records) == 4
    assert faults(records) == []
    await check_plays_as_in_python(bot, tmp_path)


def test_the_linter_finds_nothing_in_a_bot_for_a_game_without_messages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scaffold_of_go_fish("go", tmp_path / "bot", monkeypatch)
    assert command("go", "vet", "./...", folder=tmp_path / "bot") == ""
