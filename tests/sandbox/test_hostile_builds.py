"""Hostile builds in the sandbox, and what becomes of the folders that are lent to builds."""

import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.rpc.build import run_build
from referee.rpc.workspace import MARK
from referee.sandbox import lending
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.toolchains import CACHES
from tests.sandbox.bots import confining
from tests.sandbox.stage import open_place, running

pytestmark = pytest.mark.slow
LEVELS = (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK)


@pytest.fixture
def base() -> Iterator[Path]:
    folders = ("bot", "rival", "data")
    with open_place(*folders) as place:
        for name in folders:
            (place / name / "file").write_text("secret")
        yield place


@pytest.fixture(params=LEVELS)
def isolation(request: pytest.FixtureRequest) -> Isolation:
    return confining(request.param).isolation


def build(base: Path, script: str, isolation: Isolation | None, bot: str = "bot") -> str:
    return run_build(["sh", "-c", f"umask 0; {script}"], base / bot, isolation=isolation)


READS = {
    "the data folder": "cat {0}/data/file > stolen",
    "another bot's folder": "cat {0}/rival/file > stolen",
    "by way of a link": "ln -sf ../rival link; cat link/file > stolen",
    "by way of the process above it": "cat /proc/$PPID/root{0}/rival/file > stolen",
}
WRITES = {
    "a file beside": "echo x > {0}/new",
    "another bot's folder": "echo x >> {0}/rival/file",
    "the data folder": "echo x >> {0}/data/file",
    "by way of a link": "ln -sf ../data link; echo x > link/new",
    "the user's cache": 'mkdir -p "{0}/cargo/bin"; echo x > {0}/cargo/bin/cargo',
}


def state(base: Path) -> dict[str, bytes]:
    """All files outside the bot's folder: their contents by path."""
    found = (path for path in base.rglob("*") if path.is_file())
    own = base / "bot"
    return {str(path): path.read_bytes() for path in found if not path.is_relative_to(own)}


@pytest.mark.parametrize("what", READS)
def test_it_reads_nobody_elses_files(base: Path, isolation: Isolation, what: str) -> None:
    script = READS[what].format(base)
    assert build(base, script, None) == ""
    assert (base / "bot" / "stolen").read_text() == "secret"
    (base / "bot" / "stolen").unlink()
    assert "in its sandbox" in build(base, script, isolation)
    assert (base / "bot" / "stolen").read_text() == ""


