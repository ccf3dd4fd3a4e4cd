"""The prepared dependencies of a language: made once, whole or not at all, and copied to bots."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from referee.rpc import prebuilt, prebuilt_recipes
from referee.rpc.prebuilt import LOCATION, BotToBuild, copy_entry, location, sizes
from referee.rpc.prebuilt_recipes import Recipe, digest, language_of
from referee.sandbox.toolchains import CACHES

RECIPE = Recipe(
    "Fake",
    "fake.mark",
    ("sh", "-c", "true"),
    ("template/fake.*",),
    ("sh",),
    caches=("things",),
    bot_folders=("target",),
    stub_names=("own",),
)
LOCK = '[[package]]\nname = "{}"\nversion = "1"\nsource = "there"\nchecksum = "abc"\n'
OLD = 1_000_000_000


@pytest.fixture(autouse=True)
def _fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LOCATION, str(tmp_path / "cache"))
    monkeypatch.setitem(prebuilt_recipes.RECIPES, "fake", RECIPE)
    (tmp_path / "fake" / "template").mkdir(parents=True)
    (tmp_path / "fake" / "template" / "fake.mark").write_text("one")


def use(monkeypatch: pytest.MonkeyPatch, recipe: Recipe) -> None:
    monkeypatch.setitem(prebuilt_recipes.RECIPES, "fake", recipe)


def bot_in(folder: Path) -> BotToBuild:
    for name in (folder / "stych", folder / CACHES):
        name.mkdir(parents=True)
    (folder / "fake.mark").write_text("")
    return BotToBuild(folder, folder / CACHES)


def make(recipe: Recipe, command: Sequence[str], work: Path, packages: Path | None) -> bool:
    del recipe, command
    assert (work / "fake.mark").read_text() in {"one", "two"}
    for name in (f"{CACHES}/things/x", "target/lib", "target/own-lib", f"{CACHES}/cargo/package"):
        path = work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("made with it" if packages else "made")
        path.chmod(0o640)
        os.utime(path, (OLD, OLD))
    return True


def fails(recipe: Recipe, command: Sequence[str], work: Path, packages: Path | None) -> bool:
    make(recipe, command, work, packages)
    return False


def give(
    tmp_path: Path, bot: str, by: prebuilt.Make = make, where: str = os.defpath
) -> tuple[Path, Path | None]:
    """Make a new bot, and copy the entry to it, which `by` makes first if it is missing.

    Returns the bot's folder, and the folder of the packages that its build has to read, if any.
    """
    asked = bot_in(tmp_path / bot)
    got = copy_entry(asked, {"fake": tmp_path / "fake"}, where, lambda _: False, by)
    return asked.folder, got


def entries(tmp_path: Path) -> list[Path]:
    return sorted((tmp_path / "cache" / "fake").iterdir())


def test_it_is_made_once_and_each_bot_has_a_copy(tmp_path: Path) -> None:
    first, _ = give(tmp_path, "first")
    second, _ = give(tmp_path, "second", fails)
    for bot in (first, second):
        assert (bot / CACHES / "things" / "x").read_text() == "made"
        # Cargo takes what is newer for changed.
        assert (bot / "target" / "lib").stat().st_mtime == OLD
        assert not (bot / "target" / "own-lib").exists()
        assert sorted(path.name for path in (bot / CACHES).iterdir()) == ["things"]
    (first / "target" / "lib").write_text("spoilt")
    third, _ = give(tmp_path, "third", fails)
    assert (third / "target" / "lib").read_text() == "made"
    [entry] = entries(tmp_path)
    # If the referee runs as root, builds run as another user, who has to read the entry.
    assert (entry / "target" / "lib").stat().st_mode & 0o777 == 0o644
    # Each of the two parts has one file with "made" in it.
    assert sizes() == {"fake": 8}


def test_what_is_there_stays(tmp_path: Path) -> None:
    asked = bot_in(tmp_path / "bot")
    (asked.folder / "target").mkdir()
    copy_entry(asked, {"fake": tmp_path / "fake"}, os.defpath, lambda _: False, make)
    assert not any((asked.folder / "target").iterdir())
    assert (asked.caches / "things" / "x").exists()
    (asked.caches / "things" / "x").unlink()
    copy_entry(asked, {"fake": tmp_path / "fake"}, os.defpath, lambda _: False, make)
    assert not any((asked.caches / "things").iterdir())


def test_one_makes_it_while_others_wait(tmp_path: Path) -> None:
    made = []

    def counts(recipe: Recipe, command: Sequence[str], work: Path, packages: Path | None) -> bool:
        made.append(work)
        return make(recipe, command, work, packages)

    with ThreadPoolExecutor() as pool:
        bots = list(pool.map(lambda n: give(tmp_path, f"bot-{n}", counts)[0], range(4)))
    assert len(made) == 1
    assert all((bot / "target" / "lib").exists() for bot in bots)


def test_what_fails_leaves_nothing(tmp_path: Path) -> None:
    bot, _ = give(tmp_path, "bot", fails)
    assert not (bot / "target").exists()
    assert entries(tmp_path) == []


@pytest.mark.slow
def test_what_was_killed_does_not_count(tmp_path: Path) -> None:
    code = (
        "import os, pytest\nfrom pathlib import Path\nfrom tests.rpc import test_prebuilt as t\n"
        "t.prebuilt_recipes.RECIPES['fake'] = t.RECIPE\n"
        "def dies(*a):\n    t.make(*a)\n    os.kill(os.getpid(), 9)\n"
        f"t.give(Path({str(tmp_path)!r}), 'killed', dies)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False)
    assert done.returncode == -signal.SIGKILL
    [left] = entries(tmp_path)
    assert left.name.startswith(".new-")
    bot, _ = give(tmp_path, "bot")
    assert (bot / "target" / "lib").exists()
    assert left not in entries(tmp_path)
    assert len(entries(tmp_path)) == 1


def test_it_is_made_anew_when_what_it_is_made_of_changes(tmp_path: Path) -> None:
    source = tmp_path / "fake"
    tool = tmp_path / "bin" / "sh"
    tool.parent.mkdir()
    found = [digest(RECIPE, source, os.defpath)]
    tool.write_text("#!/bin/true\n")
    tool.chmod(0o755)
    found.append(digest(RECIPE, source, str(tool.parent)))
    os.utime(tool, (OLD, OLD))
    found.append(digest(RECIPE, source, str(tool.parent)))
    found.append(digest(replace(RECIPE, command=("false",)), source, os.defpath))
    give(tmp_path, "first")
    [old] = entries(tmp_path)
    (source / "template" / "fake.mark").write_text("two")
    found.append(digest(RECIPE, source, os.defpath))
    assert len(set(found)) == len(found)
    os.utime(old, (OLD, OLD))
    give(tmp_path, "second")
    [new] = entries(tmp_path)
    assert new != old


def test_packages_that_builds_read_in_one_place_are_not_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = replace(RECIPE, packages_command=("true",), caches=())
    use(monkeypatch, recipe)
    bot, packages = give(tmp_path, "first")
    assert packages
    assert (packages / "package").read_text() == "made"
    assert (bot / "target" / "lib").read_text() == "made with it"
    again = copy_entry(
        BotToBuild(bot, bot / CACHES),
        {"fake": tmp_path / "fake"},
        os.defpath,
        lambda _: False,
        fails,
    )
    assert again == packages
    # A bot that was compiled with packages of its own goes on with these.
    (bot / CACHES / "cargo").mkdir()
    asked = BotToBuild(bot, bot / CACHES)
    got = copy_entry(asked, {"fake": tmp_path / "fake"}, os.defpath, lambda _: False, fails)
    assert got is None


def test_an_old_entry_stays_while_it_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    use(monkeypatch, replace(RECIPE, packages_command=("true",), caches=()))
    _, packages = give(tmp_path, "first")
    old = entries(tmp_path)
    for entry in old:
        os.utime(entry, (OLD, OLD))
    assert give(tmp_path, "second", fails)[1] == packages in old
    (tmp_path / "fake" / "template" / "fake.mark").write_text("two")
    give(tmp_path, "third")
    assert (len(old), len(entries(tmp_path))) == (2, 4)
    assert {*old} < {*entries(tmp_path)}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives folders to others")
def test_a_folder_of_others_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "cache" / "fake").mkdir(parents=True)
    os.chown(tmp_path / "cache", 4321, 4321)
    bot, _ = give(tmp_path, "bot")
    assert not (bot / "target").exists()


def test_a_folder_that_others_write_to_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    bot, _ = give(tmp_path, "bot")
    assert not (bot / "target").exists()


def test_for_which_bots_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    templates = {"fake": tmp_path / "fake"}
    asked = bot_in(tmp_path / "bot")
    assert language_of(asked.folder, templates) == "fake"
    assert language_of(asked.folder, {}) == ""
    use(monkeypatch, replace(RECIPE, lock_file="fake.lock"))
    assert language_of(asked.folder, templates) == ""
    (tmp_path / "fake" / "template" / "fake.lock").write_text(LOCK.format("a") + LOCK.format("b"))
    for text, suits in ((LOCK.format("a"), True), (LOCK.format("c"), False), ("x", False)):
        (asked.folder / "fake.lock").write_text(text)
        assert (language_of(asked.folder, templates) == "fake") is suits
    (asked.folder / "stych").rmdir()
    assert language_of(asked.folder, templates) == ""


def test_where_it_is(tmp_path: Path) -> None:
    assert location({LOCATION: str(tmp_path)}) == tmp_path
    own = location({"XDG_CACHE_HOME": str(tmp_path)})
    assert own == (Path("/var/cache/stych") if os.geteuid() == 0 else tmp_path / "stych")
