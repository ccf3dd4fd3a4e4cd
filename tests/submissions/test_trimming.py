"""Of what a build made, a stored bot keeps what its bot.toml names, and always its sources."""

from pathlib import Path

import pytest

from referee.errors import UserError
from referee.rpc.manifest import ManifestError, digest, read_manifest
from tests.e2e.command import write_bot
from tests.submissions.registries import accept_all, staging, stored, submitted
from tournaments.submissions import submitting

MAKES = (
    "mkdir -p build/lib/deep build/empty lib/node_modules/kit lib/node_modules/tool;"
    " for f in build/bot build/bot.o build/lib/a.js build/lib/a.js.map build/lib/deep/b.js"
    " lib/node_modules/kit/k.js lib/node_modules/tool/t.js; do echo > $f; done;"
    " ln -s ../lib/node_modules/tool build/lib/link; ln -s /nowhere build/gone"
)
OWN = ["bot.py", "bot.toml", "lib/own"]
SCRIPTS = ["build/lib/a.js", "build/lib/deep/b.js", "lib/node_modules/kit/k.js"]


@pytest.fixture(autouse=True)
def accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    accept_all(monkeypatch)


def bot(folder: Path, keep: str, build: str = MAKES) -> Path:
    made = write_bot(folder, keep=keep, build=f'["sh", "-c", "{build}"]')
    (made / "lib").mkdir(exist_ok=True)
    (made / "lib" / "own").write_text("x")
    return made


@pytest.mark.parametrize(
    ("keep", "left"),
    [
        ('["build/bot"]', ["build/bot"]),
        ('["build/lib"]', ["build/lib/a.js", "build/lib/a.js.map", "build/lib/deep/b.js"]),
        ('["build/lib", "!build/lib/deep", "!*.map"]', ["build/lib/a.js"]),
        ('["*.js", "!*node_modules/tool"]', SCRIPTS),
        # The folder of the bot is matched by no pattern.
        ('["build/bot", "!?"]', ["build/bot"]),
    ],
)
def test_what_is_named_stays(tmp_path: Path, keep: str, left: list[str]) -> None:
    folder, data = bot(tmp_path / "bot", keep), tmp_path / "data"
    version, _ = submitted(folder, data)
    place = data / "bots" / version.digest
    files = [path for path in place.rglob("*") if path.is_file() and not path.is_symlink()]
    assert sorted(str(path.relative_to(place)) for path in files) == sorted([*OWN, *left])
    assert (place / "build" / "lib" / "link").is_symlink() == ('"build/lib"' in keep)
    assert not (place / "build" / "empty").exists()
    assert not (place / "build" / "gone").is_symlink()
    assert version.digest == digest(folder, built=True) == digest(place, built=True)


def test_without_the_key_all_stays(tmp_path: Path) -> None:
    submitted(bot(tmp_path / "bot", ""), tmp_path / "data")
    assert "build/bot.o" in stored(tmp_path / "data")["bot@1"]


def test_a_copy_of_what_is_stored_is_built_again_to_the_same_version(tmp_path: Path) -> None:
    version, _ = submitted(bot(tmp_path / "bot", '["build/bot"]'), tmp_path / "data")
    place = tmp_path / "data" / "bots" / version.digest
    again, new = submitted(place, tmp_path / "other")
    assert (again.digest, new) == (version.digest, True)
    assert sorted(stored(tmp_path / "other")["bot@1"]) == sorted([*OWN, "build/bot"])


def test_what_the_build_does_not_make_is_told(tmp_path: Path) -> None:
    folder = bot(tmp_path / "bot", '["build/bot", "build/bott"]')
    with pytest.raises(UserError) as caught:
        submitted(folder, tmp_path / "data")
    assert str(caught.value) == (
        f"{folder} is not stored: its build does not make 'build/bott', which `keep` in its"
        " bot.toml names"
    )
    assert (stored(tmp_path / "data"), staging(tmp_path / "data")) == ({}, [])


def test_links_that_the_build_made_are_removed_and_not_what_they_lead_to(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("x")
    build = f"mkdir -p build/shut; ln -s {outside} build/link; echo > build/bot; chmod 0 build/shut"
    submitted(bot(tmp_path / "bot", '["build/bot"]', build), tmp_path / "data")
    assert (outside / "kept").read_text() == "x"
    assert sorted(stored(tmp_path / "data")["bot@1"]) == sorted([*OWN, "build/bot"])


def test_a_bot_that_lacks_what_was_removed_is_refused_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is checked is what is left."""

    def needs(folder: Path, *_: object) -> str:
        return "" if (folder / "build" / "bot.o").exists() else "it does not start"

    monkeypatch.setattr(submitting, "refusal", needs)
    folder = bot(tmp_path / "bot", '["build/bot"]')
    with pytest.raises(UserError) as caught:
        submitted(folder, tmp_path / "data")
    said, why = str(caught.value).splitlines()
    assert said == f"{folder} is not stored: it does not start"
    assert why.startswith("It ran with its sources and with what `keep` in its bot.toml names;")
    submitted(bot(tmp_path / "bot", '["build/bot", "build/bot.o"]'), tmp_path / "data")


@pytest.mark.parametrize("path", ["", "/bin/sh", "../x", "build//x", "build/", "!../x", "./build"])
def test_paths_are_inside_of_the_bots_folder(tmp_path: Path, path: str) -> None:
    folder = bot(tmp_path / "bot", f'["{path}"]')
    with pytest.raises(ManifestError) as caught:
        read_manifest(folder)
    assert "must be a path inside the bot's folder, such as target/release/bot" in str(caught.value)
    assert f"received {path!r}" in str(caught.value)
