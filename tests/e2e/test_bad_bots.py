"""A bot that cannot take part: a message that says why, and nothing is begun."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.command import Done, call, write_bot, write_tournament
from tournaments.storage.store import Store

A_NAME = "1 to 40 small letters, digits, '.', '_' or '-', a letter or digit first"
A_VERSION = "1 to 40 letters, digits, '.', '+' or '-', a letter or digit first"
KEYS = "name, version, games, command, build, keep, language, transport, protocol, never_talks"
NUL = r'"a\u0000b"'

CASES: dict[str, tuple[dict[str, str], str]] = {
    "no name": ({"name": ""}, ": name is missing"),
    "no command": ({"command": ""}, ": command is missing"),
    "bad name": ({"name": '"My Bot"'}, f": name must be {A_NAME}; received 'My Bot'"),
    "name a number": ({"name": "7"}, ": name must be a text; received 7"),
    "bad version": ({"version": '"1 0"'}, f": version must be {A_VERSION}; received '1 0'"),
    "version a number": ({"version": "1.0"}, ": version must be a text; received 1.0"),
    "unknown key": (
        {"games": "", "game": '"fox"'},
        f": game is not a known key; the keys here are {KEYS}",
    ),
    "no games": ({"games": "[]"}, ": games must have 1 or more entries; received 0"),
    "games numbers": ({"games": "[1]"}, ": games[0] must be a text; received 1"),
    "empty command": ({"command": '""'}, ": command must have 1 or more entries; received 0"),
    "open quotes": (
        {"command": '"python \'bot.py"'},
        ": command must be a line as a shell reads it: No closing quotation",
    ),
    "command a number": ({"command": "5"}, ": command must be a list; received 5"),
    "no program in the command": (
        {"command": '[""]'},
        ": command must begin with the name of a program; received ['']",
    ),
    "a command of empty quotes": (
        {"command": "\"'' bot.py\""},
        ": command must begin with the name of a program; received \"'' bot.py\"",
    ),
    "no program in the build": (
        {"build": '[" ", "it"]'},
        ": build must begin with the name of a program; received [' ', 'it']",
    ),
    "NUL in the command": (
        {"command": NUL},
        ": command[0] must not hold NUL characters; received",
    ),
    "build a truth": ({"build": "true"}, ": build must be a list; received True"),
    "transport": ({"transport": '"udp"'}, ": transport must be 'unix' or 'tcp'; received 'udp'"),
    "no TOML": ({"name": '"a'}, " is no TOML: illegal character '\\n' (at line 1, column 10)"),
}


def refused(tmp_path: Path, bot: Path) -> Done:
    """What `run` and `play` say of the bot; the data folder knows of nothing after."""
    file = write_tournament(tmp_path / "cup.toml", [bot, write_bot(tmp_path / "good")])
    data = tmp_path / "data"
    done = call("--data", data, "run", file)
    assert done.code == 2
    assert all(line.startswith("isolation: ") for line in done.out.splitlines())
    assert call("--data", data, "play", "fox", tmp_path / "good", bot) == done
    with Store(data) as store:
        assert [store.definition("cup"), store.definition("play")] == [None, None]
    assert not (data / "output").exists()
    return replace(done, err=done.err.replace(" in its sandbox", ""))


@pytest.mark.parametrize("case", CASES)
def test_a_bad_manifest(tmp_path: Path, case: str) -> None:
    lines, sentence = CASES[case]
    bot = write_bot(tmp_path / "bad", **lines)
    done = refused(tmp_path, bot)
    assert done.err.startswith(f"stych: {bot / 'bot.toml'}{sentence}"), done.err
    assert done.err.count("\n") == 1


def test_no_folder_no_bot_or_a_file(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "toml" / "bot.toml").mkdir(parents=True)
    for name, sentence in {
        "none": "none is no bot: there is no such folder",
        "empty": "empty is no bot: there is no bot.toml in it",
        "file": "file is a file; a bot is a folder with a bot.toml",
        "toml": "toml/bot.toml cannot be read: Is a directory",
    }.items():
        assert refused(tmp_path, tmp_path / name).err == f"stych: {tmp_path}/{sentence}\n"


def test_a_game_that_it_does_not_play(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bad", games='"chess go"')
    words = f"stych: {bot} does not play fox; the games in its bot.toml: chess, go\n"
    assert refused(tmp_path, bot).err == words


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bad")
    (bot / "secret").touch(mode=0o000)
    said = refused(tmp_path, bot).err
    assert said == f"stych: {bot / 'secret'} cannot be read: Permission denied\n"


def test_names_that_come_twice(tmp_path: Path) -> None:
    one, two = write_bot(tmp_path / "a" / "same"), write_bot(tmp_path / "b" / "same")
    file = write_tournament(tmp_path / "cup.toml", [one, two])
    done = call("--data", tmp_path / "data", "run", file)
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "stych: two entrants are called 'same': give one of them another `name`"
        " in its [[entrants]] entry\n"
    )


BUILDS = {
    "fails": (
        '["python", "-c", "print(\'all is lost\'); raise SystemExit(3)"]',
        "its build command exited with code 3\nall is lost\n",
    ),
    "is not there": (
        '"no-such-compiler x"',
        "'no-such-compiler' cannot be started: No such file or dir",
    ),
    "is no program": (
        '"./bot.py"',
        "its build command './bot.py' cannot be started: Permission denied",
    ),
    "says too much": (
        '["python", "-c", "print(\'x\\\\n\' * 99999, end=\'last\'); raise SystemExit(1)"]',
        "its build command exited with code 1\n" + "x\n" * 9 + "last",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", BUILDS)
def test_a_build_that_does_not_work(tmp_path: Path, case: str) -> None:
    command, sentence = BUILDS[case]
    bot = write_bot(tmp_path / "bad", build=command)
    done = refused(tmp_path, bot)
    assert done.err.startswith(f"stych: {bot} cannot be built: ")
    assert sentence in done.err


@pytest.mark.slow
def test_what_a_build_says_cannot_steer_the_terminal(tmp_path: Path) -> None:
    loud = '["python", "-c", "print(\'\\\\x07\\\\x1b[2J\' + \'[red]\'); raise SystemExit(1)"]'
    done = refused(tmp_path, write_bot(tmp_path / "bad", build=loud))
    assert done.err.endswith("\n\ufffd[red]\n")


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_build_that_is_killed(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "bad", build='["sh", "-c", "kill -9 $$"]')
    words = f"stych: {bot} cannot be built: its build command was killed by SIGKILL\n"
    assert refused(tmp_path, bot).err == words
