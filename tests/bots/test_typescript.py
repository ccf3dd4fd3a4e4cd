"""Bots in TypeScript: the SDK's own tests, bots over real processes, what the template makes."""

import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from referee.games.registry import GAMES
from tests.bots.rooms import build_once, command, played_well, ready
from tests.bots.templates import check_plays_as_in_python, scaffold_of_go_fish
from tests.bots.toolchains import needs
from tests.e2e.command import BOTS, run, write_tournament
from tests.pages import code
from tests.root import ROOT
from tournaments.resources.scaffold import scaffold

pytestmark = [pytest.mark.slow, pytest.mark.builds]

TYPESCRIPT = ROOT / "bots" / "typescript"
SDK, TEMPLATE = TYPESCRIPT / "stych", TYPESCRIPT / "template"
RANDOM = TYPESCRIPT / "examples" / "random"
THUMB = TYPESCRIPT / "examples" / "the_game_thumb"


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    """All is installed and built by one process of the tests while the others wait."""
    needs("typescript", "node", "npm")
    build_once("typescript", "all", _build)


def _build() -> None:
    command("npm", "install", "--no-save", "--ignore-scripts", "--no-audit", folder=TYPESCRIPT)
    command("npm", "run", "build", folder=TYPESCRIPT)


@pytest.mark.minutes(2)
def test_all_of_it_is_formatted_and_lint_clean() -> None:
    command("npm", "run", "check", folder=TYPESCRIPT)


def test_the_declarations_that_a_bot_compiles_with_are_free_of_errors() -> None:
    """Those of the SDK and of its packages.

    A build does not check them: that would be most of its time.
    """
    options = ("--project", "examples/random", "--skipLibCheck", "false")
    once = ("--noEmit", "--incremental", "false")
    command("node_modules/.bin/tsc", *options, *once, folder=TYPESCRIPT)


@pytest.mark.minutes(2)
def test_the_sdk_passes_its_own_tests() -> None:
    said = command("npm", "test", folder=TYPESCRIPT)
    assert "# fail 0\n" in said
    assert "# skipped 0\n" in said
    assert "Subtest: korist-duel-answers\n" in said


def test_the_generated_code_is_up_to_date(tmp_path: Path) -> None:
    environment = {"PYTHON": sys.executable, "GENERATED": str(tmp_path)}
    command("npm", "run", "generate", folder=TYPESCRIPT, **environment)
    new = {path.name: path.read_text() for path in tmp_path.rglob("*.ts")}
    kept = {path.name: path.read_text() for path in (SDK / "src" / "generated").rglob("*.ts")}
    assert len(new) == 5
    assert new == kept, "commit what `npm run generate` in bots/typescript makes"


def test_the_lock_file_has_all_that_is_asked_for() -> None:
    command("npm", "ci", "--dry-run", "--ignore-scripts", folder=TYPESCRIPT)


@pytest.mark.parametrize(
    ("options", "boards"),
    [
        ("players = 3\ntalk = true\n", 20),
        ('players = 2\ntalk = true\nfire = true\nvariant = "expert"\n', 8),
    ],
    ids=["base", "fire"],
)
def test_thumb_beats_random_and_plays_as_the_one_in_python(
    tmp_path: Path, options: str, boards: int
) -> None:
    bots = (*(ready(bot, tmp_path) for bot in (RANDOM, THUMB)), BOTS / "the_game_thumb")
    keys = {"game": '"the-game"', "format": '"self-play"'}
    more = f"[options]\n{options}"
    file = write_tournament(tmp_path / "cup.toml", bots, boards, more, **keys)
    by_entrant: dict[str, dict[int, Any]] = defaultdict(dict)
    for record in played_well(tmp_path / "data", file):
        by_entrant[record["seats"][0]["entrant"]][record["board"]] = record
    own, python, chance = (
        by_entrant[name] for name in ("thumb-typescript", "thumb", "random-typescript")
    )
    assert len(own) == len(python) == len(chance) == boards
    assert [own[board]["actions"] for board in own] == [python[board]["actions"] for board in own]
    points = {
        name: sum(record["outcome"]["points"][0] for record in records.values()) / boards
        for name, records in by_entrant.items()
    }
    assert points["random-typescript"] < points["thumb-typescript"] - 20


def test_the_same_file_gives_the_same_records(tmp_path: Path) -> None:
    file = write_tournament(tmp_path / "cup.toml", (ready(RANDOM, tmp_path), BOTS / "random"), 5)
    once = played_well(tmp_path / "once", file)
    assert len(once) == 10
    assert once == played_well(tmp_path / "twice", file)


@pytest.mark.minutes(1)
async def test_a_bot_from_the_template_plays_and_its_build_changes_nothing(
    tmp_path: Path,
) -> None:
    bot = tmp_path / "bot"
    scaffold("typescript", bot, "my-bot.2")
    command(TYPESCRIPT / "node_modules" / ".bin" / "prettier", "--check", ".", folder=bot)
    examples = code((TYPESCRIPT / "README.md").read_text(), "ts")
    assert len(examples) == 3
    for number, example in enumerate(examples):
        (bot / f"example-{number}.ts").write_text(example)
    # With the packages of the machine's cache; it fails when the lock file is out of date.
    command("npm", "ci", "--prefer-offline", "--ignore-scripts", "--no-audit", folder=bot)
    file = write_tournament(tmp_path / "cup.toml", (bot, BOTS / "random"))
    first = played_well(tmp_path / "data", file)
    assert len(first) == 4
    assert {seat["entrant"] for record in first for seat in record["seats"]} >= {"my-bot.2"}
    # If the build had changed the bot's files, it would count as another one and be refused.
    done = run("--data", tmp_path / "data", "run", file, folder=tmp_path)
    assert (done.code, done.err) == (0, "")
    said = command("npm", "test", folder=bot)
    assert f"pass {len(GAMES)}" in said
    await check_plays_as_in_python(bot, tmp_path)


def test_one_for_a_game_without_messages_can_be_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = tmp_path / "bot"
    scaffold_of_go_fish("typescript", bot, monkeypatch)
    (bot / "node_modules").symlink_to(TYPESCRIPT / "node_modules")
    command("npx", "tsc", "--noEmit", "--incremental", "false", "--project", ".", folder=bot)
