"""`stych join` as it is used: whole matches of all games, leaving them, and what makes no sense."""

import json
import re
from pathlib import Path

import pytest

from referee.record import Record, read_record
from referee.record_check import verify
from tests.e2e.command import BOTS, call, write_bot
from tests.e2e.processes import bots, descendants, gone
from tests.joining.terminal import Screen, at_random, join
from tests.seeds import SEED

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]

RANDOM = BOTS / "random"


def records(folder: Path) -> list[Record]:
    """The records that were kept; each was replayed and is true."""
    files = sorted((folder / "stych-data" / "joined").glob("*.json"))
    found = [read_record(file.read_bytes()) for file in files]
    for record in found:
        verify(record)
    return found


def options(*given: str) -> list[str]:
    return [word for each in given for word in ("--option", each)]


@pytest.mark.parametrize(
    ("game", "given", "others", "terminal"),
    [
        ("fox", ["target=5"], 1, False),
        ("fox", ["target=5"], 1, True),
        ("korist", [], 1, True),
        ("korist", ["players=5", "variant=expert", "limit=80"], 4, False),
        ("nase-hra", ["series=triple"], 2, True),
        ("nase-hra", ["players=2"], 1, False),
        ("the-game", ["players=1"], 0, False),
        ("the-game", ["players=5", "fire=true"], 4, True),
    ],
)
def test_a_whole_match(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    game: str,
    given: list[str],
    others: int,
    terminal: bool,
) -> None:
    seat = others // 2
    bot = [RANDOM] if others else []
    line = [game, *bot, *options(*given), "--seat", seat, "--seed", SEED]
    with join(*line, folder=tmp_path, terminal=terminal) as screen:
        end = screen.play(at_random(game))
        assert screen.code() == 0, screen.text
    assert f"You are seat {seat} of {others + 1}, counted from 0." in screen.text
    assert "match 1 is over" in end
    assert "The cards of match 1 were those promised at its start." in end
    assert "The referee says goodbye: there is nothing more to play." in end
    [record] = records(tmp_path)
    assert (record.ending, record.seats[seat].entrant) == ("played", "you")
    assert record.deal.path[0] == SEED
    points = record.outcome.points[seat]
    assert (f"you: {points} points" in end) or (f"The team has {points} points" in end)
    assert ("\x1b" in screen.raw) is terminal
    shown = re.search(r"^To see the match: stych (.*)$", end, re.MULTILINE)
    assert shown is not None
    monkeypatch.chdir(tmp_path)
    done = call(*shown[1].split(), "--seat", seat)
    assert (done.code, done.err) == (0, "")


def test_without_colours_on_a_terminal(tmp_path: Path) -> None:
    """And in the record the person is the bot "person" with the SDK stych-join."""
    line = ("fox", RANDOM, *options("target=1"))
    with join(*line, folder=tmp_path, terminal=True, NO_COLOR="1") as screen:
        screen.play(at_random("x"))
        assert screen.code() == 0
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", screen.raw), "no colour was set"
    [record] = records(tmp_path)
    kept = json.loads(record.to_json())
    assert kept["seats"][0]["bot"] == "person"
    assert kept["measured"]["sdks"][0].startswith("stych-join ")


def test_several_boards_have_one_drawn_seed_which_is_told_in_the_end(tmp_path: Path) -> None:
    seeds = set()
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        with join("fox", RANDOM, *options("target=1"), "--boards", 2, folder=folder) as screen:
            end = screen.play(at_random("x"))
            assert screen.code() == 0
        assert screen.text.count("counted from 0.") == 2
        assert len(records(folder)) == 2
        seed = re.search(r"The same cards again: --seed (\w+)$", end, re.MULTILINE)
        assert seed is not None
        assert {record.deal.path[0] for record in records(folder)} == {seed[1]}
        seeds.add(seed[1])
    assert len(seeds) == 2


def test_what_was_chosen_is_taken_back(tmp_path: Path) -> None:
    line = ("fox", RANDOM, *options("target=1"), "--confirm")
    with join(*line, folder=tmp_path) as screen:
        assert screen.prompt() is not None
        screen.write("#1")
        assert re.search(r"Enter sends \w+, u takes it back: $", screen.prompt() or "")
        screen.write("u")
        assert "Which card do you" in (screen.prompt() or "")
        screen.write("#2")
        screen.prompt()
        screen.write("")
        end = screen.play(at_random("x"))
        assert screen.code() == 0
    assert "random: " in end, "the bot has its name"
    assert "random plays" in screen.text
    assert "seat 1 plays" not in screen.text


def in_the_middle(screen: Screen) -> None:
    """Answer four questions, and wait for the next one."""
    answer = at_random("x")
    for _ in range(4):
        asked = screen.prompt()
        assert asked is not None
        screen.write(answer(asked))
    assert screen.prompt() is not None


@pytest.mark.parametrize("terminal", [False, True], ids=["pipe", "terminal"])
@pytest.mark.parametrize("way", ["leave", "interrupt", "end"])
def test_leaving_in_the_middle(tmp_path: Path, way: str, terminal: bool) -> None:
    with join("fox", RANDOM, "--boards", 3, folder=tmp_path, terminal=terminal) as screen:
        in_the_middle(screen)
        below = descendants(screen.process.pid)
        assert bots(below)
        if way == "leave":
            screen.write("q")
            assert "y or n:" in (screen.prompt() or "")
            screen.write("y")
        elif way == "interrupt":
            screen.interrupt()
        elif terminal:
            screen.write_raw(b"\x04")
        else:
            screen.end_input()
        assert screen.prompt() is None
        assert screen.code() == {"leave": 0, "interrupt": 130, "end": 1}[way]
    gone(below)
    end = screen.said[-1]
    assert "Traceback" not in screen.text
    assert ("you have left the table" if way == "end" else "You have left the table.") in end
    [record] = records(tmp_path)
    assert record.ending == "forfeit"
    assert [(entry.seat, entry.fault.kind) for entry in record.faults] == [(0, "disconnected")]
    assert record.outcome.places == (2, 1)