@pytest.mark.parametrize("what", WRITES)
def test_it_writes_to_its_own_folder_alone(
    base: Path, isolation: Isolation, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (base, *base.rglob("*")):
        path.chmod(path.stat().st_mode | 0o666)
    (base / "cargo").mkdir()
    (base / "cargo").chmod(0o777)
    monkeypatch.setenv("CARGO_HOME", str(base / "cargo"))
    script, before = WRITES[what].format(base), state(base)
    assert build(base, script, isolation) != ""
    assert state(base) == before
    assert build(base, script, None) == ""
    assert state(base) != before


def test_it_leaves_no_daemon(base: Path, isolation: Isolation) -> None:
    mark = f"86400.{os.getpid()}"
    script = f"setsid sleep {mark} > /dev/null 2>&1 & sleep 0.3; touch build"
    assert build(base, script, isolation) == ""
    assert (base / "bot" / "build").exists()
    assert running(mark) == []


def test_it_gives_nobody_its_rights(base: Path, isolation: Isolation) -> None:
    script = "cp /bin/true build; chmod 6755 build"
    assert build(base, script, None) == ""
    assert (base / "bot" / "build").stat().st_mode & stat.S_ISUID
    (base / "bot" / "build").unlink()
    assert build(base, script, isolation) == ""
    made = (base / "bot" / "build").stat()
    assert stat.S_IMODE(made.st_mode) == 0o755
    assert made.st_uid == (base / "bot").stat().st_uid == os.getuid()


def test_what_it_downloads_is_for_itself(base: Path, isolation: Isolation) -> None:
    """A build that poisons the caches that its variables name poisons only those of its bot."""
    names = ("CARGO_HOME", "GOCACHE", "GOMODCACHE", "npm_config_cache")
    spoil = "; ".join(f'mkdir -p "${name}" && echo x > "${name}/poison"' for name in names)
    look = "; ".join(f'cat "${name}/poison" 2> /dev/null' for name in names)
    assert build(base, spoil, isolation) == ""
    assert build(base, f"{look}; false", isolation).splitlines()[1:] == ["x"] * 4
    assert build(base, f"{look}; false", isolation, "rival").splitlines()[1:] == []
    assert (base / "bot" / CACHES / ".gitignore").read_text() == "*\n"


def test_nothing_of_ours_is_written_by_way_of_its_links(base: Path, isolation: Isolation) -> None:
    (base / "bot" / CACHES).symlink_to(base / "data")
    before = state(base)
    refusal = f"its build cannot use the caches in {base / 'bot' / CACHES}: "
    assert build(base, "true", isolation).startswith(refusal)
    (base / "bot" / CACHES).unlink()
    assert build(base, f"rm -r {CACHES}/*; ln -s {base}/data {CACHES}/go-build", isolation) == ""
    (base / "bot" / "go.mod").write_text("module bot\n")
    build(base, "true", isolation)
    assert state(base) == before


def test_a_build_that_waits_in_vain_for_another_says_so(
    base: Path, isolation: Isolation, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = base / "bot"
    monkeypatch.setattr("referee.rpc.build.BUILD_SECONDS", 0.2)
    with lending.alone(folder, 10.0, lambda: False) as is_locked:
        assert is_locked
        said = build(base, "touch begun", isolation)
    assert said == f"its build did not begin: other builds used {folder} for 0.2 s"
    assert not (folder / "begun").exists()


def test_folders_without_end_are_told_in_a_sentence(base: Path, isolation: Isolation) -> None:
    script = "for n in $(seq 300); do mkdir d && cd d; done"
    said = build(base, script, isolation)
    deep = f"folders lie more than {lending.MOST_LEVELS} deep in one another"
    assert said == f"its build command leaves files that cannot be checked or given back: {deep}"


def test_a_workspace_is_built_together_and_only_its_owner_says_so(
    base: Path, isolation: Isolation
) -> None:
    script = f"cat {base}/rival/file && echo x > {base}/rival/made"
    (base / "bot" / MARK).write_text("")
    assert build(base, script, isolation) != ""
    (base / MARK).write_text("")
    assert build(base, script, isolation) == ""
    assert (base / "rival" / "made").stat().st_uid == os.getuid()
    words, folder = ["sh", "-c", script], base / "bot"
    assert run_build(words, folder, isolation=isolation, ignore_workspace=True) != ""
    (base / MARK).write_text("readable = 1")
    said = run_build(words, folder, isolation=isolation)
    assert said == f"{base / MARK}: readable must be a list; received 1"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root lends folders to users")
def test_what_was_lent_comes_back_to_whom_it_was_of(base: Path) -> None:
    bot, others = base / "bot", base / "data" / "file"
    (bot / "hers").write_text("")
    os.chown(bot / "hers", 4321, 4322)
    os.link(others, bot / "linked")
    owners = lending.lend(bot, 61000)
    assert {path.name: path.lstat().st_uid for path in bot.iterdir()} == {
        "file": 61000,
        "hers": 61000,
        "linked": 0,
    }
    (bot / "new").write_text("")
    os.chown(bot / "new", 61000, 61000)
    lending.settle(bot, owners)
    assert {path.name: path.stat().st_uid for path in bot.iterdir()} == {
        "file": 0,
        "hers": 4321,
        "linked": 0,
        "new": 0,
    }
    assert others.stat().st_uid == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root lends folders to users")
def test_what_a_killed_build_left_comes_back_to_us(base: Path) -> None:
    """All of it is of a build's user, the folder too: whose it was before is unknown."""
    bot = base / "bot"
    lending.lend(bot, 61000)
    owners = lending.lend(bot, 61001)
    assert owners == {}
    lending.settle(bot, owners)
    assert {path.lstat().st_uid for path in (bot, *bot.iterdir())} == {0}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root lends folders to users")
def test_what_was_lent_in_vain_comes_back(base: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bot, change = base / "bot", os.chown
    (bot / "hers").write_text("")
    os.chown(bot / "hers", 4321, 4322)
    left = iter([True, True])

    def fails_late(path: Path, uid: int, gid: int, **more: bool) -> None:
        if uid == 61000 and not next(left, False):
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
        change(path, uid, gid, **more)

    monkeypatch.setattr(os, "chown", fails_late)
    with pytest.raises(PermissionError):
        lending.lend(bot, 61000)
    assert {path.name: path.stat().st_uid for path in (bot, *bot.iterdir())} == {
        "bot": 0,
        "file": 0,
        "hers": 4321,
    }
