"""The room of Rust: the SDK, its bots over real processes, and what the template makes."""

import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from stych.v1 import referee_pb2 as pb
from tests.bots import lone_referee
from tests.bots.lone_referee import FINISHED, WELCOME, LoneReferee, decision, serve, start
from tests.bots.rooms import alone, played_well, seated
from tests.bots.rust_room import (
    RANDOM,
    RUST,
    SDK,
    TARGET,
    TEMPLATE,
    THUMB,
    build,
    command,
    lint,
)
from tests.bots.templates import check_plays_as_in_python, scaffold_of_go_fish
from tests.e2e.command import BOTS, write_tournament
from tournaments.resources.scaffold import scaffold as new_bot

pytestmark = [pytest.mark.slow, pytest.mark.builds]


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    build()


@pytest.fixture(autouse=True)
def alone_in_the_room(built: None) -> Iterator[None]:
    """While a test compiles, another one would take away what it has just made.

    Cargo's own lock ends before programs are copied, and before the examples in the docs are tried.
    """
    with alone("rust"):
        yield


def test_all_of_it_is_formatted() -> None:
    command("cargo", "fmt", "--all", "--check")
    command("rustfmt", "--check", "--edition", "2024", TEMPLATE / "src" / "main.rs")


def test_the_linter_finds_nothing(tmp_path: Path) -> None:
    lint(RUST, tmp_path, "--all-targets")


def test_the_sdk_and_the_examples_pass_their_own_tests() -> None:
    said = command("cargo", "test", "--release", "--locked")
    assert "test every_decision_is_understood_and_answered ... ok" in said
    assert "the test vectors stayed in the repository" not in said
    assert "0 ignored" in said


@pytest.mark.minutes(1)
def test_the_generated_code_is_up_to_date(tmp_path: Path) -> None:
    command(RUST / "generate.sh", tmp_path, PYTHON=sys.executable)
    made = (tmp_path / "stych.v1.rs").read_text()
    assert made == (SDK / "src" / "stych.v1.rs").read_text(), "bots/rust/generate.sh makes another"


def test_the_thumb_beats_random_and_plays_as_the_one_in_python(tmp_path: Path) -> None:
    bots, boards = (RANDOM, THUMB, BOTS / "random", BOTS / "korist_thumb"), 6
    options = "[options]\nplayers = 2\n"
    file = write_tournament(tmp_path / "cup.toml", bots, boards, options, game='"korist"')
    leads, moves = [], defaultdict(list)
    for record in played_well(tmp_path / "data", file):
        names, points = seated(record), record["outcome"]["points"]
        if set(names) == {"korist-thumb-rust", "korist-thumb"}:
            moves[record["board"]].append(record["actions"])
        elif "korist-thumb-rust" in names:
            own = names.index("korist-thumb-rust")
            leads.append(points[own] - points[1 - own])
    assert len(leads) == 4 * boards
    assert min(leads) > 0
    assert sum(leads) / len(leads) > 30
    assert len(moves) == boards
    assert all(one == other for one, other in moves.values())


@pytest.mark.minutes(4)
def test_the_same_file_gives_the_same_records(tmp_path: Path) -> None:
    file = write_tournament(tmp_path / "cup.toml", (RANDOM, BOTS / "first"), 5)
    assert played_well(tmp_path / "once", file) == played_well(tmp_path / "twice", file)


ROGUE = """
use stych::pb::FoxObservation;
use stych::{Random, Settings, from_function};

fn choose(_: &FoxObservation, legal: &[u32], _: &mut Random) -> usize {
    match std::env::args().nth(1).as_deref() {
        Some("panic") => panic!("no cards"),
        Some("beyond") => legal.len(),
        _ => 0usize.wrapping_sub(1),
    }
}

fn main() {
    stych::run(from_function(choose), Settings::games(&["fox"]))
}
"""


@pytest.fixture(scope="module")
def scaffold(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `stych new rust` makes."""
    place = tmp_path_factory.mktemp("rust")
    (place / ".cargo").mkdir()
    # The libraries are the same as those of the examples: they are not compiled once more.
    (place / ".cargo" / "config.toml").write_text(f'[build]\nbuild-dir = "{TARGET}"\n')
    bot = place / "bot"
    new_bot("rust", bot, "my-bot.2")
    return bot


async def test_a_bot_from_the_template_plays_as_the_one_in_python(
    tmp_path: Path, scaffold: Path
) -> None:
    command("cargo", "fmt", "--check", folder=scaffold)
    file = write_tournament(tmp_path / "cup.toml", (scaffold, BOTS / "random"))
    records = played_well(tmp_path / "data", file)
    assert len(records) == 4
    assert all("my-bot.2" in seated(record) for record in records)
    lint(scaffold, tmp_path / "linted")
    said = command("cargo", "test", "--release", "--bin", "bot", folder=scaffold)
    assert "the_expected_action_is_chosen ... ok" in said
    await check_plays_as_in_python(scaffold, tmp_path)


def test_one_for_a_game_without_messages_can_be_built(
    tmp_path: Path, scaffold: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = scaffold.with_name("fish")
    scaffold_of_go_fish("rust", bot, monkeypatch)
    lint(bot, tmp_path / "linted")


async def test_what_goes_wrong_in_the_authors_code(scaffold: Path, tmp_path: Path) -> None:
    (scaffold / "src" / "bin").mkdir(exist_ok=True)
    (scaffold / "src" / "bin" / "rogue.rs").write_text(ROGUE)
    command("cargo", "build", "--release", folder=scaffold)
    rogue = scaffold / "target" / "release" / "rogue"
    asked = pb.PlayResponse(starts=[start()], decisions=[decision(7)])
    said = {}
    for word in ("beyond", "negative", "panic"):
        referee = LoneReferee([[WELCOME, asked, FINISHED]])
        async with serve(referee, f"unix:{tmp_path}/{word}.sock") as address:
            said[word] = (*await lone_referee.play(rogue, address, word), referee.heard[1:])
    code, error, heard = said["beyond"]
    assert (code, heard) == (0, [answer(7, 3)])
    assert error.startswith("match 1: choose returned 3; there were 3 legal actions\n")
    code, error, heard = said["negative"]
    assert (code, heard) == (0, [answer(7, 2**32 - 1)])
    code, error, heard = said["panic"]
    assert (code, heard) == (1, [])
    assert "choose\n" in error
    assert "src/bin/rogue.rs:7:26\n" in error
    assert error.endswith("\npanicked at src/bin/rogue.rs:7:26:\nno cards\n")


def answer(number: int, choice: int) -> pb.PlayRequest:
    answers = [pb.Answer(decision=number, choice=choice)]
    return pb.PlayRequest(answers=pb.Answers(answers=answers))