@pytest.mark.parametrize("after", ["seat 0: you\n", "seat 1: random\n", "match 1 ─"])
def test_leaving_before_the_first_question(tmp_path: Path, after: str) -> None:
    with join("fox", RANDOM, folder=tmp_path) as screen:
        assert screen.until(re.compile(after))
        screen.interrupt()
        screen.to_the_end()
        assert screen.code() == 130
    assert "You have left the table." in screen.text
    assert "Traceback" not in screen.text


def test_the_others_play_on_without_whoever_left(tmp_path: Path) -> None:
    with join("korist", RANDOM, *options("players=3"), folder=tmp_path) as screen:
        in_the_middle(screen)
        screen.interrupt()
        assert screen.prompt() is None
        assert screen.code() == 130
    [record] = records(tmp_path)
    [fault] = record.faults
    assert fault.seat == 0
    assert len(record.actions) > fault.at
    assert record.outcome.places[0] == 3


def test_the_screen_is_closed(tmp_path: Path) -> None:
    """The terminal is gone: the command ends, and none of its processes is left behind."""
    with join("fox", RANDOM, folder=tmp_path, terminal=True) as screen:
        in_the_middle(screen)
        below = descendants(screen.process.pid)
        screen.hang_up()
        screen.code()
    gone(below)


def test_killed(tmp_path: Path) -> None:
    """Its referee and its bots do not outlive it."""
    with join("fox", RANDOM, folder=tmp_path) as screen:
        in_the_middle(screen)
        below = descendants(screen.process.pid)
        screen.process.kill()
    gone(below)


def test_a_bot_that_crashes(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "mute", "import sys; sys.exit('no strings')")
    with join("fox", bot, folder=tmp_path) as screen:
        end = screen.play(at_random("x"))
        assert screen.code() == 0
    assert "mute forfeits: its program ended" in end
    assert "1. you: 0 points" in end
    output = re.search(r"^What the bots printed: (.*)$", end, re.MULTILINE)
    assert output is not None
    assert "no strings" in (tmp_path / output[1] / "mute" / "worker-1" / "stderr.txt").read_text()


def test_lines_from_a_file(tmp_path: Path) -> None:
    """They are there before the questions, and each waits for its question."""
    (tmp_path / "answers").write_text("#1\n" * 1000)
    line = ("fox", RANDOM, *options("target=1"))
    with join(*line, folder=tmp_path, answers=tmp_path / "answers") as screen:
        end = screen.to_the_end()
        assert screen.code() == 0
    assert "match 1 is over" in end
    assert len(records(tmp_path)) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            [],
            "name a game and bots, such as: stych join fox PATH/TO/BOT, or a referee with",
        ),
        (["chess", "{bot}"], "the games are fox, korist, nase-hra, the-game; received 'chess'"),
        (["fox", "nowhere"], "is no bot: there is no such folder"),
        (["fox", "{bot}", "--option", "x"], "an option is written KEY=VALUE"),
        (["fox", "{bot}", "--address", "a:1"], "is dialled; received fox and --address"),
        (["--address", "a:1"], "a token is needed"),
        (["--address", "a:1", "--token", "t", "--hint"], "received a:1 and --hint"),
        (["--address", "a:1", "--token", "t", "--replay"], "received a:1 and --replay"),
        (["--address", "nowhere", "--token", "t"], "an address is HOST:PORT"),
        (["--address", "a:1", "--token", "t", "--tls", "x.pem"], "'x.pem' cannot be read"),
    ],
)
def test_what_makes_no_sense(tmp_path: Path, arguments: list[str], words: str) -> None:
    line = [each.replace("{bot}", str(RANDOM)) for each in arguments]
    done = call("--data", tmp_path / "data", "join", *line)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("stych: ")
    assert done.err.count("\n") == 1
    assert words in done.err
    assert not (tmp_path / "data").exists()


def test_no_referee_at_the_address(tmp_path: Path) -> None:
    done = call("join", "--address", "127.0.0.1:1", "--token", "t", folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("stych: no match with the referee at 127.0.0.1:1: ")
    assert done.err.count("\n") == 1


def test_a_record_that_cannot_be_written_is_told_and_leaves_no_half(tmp_path: Path) -> None:
    line = ["fox", RANDOM, *options("target=1"), "--seed", SEED]
    (tmp_path / "first").mkdir()
    with join(*line, folder=tmp_path / "first") as screen:
        screen.play(at_random("fox"))
        assert screen.code() == 0, screen.text
    [record] = records(tmp_path / "first")
    taken = tmp_path / "second" / "stych-data" / "joined" / f"{record.id}.json"
    taken.mkdir(parents=True)
    with join(*line, folder=tmp_path / "second") as screen:
        end = screen.play(at_random("fox"))
        assert screen.code() == 1, screen.text
    assert "cannot be written: " in end
    assert [*taken.parent.iterdir()] == [taken]
    assert taken.is_dir()
