"""What `stych new` makes in languages with an SDK, and what it refuses; nothing half-made stays."""

import re
import shutil
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.rpc.manifest import read_manifest
from tests.bots.templates import scaffold_of_go_fish
from tests.e2e.command import call
from tests.root import ROOT
from tests.submissions.archives import tree
from tournaments.resources import scaffold as scaffold_module
from tournaments.resources.scaffold import languages, line_languages, scaffold

LANGUAGES = ["cpp", "go", "java", "python", "rust", "typescript"]
LEFT_OUT = {"build", "dist", "node_modules", "target", "__pycache__"}
STAND_INS = re.compile(rb"a[-_]game|A_GAME|\baGame|AGame|@NAME@")
every_language = pytest.mark.parametrize("language", LANGUAGES)


def sources(folder: Path) -> dict[str, bytes]:
    return {
        name: data
        for name, data in tree(folder).items()
        if not LEFT_OUT.intersection(Path(name).parts)
    }


def test_the_languages() -> None:
    assert languages() == LANGUAGES


@every_language
def test_a_scaffold_has_the_sdk_and_the_protocol(tmp_path: Path, language: str) -> None:
    folder = tmp_path / "my-bot.2"
    assert scaffold(language, folder) == "my-bot.2"
    made = tree(folder)
    # Python's SDK comes with Štych.
    sdk = {} if language == "python" else sources(ROOT / "bots" / language / "stych")
    assert {name: made[f"stych/{name}"] for name in sdk} == sdk
    proto = {path.name: path.read_bytes() for path in (ROOT / "proto/stych/v1").glob("*.proto")}
    assert {name: made[f"proto/stych/v1/{name}"] for name in proto} == proto
    assert len(proto) == 1 + len(GAMES)
    own = {name: text for name, text in made.items() if not name.startswith(("stych/", "proto/"))}
    # The stand-in for a game, and that for the name, are nowhere left.
    assert not [name for name, text in own.items() if STAND_INS.search(name.encode() + text)]


@every_language
def test_it_plays_all_games_or_the_one_that_was_asked_for(tmp_path: Path, language: str) -> None:
    scaffold(language, tmp_path / "all", "ann")
    assert list(read_manifest(tmp_path / "all").games) == sorted(GAMES)
    for game in GAMES:
        folder = tmp_path / game
        scaffold(language, folder, "ann", game)
        assert list(read_manifest(folder).games) == [game]
        assert {path.stem for path in (folder / "positions").iterdir()} == {game}
        assert (folder / "debug" / f"{game}.toml").is_file()
        # Less than for all of them, and nothing else.
        assert tree(folder).keys() < tree(tmp_path / "all").keys()


@every_language
def test_for_a_game_without_a_policy_it_has_the_one_of_any_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """The game has no messages in the protocol either, as games of other packages have none."""
    scaffold_of_go_fish(language, tmp_path / "ann", monkeypatch)
    assert list(read_manifest(tmp_path / "ann").games) == ["go-fish"]
    own = {name: text for name, text in tree(tmp_path / "ann").items() if "stych/" not in name}
    assert [name for name, text in own.items() if b"policy of the game go-fish" in text]
    assert not [name for name, text in own.items() if re.search(b"GoFishObs|GO_FISH", text)]
    assert not [name for name in own if re.search("fox|korist", name)]


@every_language
def test_its_readme_says_what_to_do_with_it(tmp_path: Path, language: str) -> None:
    scaffold(language, tmp_path / "ann", "bob", "korist")
    readme = (tmp_path / "ann" / "README.md").read_text()
    assert readme.startswith("# bob\n")
    for words in (
        "stych play korist . sample/thumb sample/random",
        "stych check .",
        "stych submit .",
        "stych token bob > .env",
        "stych-data/output/",
    ):
        assert words in readme
    linked = re.findall(r"\]\(([^)#]+)\)", readme)
    assert [name for name in linked if not (tmp_path / "ann" / name).exists()] == []
    assert {".gitignore", ".editorconfig"} < {path.name for path in (tmp_path / "ann").iterdir()}


