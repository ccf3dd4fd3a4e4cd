"""What `stych new` makes in a language whose bots read lines."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from devtools.line_samples import asked_decisions
from referee.games.registry import GAMES, make_game
from referee.rpc.manifest import read_manifest
from stych_lines.answers import read_answer
from tests.bots.templates import scaffold_of_go_fish
from tests.lines.examples import LANGUAGES, folder
from tests.lines.lacks import skip_without
from tests.resources.test_scaffold import STAND_INS
from tests.root import ROOT
from tests.submissions.archives import tree
from tournaments.resources.scaffold import languages, line_languages, scaffold

every_language = pytest.mark.parametrize("language", LANGUAGES)


def script(bot: Path) -> Path:
    return bot / read_manifest(bot).command[-1]


def test_the_languages() -> None:
    assert line_languages() == [*LANGUAGES]
    assert not set(LANGUAGES) & set(languages())


@every_language
def test_for_the_fox_it_is_the_example(tmp_path: Path, language: str) -> None:
    scaffold(language, tmp_path / "ann")
    manifest = read_manifest(tmp_path / "ann")
    assert (manifest.name, manifest.games, manifest.protocol) == ("ann", ("fox",), "lines")
    example = folder(language) / read_manifest(folder(language)).command[-1]
    assert script(tmp_path / "ann").read_text() == example.read_text()


@every_language
def test_it_has_what_helps_with_its_game(tmp_path: Path, language: str) -> None:
    for game in GAMES:
        bot = tmp_path / game
        scaffold(language, bot, "ann", game)
        assert list(read_manifest(bot).games) == [game]
        made = tree(bot)
        schema = ROOT / "docs" / "lines" / f"{game}.schema.json"
        assert made[f"schema/{game}.schema.json"] == schema.read_bytes()
        assert {f"lines/{game}.jsonl", f"debug/{game}.toml", ".gitignore"} < set(made)
        assert not [name for name, text in made.items() if STAND_INS.search(name.encode() + text)]
        readme = (bot / "README.md").read_text()
        for words in ("stych check .", "stych submit .", f"stych play {game} .", "stych dial"):
            assert words in readme
        linked = re.findall(r"\]\(([^)#]+)\)", readme)
        assert [name for name in linked if not (bot / name).exists()] == []


@every_language
def test_of_a_game_of_a_package_there_is_no_schema(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    scaffold_of_go_fish(language, tmp_path / "ann", monkeypatch)
    made = tree(tmp_path / "ann")
    assert not [name for name in made if name.startswith(("schema/", "lines/", "proto/"))]
    assert not [name for name, text in made.items() if b"schema/" in text or b"jsonl" in text]
    assert b"policy of the game go-fish" in script(tmp_path / "ann").read_bytes()


@pytest.mark.slow
@every_language
@pytest.mark.parametrize("game", ["fox", "korist", "the-game"])
def test_by_hand_it_answers_each_line(tmp_path: Path, language: str, game: str) -> None:
    skip_without(language)
    bot = tmp_path / "ann"
    scaffold(language, bot, "ann", game)
    known = make_game(game, {})
    # Of a whole match: in Kořist some actions are called by digits, which alone are an index.
    asked = [question.line(decision) for question, decision in asked_decisions(known)]
    told = [
        subprocess.run(
            read_manifest(bot).command,
            cwd=bot,
            input=b"".join(asked),
            capture_output=True,
            check=True,
        )
        for _ in range(2)
    ]
    assert told[0].stdout == told[1].stdout
    assert told[0].stderr == b""
    answers = told[0].stdout.splitlines()
    for line, answer in zip(asked, answers, strict=True):
        assert read_answer(answer, json.loads(line)["legal"], known.parse_action) >= 0


@every_language
def test_the_recorded_lines_are_answered(tmp_path: Path, language: str) -> None:
    skip_without(language)
    bot = tmp_path / "ann"
    scaffold(language, bot, "ann", "nase-hra")
    with (bot / "lines" / "nase-hra.jsonl").open() as recorded:
        command = read_manifest(bot).command
        told = subprocess.run(command, cwd=bot, stdin=recorded, capture_output=True, check=True)
    assert len(told.stdout.splitlines()) == 5
