"""The private folders of bots: removed at the end, whatever the bots have made of them."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from referee.rpc.folders import PrivateFolder, remove_folder, sweep_folders
from referee.sandbox.uids import BOT_UIDS

DEEP = 1_100
"""Deeper than a recursive function goes."""


def dig(folder: Path) -> None:
    """Nest folders in a process of its own, as a bot would."""
    code = f"import os\nfor _ in range({DEEP}): os.mkdir('d'); os.chdir('d')\nopen('f', 'w')"
    subprocess.run([sys.executable, "-c", code], cwd=folder, check=True)


def test_a_private_folder_is_for_its_owner_alone() -> None:
    folder = PrivateFolder()
    assert folder.path.stat().st_mode & 0o777 == 0o700
    folder.remove()


@pytest.mark.slow
def test_a_folder_is_removed_however_deep_it_is_and_what_a_link_points_to_stays(
    tmp_path: Path,
) -> None:
    kept, folder = tmp_path / "kept", tmp_path / "home"
    (folder / "wide").mkdir(parents=True)
    kept.mkdir()
    (kept / "file").touch()
    dig(folder)
    for link in (folder / "link", folder / "d" / "link", folder / "wide" / "link"):
        link.symlink_to(kept)
    remove_folder(folder)
    assert not folder.exists()
    assert (kept / "file").exists()
    remove_folder(folder)


HOSTILE = f"""
import os, sys
from referee.rpc.folders import PrivateFolder
from referee.sandbox import uids
def dig(levels, name):
    for _ in range(levels): os.mkdir(name); os.chdir(name)
if not os.geteuid():
    own = uids.take()
    os.setgid(own.number)
    os.setuid(own.number)
folder = PrivateFolder()
os.chdir(folder.path)
os.mkdir("closed", 0)
os.mkdir("holds")
open("holds/file", "w")
os.mkdir("holds/closed", 0)
os.chmod("holds", 0)
dig({DEEP}, "d")
os.chmod(".", 0)
os.chdir(folder.path)
dig(30, "x" * 200)
os.symlink(sys.argv[1], "link")
os.chmod(".", 0)
os.chmod(folder.path, 0)
os.chdir("/")
folder.remove()
print(folder.path.exists())
"""
"""A tree deeper than recursion goes, one with a path that is too long, and closed folders.

The user's id is reserved: the end of a bot with the same id would kill this process.
"""


@pytest.mark.slow
def test_a_folder_is_removed_whatever_is_closed_in_it(tmp_path: Path) -> None:
    """As an ordinary user, whom closed folders keep out."""
    kept = tmp_path / "kept"
    kept.mkdir(mode=0o750)
    done = subprocess.run(
        [sys.executable, "-c", HOSTILE, kept], capture_output=True, text=True, check=False
    )
    assert done.stdout == "False\n", done.stderr
    assert kept.stat().st_mode & 0o777 == 0o750


def test_folders_of_the_dead_are_swept_and_those_of_the_living_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    left = tmp_path / f"stych-{dead.pid}-abc"
    left.mkdir()
    foreign = [tmp_path / name for name in ("stych-notes-1", "stych-1", f"other-{dead.pid}-x")]
    for folder in foreign:
        folder.mkdir()
    living = PrivateFolder()
    sweep_folders()
    assert not left.exists()
    assert all(folder.exists() for folder in (*foreign, living.path))
    assert living.path.name.startswith(f"stych-{os.getpid()}-")
    living.remove()


def test_a_link_with_the_name_of_a_folder_of_ours_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    kept = tmp_path / "kept" / "file"
    kept.parent.mkdir()
    kept.touch()
    link = tmp_path / f"stych-{dead.pid}-abc"
    link.symlink_to(kept.parent)
    sweep_folders()
    remove_folder(link)
    assert kept.exists()
    assert link.is_symlink()


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives folders away")
def test_a_folder_of_another_users_stays_and_one_of_a_bots_is_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    foreign, bots = (tmp_path / f"stych-{dead.pid}-{name}" for name in ("foreign", "bots"))
    for folder, uid in ((foreign, 12345), (bots, BOT_UIDS[0])):
        folder.mkdir()
        os.chown(folder, uid, uid)
    sweep_folders()
    assert foreign.exists()
    assert not bots.exists()


@pytest.mark.slow
def test_a_bot_whose_server_gets_no_address_leaves_no_folder(tmp_path: Path) -> None:
    """The referee's process may open no further file: entering the bot raises an OSError.

    gRPC's own error, for a server without an address, would end a worker.
    """
    code = f"""
import asyncio, resource
from pathlib import Path
from tests.rpc.arena import EXAMPLES, enter
async def main():
    bot = enter(EXAMPLES / "random", Path({str(tmp_path / "output")!r}))
    resource.setrlimit(resource.RLIMIT_NOFILE, (3, 3))
    try:
        async with bot:
            print("open")
    except OSError as error:
        print(error.strerror)
asyncio.run(main())
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=dict(os.environ) | {"TMPDIR": str(tmp_path)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("Too many open files\n", 0), done.stderr
    assert not list(tmp_path.glob("stych-*"))