@pytest.mark.parametrize(("game", "first"), [("any", "fox"), ("the-game", "the-game")])
def test_the_command_tells_the_next_steps(tmp_path: Path, game: str, first: str) -> None:
    folder = tmp_path / "a b"
    done = call("new", "python", folder, "--name", "ann", "--game", game)
    assert (done.code, done.err) == (0, "")
    against = "sample/thumb sample/random"
    assert done.out.splitlines() == [
        f"{folder} has a bot in python called ann. Two next steps:",
        f"  1. let it play: stych play {first} '{folder}' {against}",
        f"  2. make it better, and check it: stych check '{folder}'",
    ]


def test_a_game_that_there_is_not(tmp_path: Path) -> None:
    done = call("new", "python", tmp_path / "ann", "--game", "foxx")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("stych: the games are ")
    assert "received 'foxx'; did you mean fox?" in done.err
    assert not (tmp_path / "ann").exists()


def test_an_empty_folder_is_filled_and_stays_the_same_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "ann"
    folder.mkdir()
    before = folder.stat().st_ino
    monkeypatch.chdir(folder)
    assert call("new", "python", ".").code == 0
    assert folder.stat().st_ino == before
    assert read_manifest(folder).name == "ann"
    assert list(tmp_path.iterdir()) == [folder]


def refusal(language: str, folder: Path, name: str = "") -> str:
    """What is said; fails unless the same files are below the folder's parent as before."""
    before = sorted(folder.parent.rglob("*"))
    with pytest.raises(UserError) as caught:
        scaffold(language, folder, name)
    assert sorted(folder.parent.rglob("*")) == before
    return str(caught.value)


def test_an_unknown_language(tmp_path: Path) -> None:
    known = ", ".join([*LANGUAGES, *line_languages()])
    for language in ("klingon", "", "..", "Go", "python/examples"):
        said = refusal(language, tmp_path / "ann")
        assert said == f"the languages are {known}; received {language!r}"


def test_a_folder_that_is_not_empty(tmp_path: Path) -> None:
    folder = tmp_path / "ann"
    folder.mkdir()
    (folder / ".hidden").touch()
    sentence = f"{folder} is not empty; a new bot begins in a folder of its own"
    assert refusal("go", folder) == sentence


def test_a_file(tmp_path: Path) -> None:
    (tmp_path / "ann").touch()
    sentence = f"{tmp_path}/ann is a file; a new bot begins in a folder of its own"
    assert refusal("go", tmp_path / "ann") == sentence


def test_a_folder_in_no_folder(tmp_path: Path) -> None:
    folder = tmp_path / "missing" / "ann"
    said = refusal("go", folder)
    assert said == f"there is no folder {tmp_path}/missing in which ann could be"


@pytest.mark.parametrize("name", ["My Bot", "Ann", "-a", "a" * 41, "é", "a@1"])
def test_a_bad_name(tmp_path: Path, name: str) -> None:
    rule = "must be 1 to 40 small letters, digits, '.', '_' or '-', a letter or digit first"
    sentence = f"a bot's name {rule}; received {name!r}: name the folder so, or add --name"
    assert refusal("go", tmp_path / name) == sentence
    assert refusal("go", tmp_path / "ann", name) == sentence


def test_a_disk_that_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets full in the midst of writing: what was written so far is removed."""

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("tournaments.resources.scaffold.shutil.copy", full)
    said = refusal("rust", tmp_path / "ann")
    assert said == f"{tmp_path}/ann cannot be written: No space left on device"


def test_what_builds_left_in_the_source_tree_stays_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "bots" / "go" / "template", tmp_path / "bots" / "go" / "template")
    for made in ("template/build/x", "stych/target/x", "stych/lib/node_modules/x"):
        (tmp_path / "bots" / "go" / made).parent.mkdir(parents=True)
        (tmp_path / "bots" / "go" / made).touch()
    monkeypatch.setattr(scaffold_module, "_BOTS", tmp_path / "bots")
    scaffold("go", tmp_path / "ann")
    assert not [name for name in tree(tmp_path / "ann") if name.endswith("/x")]
