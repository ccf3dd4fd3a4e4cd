"""The room of C++: the SDK, its bots over real processes, and what the template makes."""

import json
import re
from collections import defaultdict
from pathlib import Path

import pytest

from referee.games.registry import GAMES
from tests.bots.cpp_room import BUILD, CPP, RANDOM, SDK, TEMPLATE, THUMB, alone_in, build
from tests.bots.rooms import command, faults, played, seated
from tests.bots.templates import check_plays_as_in_python, scaffold_of_go_fish
from tests.e2e.command import BOTS, write_bot, write_tournament
from tournaments.resources.scaffold import scaffold

pytestmark = [pytest.mark.slow, pytest.mark.builds]

FAULTY = """
#include <stych/run.h>

#include <stdexcept>

int pick(unsigned target) {
  if (target == 1) throw std::out_of_range("no such card");
  return -1;
}

int main() {
  return stych::run([](const stych::FoxObservation& seen, stych::Actions, stych::Random&) {
    return pick(seen.public_view().target());
  });
}
"""


@pytest.fixture(autouse=True, scope="module")
def built() -> None:
    build()


def test_all_of_it_is_formatted() -> None:
    folders = (SDK / "include", SDK / "src", SDK / "tests", RANDOM, THUMB, TEMPLATE)
    sources = [
        path for folder in folders for path in folder.rglob("*") if "build" not in path.parts
    ]
    code = [path for path in sources if path.suffix in {".h", ".cpp"}]
    assert len(code) > 20
    command("clang-format-14", "--dry-run", "-Werror", *code, folder=CPP)


def test_the_sdk_passes_its_own_tests() -> None:
    with alone_in(SDK / "build"):
        said = command("ctest", "--test-dir", "build", "--verbose", folder=SDK)
    assert re.search(r"test cases: +\d{2} \| +\d{2} passed \| +0 failed \| +0 skipped", said), said
    cases = command("build/tests/stych_tests", "--list-test-cases", folder=SDK)
    assert "a bot that takes the last action answers what the vectors say" in cases


def test_the_thumb_beats_random_and_plays_as_the_one_in_python(tmp_path: Path) -> None:
    bots, boards = (RANDOM, THUMB, BOTS / "random", BOTS / "fox_thumb"), 10
    options = "[options]\ntarget = 21\n"
    records = played(
        tmp_path / "data", write_tournament(tmp_path / "cup.toml", bots, boards, options)
    )
    assert faults(records) == []
    won = [
        record["outcome"]["places"][seated(record).index("thumb-cpp")] == 1
        for record in records
        if set(seated(record)) in ({"thumb-cpp", "random-cpp"}, {"thumb-cpp", "random"})
    ]
    assert len(won) == 4 * boards
    assert sum(won) > 0.65 * len(won)
    moves = defaultdict(list)
    for record in records:
        if set(seated(record)) == {"thumb-cpp", "thumb"}:
            moves[record["board"]].append(record["actions"])
    assert len(moves) == boards
    assert all(one == other for one, other in moves.values())


@pytest.mark.minutes(4)
def test_the_same_file_gives_the_same_records(tmp_path: Path) -> None:
    file = write_tournament(tmp_path / "cup.toml", (RANDOM, THUMB), 5)
    assert played(tmp_path / "once", file) == played(tmp_path / "twice", file)


@pytest.mark.minutes(1)
async def test_a_bot_from_the_template_plays_as_the_one_in_python(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    scaffold("cpp", bot, "my-bot.2")
    code = [*bot.glob("*.h"), *bot.glob("*.cpp"), *bot.glob("policies/*")]
    command("clang-format-14", "--dry-run", "-Werror", *code, folder=bot)
    records = played(
        tmp_path / "data", write_tournament(tmp_path / "cup.toml", (bot, BOTS / "random"))
    )
    assert {name for record in records for name in seated(record)} == {"my-bot.2", "random"}
    assert len(records) == 4
    assert faults(records) == []
    said = command("cmake", "--build", "build", "--target", "positions_test", folder=bot)
    assert not re.search(r":\d+: warning: ", said), said
    said = command("ctest", "--test-dir", "build", "--verbose", folder=bot)
    assert said.count("expected") == len(GAMES)
    await check_plays_as_in_python(bot, tmp_path)
    _check_one_for_a_game_without_messages(bot, tmp_path / "fish")


def _check_one_for_a_game_without_messages(built: Path, bot: Path) -> None:
    """The compiler checks its sources, with the headers that are in the folder of the built bot."""
    with pytest.MonkeyPatch.context() as patches:
        scaffold_of_go_fish("cpp", bot, patches)
    headers = [built / "stych" / "include", built / "stych" / "build", bot]
    includes = [f"-I{folder}" for folder in headers]
    for source in (bot / "bot.cpp", *bot.glob("policies/*.cpp")):
        command("c++", "-std=c++20", "-fsyntax-only", *includes, source, folder=bot)


def test_what_a_faulty_bot_says(tmp_path: Path) -> None:
    bot = write_bot(tmp_path / "faulty", build=json.dumps(BUILD), command='"build/bot"')
    (bot / "bot.py").rename(bot / "bot.cpp")
    (bot / "bot.cpp").write_text(FAULTY)
    lines = (RANDOM / "CMakeLists.txt").read_text()
    (bot / "CMakeLists.txt").write_text(lines.replace("../..", str(CPP)))
    said = {}
    for target in (1, 2):
        options = f"[options]\ntarget = {target}\n"
        file = write_tournament(tmp_path / "cup.toml", (bot, BOTS / "first"), 1, options)
        data = tmp_path / f"data-{target}"
        fault = faults(played(data, file))[0][0]["fault"]
        [output] = (data / "output").rglob("faulty/worker-1/stderr.txt")
        said[fault["kind"]] = (fault["text"], output.read_text())
    assert said["crashed"][0] == "the process exited with code 1"
    first, *trace = said["crashed"][1].splitlines()
    assert first == "the bot failed: std::out_of_range: no such card"
    assert any("pick(unsigned int)" in line and "bot.cpp:7" in line for line in trace)
    sentence = r"^match \d: choose returned -1; there were \d+ legal actions$"
    assert re.search(sentence, said["illegal"][1], re.MULTILINE)
