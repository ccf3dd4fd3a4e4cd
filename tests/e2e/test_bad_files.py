"""A tournament file that cannot be used: of each problem one line says where, and what is wrong."""

import re
from pathlib import Path

import pytest

from tests.e2e.bad_files import CASES, GOOD
from tests.e2e.command import call, write_bot

pytestmark = pytest.mark.unconfined


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
            "{file}: name is missing (the name under which its results are kept)\n"
            "stych: {file}: game is missing (the game's id; `stych games` lists them)\n"
            "stych: {file}: boards is missing (how many boards are played)\n"
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


def test_problems_of_the_first_bad_division_have_the_lines_of_what_all_have(tmp_path: Path) -> None:
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
    # Of the first bad division alone, so no word of "chess". Its own entrants are counted.
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
