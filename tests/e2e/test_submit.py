"""Submitting, listing, entering and withdrawing bots, as a user does."""

import json
import os
import signal
from pathlib import Path

import pytest

from tests.e2e.command import BOTS, call, finish, start, write_bot, write_tournament
from tests.e2e.processes import descendants, gone, until
from tests.submissions.archives import Part, tree, write_archive
from tests.submissions.registries import PLAYS, accept_all, in_staging, staging, stored

pytestmark = pytest.mark.slow


@pytest.mark.unconfined
def test_the_life_of_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a folder to a tournament, to a newer version, to its withdrawal, to another machine.

    Only the first version is checked, as outside of tests every version is (tests/submissions). To
    save time the others are accepted without it.
    """
    bot, data = write_bot(tmp_path / "ann", PLAYS, language='"python"'), tmp_path / "data"
    done = call("--data", data, "submit", bot)
    assert (done.code, done.err.splitlines()[1:]) == (0, ["Checking ann (fox) ..."])
    assert done.err.startswith("isolation: ")
    assert done.out.startswith("Stored as ann@1: fox; ")
    assert done.out.endswith('In a tournament file: bot = "ann@1"\n')
    again = call("--data", data, "submit", bot)
    assert (again.code, again.err) == (0, "")
    assert again.out == f"{bot} is there already as ann@1; nothing was changed.\n"

    accept_all(monkeypatch)
    newer = [Part(name, content + b"# 2\n") for name, content in tree(bot).items()]
    done = call("--data", data, "submit", write_archive(tmp_path / "a.tgz", newer))
    assert "Stored as ann@2" in done.out
    listed = call("--data", data, "bots").out.splitlines()
    assert [line.split()[:6] for line in listed[:3]] == [
        ["bot", "state", "version", "language", "games", "digest"],
        ["ann@1", "superseded", "1", "python", "fox", digest_of(data, "ann@1")[:8]],
        ["ann@2", "current", "1", "python", "fox", digest_of(data, "ann@2")[:8]],
    ]

    file = write_tournament(tmp_path / "cup.toml", ["ann@latest", BOTS / "first"])
    file.write_text(file.read_text() + '[[entrants]]\nbot = "ann@1"\nname = "old"\n')
    done = call("--data", data, "run", file)
    assert (done.code, done.err) == (0, "")
    table = call("--data", data, "table", file, "--format", "json").out
    assert {line["entrant"] for line in json.loads(table)["standings"]} == {"ann", "first", "old"}

    done = call("--data", data, "bots", "--withdraw", "ann@2")
    assert (done.code, done.out) == (0, "ann@2 is withdrawn.\n")
    states = {each["bot"]: each["state"] for each in listing(data)}
    assert states == {"ann@1": "current", "ann@2": "withdrawn"}
    assert call("--data", data, "table", file, "--format", "json").out == table
    assert call("--data", data, "run", file).code == 0
    done = call("--data", data, "play", "fox", "ann@1", "ann@2")
    assert (done.code, done.out) == (2, "")
    assert done.err == "stych: ann@2 was withdrawn: it cannot be entered any more\n"
    assert "ann@2, withdrawn; nothing" in call("--data", data, "submit", tmp_path / "a.tgz").out

    moved = tmp_path / "moved"
    assert call("--data", data, "export", file, "--to", tmp_path / "cup.stych").code == 0
    assert call("--data", moved, "import", tmp_path / "cup.stych").code == 0
    assert call("--data", moved, "table", file, "--format", "json").out == table
    assert call("--data", moved, "verify", file).code == 0
    done = call("--data", moved, "run", file)
    assert (done.code, done.out) == (2, "")
    assert "no bot called 'ann' is stored" in done.err
    for each in (tmp_path / "a.tgz", bot):
        assert call("--data", moved, "submit", each).code == 0
    file.write_text(file.read_text().replace("ann@1", "ann@2"))
    assert call("--data", moved, "run", file).code == 0


def listing(data: Path) -> list[dict[str, str]]:
    return list(json.loads(call("--data", data, "bots", "--json").out))


def digest_of(data: Path, bot: str) -> str:
    return next(each["digest"] for each in listing(data) if each["bot"] == bot)


def test_versions_play_against_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    accept_all(monkeypatch)
    for number in (1, 2):
        write_bot(tmp_path / "ann", PLAYS + f"# {number}\n")
        assert call("--data", tmp_path / "data", "submit", tmp_path / "ann").code == 0
    arguments = ("play", "fox", "ann@1", "ann@2", "--boards", 1, "--option", "target=1")
    done = call("--data", tmp_path / "data", *arguments)
    assert (done.code, done.err) == (0, "")
    assert "ann-v1" in done.out
    assert "ann-v2" in done.out


def test_an_empty_list(tmp_path: Path) -> None:
    data = tmp_path / "data"
    said = f"No bot is stored in {data} yet; `stych submit BOT` stores one.\n"
    assert call("--data", data, "bots").out == said
    assert call("--data", data, "bots", "--json").out == "[]\n"


def test_what_cannot_be_withdrawn(tmp_path: Path) -> None:
    data = ("--data", tmp_path / "data")
    for text in ("ann", "ann@latest", "./ann@1"):
        done = call(*data, "bots", "--withdraw", text)
        sentence = f"stych: --withdraw takes a version, such as thumb@2; received {text!r}\n"
        assert (done.code, done.err) == (2, sentence)
    done = call(*data, "bots", "--withdraw", "ann@1")
    assert (done.code, "no bot called 'ann' is stored" in done.err) == (2, True)


def test_a_bot_that_is_refused(tmp_path: Path) -> None:
    """Whatever it says cannot steer the terminal."""
    bot, data = write_bot(tmp_path / "ann", "print('\\x1b[31mbad')\nexit(3)"), tmp_path / "data"
    done = call("--data", data, "submit", bot)
    assert (done.code, done.out) == (2, "")
    assert f"stych: {bot} is not stored: it fails the step start of `stych check`" in done.err
    assert "exited with code 3" in done.err
    assert "[31mbad" in done.err
    assert "\x1b" not in done.err
    assert (stored(data), staging(data)) == ({}, [])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_submission_that_is_stopped(tmp_path: Path, number: signal.Signals) -> None:
    build, data = '["sh", "-c", "echo > .building; exec sleep 999"]', tmp_path / "stych-data"
    bot = write_bot(tmp_path / "slow", PLAYS, build=build)
    process = start("submit", bot, folder=tmp_path)
    until(lambda: bool(in_staging(data, ".building")))
    below = descendants(process.pid)
    os.kill(process.pid, number)
    done = finish(process)
    assert done.code == 130
    assert done.err.endswith("\nstych: stopped; nothing was stored\n")
    gone(below)
    assert (stored(data), staging(data)) == ({}, [])
