"""What `stych new` makes, and what it refuses; nothing half is left."""

import shutil
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.rpc.manifest import read_manifest
from tests.e2e.command import call
from tests.records.children import ROOT
from tests.submissions.archives import tree
from tournaments.resources import scaffold as room
from tournaments.resources.scaffold import languages, scaffold

LANGUAGES = ["cpp", "go", "java", "python", "rust", "typescript"]
LEFT_OUT = {"build", "dist", "node_modules", "target", "__pycache__"}
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
def test_a_scaffold_is_template_sdk_and_protocol(tmp_path: Path, language: str) -> None:
    own, folder = ROOT / "bots" / language, tmp_path / "my-bot.2"
    assert scaffold(language, folder) == "my-bot.2"
    expected = {
        name: data.replace(b"@NAME@", b"my-bot.2")
        for name, data in sources(own / "template").items()
    }
    if language != "python":
        expected |= {f"stych/{name}": data for name, data in sources(own / "stych").items()}
    proto = (ROOT / "proto" / "stych" / "v1").glob("*.proto")
    expected |= {f"proto/stych/v1/{path.name}": path.read_bytes() for path in proto}
    assert tree(folder) == expected
    assert len([name for name in expected if name.endswith(".proto")]) == 1 + len(GAMES)


@every_language
def test_its_manifest_is_right_and_its_readme_has_two_steps(tmp_path: Path, language: str) -> None:
    scaffold(language, tmp_path / "ann", "bob")
    manifest = read_manifest(tmp_path / "ann")
    assert (manifest.name, manifest.language) == ("bob", language)
    assert "fox" in manifest.games
    readme = (tmp_path / "ann" / "README.md").read_text()
    assert readme.startswith("# bob\n")
    assert [f"{n}. " in readme for n in (1, 2, 3)] == [True, True, False]
    assert "stych play fox " in readme


def test_the_command_tells_the_next_steps(tmp_path: Path) -> None:
    folder = tmp_path / "a b"
    done = call("new", "go", folder, "--name", "ann")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"{folder} has a bot in go called ann. Two next steps:",
        f"  1. build it and let it play: stych play fox '{folder}' sample/random",
        f"  2. make it better, and check it: stych check '{folder}'",
    ]


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
    """What is said; nothing has changed below the folder's parent."""
    before = sorted(folder.parent.rglob("*"))
    with pytest.raises(UserError) as caught:
        scaffold(language, folder, name)
    assert sorted(folder.parent.rglob("*")) == before
    return str(caught.value)


def test_an_unknown_language(tmp_path: Path) -> None:
    known = ", ".join(LANGUAGES)
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
    """In the midst of it: what was written so far goes."""

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
    monkeypatch.setattr(room, "_ROOM", tmp_path / "bots")
    scaffold("go", tmp_path / "ann")
    assert not [name for name in tree(tmp_path / "ann") if name.endswith("/x")]
