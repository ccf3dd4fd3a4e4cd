"""Disks that are full or read-only: a command says so or goes on, and nothing is lost."""

import os
from pathlib import Path

import pytest

from tests.chaos.mounts import in_shell
from tests.e2e.command import BOTS, STYCH, Done, call, write_bot, write_tournament
from tests.e2e.forked import begin_on
from tests.e2e.reference import reference

pytestmark = pytest.mark.slow

FEW, MANY = 4, 30
"""Numbers of boards; MANY need more room than a small disk has."""
RUN = "stych --data data run cup.toml --isolation off"
NOISY = """
import sys
from stych_bot import run

def choose(observation, legal, random):
    print("y" * 3000, flush=True)
    return random.randrange(len(legal))

run(choose, games=["fox"], at_once=64)
"""


def tournament(folder: Path, boards: int = FEW) -> tuple[Path, str]:
    """Its file, and its records when nothing disturbs it."""
    file = write_tournament(folder / "cup.toml", [BOTS / "random", BOTS / "first"], boards)
    return file, reference(file, folder / "reference")["records"]


def is_well(done: Done) -> None:
    assert (done.code, done.err) == (0, ""), done


def refused(done: Done, *words: str) -> None:
    assert done.code == 2, done
    assert done.err.startswith("stych: ")
    assert done.err.count("\n") == 1
    for word in words:
        assert word in done.err, done.err


@pytest.mark.parametrize("size", ["48k", "120k"])
@pytest.mark.minutes(1)
def test_a_full_disk(tmp_path: Path, size: str) -> None:
    """Too small for a schema, or for all matches; with more room it goes on."""
    _, undisturbed = tournament(tmp_path, MANY)
    (tmp_path / "data").mkdir()
    full, verified, done, again, said = in_shell(
        tmp_path,
        f"mount -t tmpfs -o size={size} none data",
        RUN,
        "stych --data data verify cup.toml",
        "mount -o remount,size=64m data",
        RUN,
        "stych --data data verify cup.toml",
        "stych --data data records cup.toml",
    )
    refused(full, "data/stych.db cannot be ", "database or disk is full")
    if "cannot be written" in full.err and "nothing of the tournament" not in verified.err:
        is_well(verified)
    else:
        refused(verified)
    is_well(done)
    is_well(again)
    assert said.out == undisturbed


def test_no_room_for_what_bots_print(tmp_path: Path) -> None:
    """They are not made to wait for it."""
    noisy = write_bot(tmp_path / "noisy", NOISY)
    write_tournament(tmp_path / "cup.toml", [noisy, BOTS / "first"], 4)
    (tmp_path / "data" / "output").mkdir(parents=True)
    played, said = in_shell(
        tmp_path,
        "mount -t tmpfs -o size=16k none data/output",
        RUN,
        "stych --data data records cup.toml",
    )
    is_well(played)
    assert "8 of 8 matches" in played.out
    assert said.out.count('"faults":[]') == 8


def test_a_data_folder_that_cannot_be_written_to(tmp_path: Path) -> None:
    file, undisturbed = tournament(tmp_path)
    is_well(call("--data", tmp_path / "data", "run", file, "--isolation", "off"))
    commands = ("run", "table", "verify", "records")
    *there, said = in_shell(
        tmp_path,
        "mount --bind data data",
        "mount -o remount,ro,bind data",
        *(f"stych --data data {command} cup.toml" for command in commands),
        "umount data",
        "stych --data data records cup.toml",
    )
    for done in there:
        refused(done, "the data folder data cannot be written to")
    assert said.out == undisturbed


@pytest.mark.parametrize("command", ["run", "table"])
def test_what_it_says_cannot_be_written(tmp_path: Path, command: str) -> None:
    file, undisturbed = tournament(tmp_path)
    if command != "run":
        is_well(call("--data", tmp_path / "data", "run", file, "--isolation", "off"))
    said, words = tmp_path / "said", [str(STYCH), "--data", "data", command, str(file)]
    with (
        Path(os.devnull).open() as nothing,
        Path("/dev/full").open("w") as full,
        said.open("w") as errors,
    ):
        files = (nothing.fileno(), full.fileno(), errors.fileno())
        code = begin_on(words, tmp_path, os.environ, files).wait()
    refused(
        Done(code, "", said.read_text()),
        "the output cannot be written: No space left on device",
    )
    is_well(call("--data", tmp_path / "data", "run", file, "--isolation", "off"))
    assert call("--data", tmp_path / "data", "records", file).out == undisturbed
