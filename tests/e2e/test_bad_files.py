"""A tournament file that cannot be used: one sentence that says where, and what would be right."""

import re
from pathlib import Path

import pytest

from tests.e2e.command import call, write_bot

pytestmark = pytest.mark.unconfined

GOOD = """\
name = "cup"
game = "fox"
seed = "s"
boards = 2
[[entrants]]
bot = "one"
[[entrants]]
bot = "two"
"""

KEYS = (
    "name, game, seed, boards, deals, format, hero, rounds, follows, null_pair, options,"
    " stop, conduct, play, "
)
CLOCKS = (
    "decision_ms, bank_ms, grace_ms, strikes, wall_factor, start_ms, reconnect_ms, faults_in_a_row"
)
A_NAME = "1 to 40 small letters, digits, '.', '_' or '-', a letter or digit first"
TARGET = "points at which the game ends after a round: 16 short, 21 standard, 35 long"
PLAY = "[play]\nmatches_at_once = "

CASES = {
    "no TOML": ("game =", "game", "is no TOML: expected '=' after a key in a key/value pair (at"),
    "a key twice": (
        "boards",
        'name = "x"\nboards',
        "is no TOML: cannot overwrite a value (at line 4",
    ),
    "endless number": (
        "2",
        "1" * 5000,
        "is no TOML that can be read: it has a whole number of more than 4300 digits\n",
    ),
    "endless number in hexadecimal": (
        "boards = 2",
        f"boards = 0x{'f' * 5000}",
        ": boards must be 1000000 or less; received a number that is too long to be repeated",
    ),
    "nested": ("2", "[" * 5000, "is no TOML that can be read: it is nested too deeply"),
    "no name": ('name = "cup"\n', "", ": name is missing (under which its results are kept)"),
    "no bot": (
        'bot = "two"\n',
        "",
        ': entrants[1] must have one of bot = "FOLDER", remote = true',
    ),
    "no entrants": (GOOD[GOOD.index("[[") :], "", ": entrants is missing"),
    "unknown key": ("boards", "board", f": board is not a known key; the keys here are {KEYS}"),
    "unknown key below": (
        '[[entrants]]\nbot = "one"',
        '[conduct]\nbanks = 1\n[[entrants]]\nbot = "one"',
        f": conduct.banks is not a known key; the keys here are {CLOCKS}",
    ),
    "unknown key of an entrant": (
        '"two"',
        '"two"\nnick = "x"',
        ": entrants[1].nick is not a known key; the keys here are bot, remote, llm, name,"
        " divisions",
    ),
    "a folder and remote": (
        '"two"',
        '"two"\nremote = true',
        ': entrants[1] must have one of bot = "FOLDER", remote = true, llm = { ... }; received',
    ),
    "remote without a name": (
        'bot = "two"',
        "remote = true",
        ": entrants[1] must have a name, since it is remote; received {'remote': True}",
    ),
    "a null pair of a remote bot": (
        'boards = 2\n[[entrants]]\nbot = "one"',
        'boards = 2\nnull_pair = "far"\n[[entrants]]\nname = "far"\nremote = true',
        ": null_pair must be of the bots in folders; far is remote",
    ),
    "fresh processes of a remote bot": (
        'boards = 2\n[[entrants]]\nbot = "one"',
        'boards = 2\nplay.fresh_processes = true\n[[entrants]]\nname = "far"\nremote = true',
        ": play.fresh_processes is for bots in folders alone; far is remote",
    ),
    "remote under run": (
        'bot = "two"',
        'name = "far"\nremote = true',
        ": far is remote, so that somebody must wait for it to dial in: stych --data ",
    ),
    "boards 0": ("2", "0", ": boards must be 1 or more; received 0"),
    "too many boards": ("2", "9_000_000", ": boards must be 1000000 or less; received 9000000"),
    "boards a text": ("2", '"2"', ": boards must be a whole number; received '2'"),
    "boards a fraction": ("2", "2.0", ": boards must be a whole number; received 2.0"),
    "boards a truth": ("2", "true", ": boards must be a whole number; received True"),
    "seed a number": ('"s"', "7", ": seed must be a text; received 7"),
    "seed a date": ('"s"', "2026-01-01", ": seed must be a text; received datetime.date(2026, 1"),
    "empty seed": ('"s"', '""', ": seed must not be empty; received ''"),
    "long seed": ('"s"', f'"{"s" * 201}"', ": seed can have 200 characters at most; received 'sss"),
    "NUL in the seed": (
        '"s"',
        r'"a\u0000b"',
        r": seed must not hold NUL characters; received 'a\x00b'",
    ),
    "bad name": ('"cup"', '"The Cup"', f": name must be {A_NAME}; received 'The Cup'"),
    "empty name": ('"cup"', '""', f": name must be {A_NAME}; received ''"),
    "name with a newline": ('"cup"', r'"cup\n"', f": name must be {A_NAME}; received 'cup\\n'"),
    "the name of stych play": (
        '"cup"',
        '"play"',
        ": name must not be 'play', which `stych play` uses",
    ),
    "bad name of an entrant": (
        '"two"',
        '"two"\nname = "Two"',
        f": entrants[1].name must be {A_NAME}; received 'Two'",
    ),
    "unknown game": (
        '"fox"',
        '"chess"',
        ": the games are fox, korist, nase-hra, the-game; received 'chess'",
    ),
    "unknown format": (
        "boards",
        'format = "cup"\nboards',
        ": the formats of fox are round-robin, rounds, gauntlet, swiss, ladder, duel; received",
    ),
    "option out of range": (
        "boards",
        "options.target = 0\nboards",
        f": the option target of fox should be greater than or equal to 1 ({TARGET}); received 0",
    ),
    "option of another type": (
        "boards",
        'options.target = "21"\nboards',
        f": the option target of fox should be a whole number ({TARGET}); received '21'",
    ),
    "unknown option": ("boards", "options.x = 0\nboards", ": the options of fox are target"),
    "options a number": ("boards", "options = 3\nboards", ": options must be a table of keys and"),
    "conduct a number": (
        "boards",
        "conduct = 3\nboards",
        ": conduct must be a table of keys and values",
    ),
    "negative clock": (
        "boards",
        "conduct.bank_ms = -1\nboards",
        ": conduct.bank_ms must be 0 or more; received -1",
    ),
    "at once": (
        "boards",
        "play.matches_at_once = 1025\nboards",
        ": play.matches_at_once must be 1024 or",
    ),
    "fresh": (
        "boards",
        "play.fresh_processes = 1\nboards",
        ": play.fresh_processes must be true or false; received 1",
    ),
    "an empty list of entrants": (
        GOOD,
        "entrants = []\n" + GOOD[: GOOD.index("[[")],
        ": entrants must have 1 or more entries; received 0",
    ),
    "entrants a table": (
        GOOD[GOOD.index("[[") :],
        '[entrants]\nbot = "one"\n',
        ": entrants must be a list; received {'bot': 'one'}",
    ),
    "empty path": ('"two"', '""', ": entrants[1].bot must not be empty; received ''"),
    "NUL in a path": ('"two"', r'"\u0000"', r": entrants[1].bot must not hold NUL characters; rec"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_bad_file(tmp_path: Path, case: str) -> None:
    old, new, sentence = CASES[case]
    assert GOOD.count(old) == 1
    for bot in ("one", "two"):
        write_bot(tmp_path / bot)
    file, data = tmp_path / "cup.toml", tmp_path / "data"
    file.write_text(GOOD.replace(old, new))
    done = call("--data", data, "run", file)
    mark = "" if sentence.startswith(":") else " "
    expected = rf"stych: {re.escape(str(file))}(:\d+)?{re.escape(mark + sentence)}"
    assert re.match(expected, done.err), done.err
    # A key that is misspelt is missing as well.
    assert done.err.count("\n") == 1 + (case == "unknown key")
    assert all(len(line) < 400 + len(str(file)) for line in done.err.splitlines())
    assert (done.code, done.out) == (2, "")
    assert not data.exists()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "there is no tournament file {file}"),
        (b'name = "\xff"', "{file} is no text in UTF-8: its byte 8 is 0xff"),
        (
            b"",
            "{file}: name is missing (under which its results are kept)\n"
            "stych: {file}: game is missing (the game's id; `stych games` lists them)\n"
            "stych: {file}: boards is missing (each is played by all, in all seatings)\n"
            "stych: {file}: entrants is missing",
        ),
        (b"\0", "{file} is no TOML: invalid statement (at line 1, column 1)"),
    ],
)
def test_no_such_file_or_no_text(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    file = tmp_path / "cup.toml"
    if content is not None:
        file.write_bytes(content)
    done = call("--data", tmp_path / "data", "run", file)
    assert done.err == f"stych: {sentence.format(file=file)}\n"
    assert (done.code, done.out) == (2, "")


def test_a_folder_in_place_of_a_file(tmp_path: Path) -> None:
    done = call("--data", tmp_path / "data", "run", tmp_path)
    assert (done.code, done.err) == (2, f"stych: {tmp_path} cannot be read: Is a directory\n")


def test_a_file_in_place_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    done = call("--data", tmp_path / "data", "run", tmp_path / "x" / "cup.toml")
    assert done.err == f"stych: {tmp_path / 'x' / 'cup.toml'} cannot be read: Not a directory\n"
    assert done.code == 2


def test_a_name_that_is_too_long_for_a_file(tmp_path: Path) -> None:
    done = call("--data", tmp_path / "data", "run", tmp_path / ("x" * 300))
    assert done.err.endswith(" cannot be read: File name too long\n")
    assert done.code == 2


def test_all_problems_are_told_each_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(
        "\ufeff# A comment\n"
        + GOOD.replace("boards = 2", "boards = 0\nbords = 2")
        + "name = 'Two'\n\n[conduct]\nbank_ms = [\n  1,\n]\n",
        "utf-8",
    )
    done = call("--data", tmp_path / "data", "run", file)
    told = [line.removeprefix(f"stych: {file}:").split(" ")[:2] for line in done.err.splitlines()]
    assert told == [
        ["6:", "bords"],
        ["5:", "boards"],
        ["14:", "conduct.bank_ms"],
        ["11:", "entrants[1].name"],
    ]
    assert "; did you mean boards?\n" in done.err
    assert done.code == 2


def test_of_very_many_problems_ten_are_told(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text("".join(f"key_{number} = 0\n" for number in range(20)) + GOOD)
    lines = call("--data", tmp_path / "data", "run", file).err.splitlines()
    assert len(lines) == 11
    assert lines[-1] == "stych: and 10 problems more"
    assert lines[3].startswith(f"stych: {file}:4: key_3 is not a known key")


def test_in_divisions_the_line_is_that_of_the_division_or_of_what_all_have(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(
        """name = "cup"
boards = 0
[[divisions]]
name = "short"
game = "fox"
[[divisions]]
name = "long"
game = "chess"
[[entrants]]
bot = "one"
divisions = ["long"]
[[entrants]]
bot = 7
divisions = ["short"]
"""
    )
    done = call("--data", tmp_path / "data", "run", file)
    assert done.err.splitlines() == [
        f"stych: {file}:2: divisions[0]: boards must be 1 or more; received 0",
        f"stych: {file}:13: divisions[0]: entrants[0].bot must be a text; received 7",
    ]


def test_a_key_in_the_wrong_table_is_told_where_it_belongs(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(f"{GOOD}boards = 3\n[conduct]\nbot = 1\nmemory_mb = 2\n")
    done = call("--data", tmp_path / "data", "run", file)
    assert [line.rpartition("; ")[2] for line in done.err.splitlines()] == [
        "bot belongs under [[entrants]]",
        "memory_mb belongs under [isolation]",
        "boards belongs above the first table",
    ]


def test_a_path_says_what_it_is_relative_to(tmp_path: Path) -> None:
    (tmp_path / "cups").mkdir()
    file = tmp_path / "cups" / "cup.toml"
    file.write_text(GOOD)
    done = call("--data", tmp_path / "data", "run", file)
    assert (done.code, done.err) == (
        2,
        f"stych: {file.parent / 'one'} is no bot: there is no such folder; the tournament file"
        " says bot = 'one', relative to its own folder\n",
    )
