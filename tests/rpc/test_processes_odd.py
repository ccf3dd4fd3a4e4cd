"""Bots that do strange things which are no fault, faults of one match, and what a bot is given."""

import asyncio
import json
from pathlib import Path

import pytest

from referee.conduct import FaultKind, FaultStage
from referee.rpc.output import HEAD, TAIL
from tests.rpc.arena import (
    EXAMPLES,
    enter,
    meeting,
    play,
    write_bot,
)

pytestmark = pytest.mark.slow

HARMLESS = {
    "floods its output": """
def choose(observation, legal, random):
    for stream in (sys.stdout, sys.stderr):
        stream.write("x" * 100_000)
    return 0
run(choose, games=["fox"])
""",
    "prints without a newline": """
def choose(observation, legal, random):
    print(end=".")
    return 0
run(choose, games=["fox"])
""",
    "closes its output": """
def choose(observation, legal, random):
    os.closerange(1, 3)
    return 0
run(choose, games=["fox"])
""",
    "prints what is no text": """
def choose(observation, legal, random):
    os.write(1, bytes(range(256)))
    return 0
run(choose, games=["fox"])
""",
    "dials in twice": """
stream, decisions = seated()
try:
    Stream().hear()
except grpc.RpcError as error:
    print(error.code(), flush=True)
stream.serve(decisions)
""",
    "answers one by one": """
stream, decisions = seated()
while True:
    for decision in reversed(decisions):
        stream.say(answers((decision.decision, len(decision.legal_actions) - 1)))
    decisions = stream.decisions()
""",
    "has its home removed": """
import shutil
def choose(observation, legal, random):
    shutil.rmtree(os.environ["HOME"], ignore_errors=True)
    return 0
run(choose, games=["fox"])
""",
    "has children": """
import subprocess
sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
for _ in range(3):
    subprocess.Popen(sleeper)
play_on()
""",
    "is wrapped in a shell": """
import subprocess
sys.exit(subprocess.call(["sh", "-c", "python -c 'from rogue import *; play_on()'; exit 0"]))
""",
}


@pytest.mark.parametrize(
    "code", HARMLESS.values(), ids=[name.replace(" ", "-") for name in HARMLESS]
)
async def test_what_is_strange_is_no_fault(code: str, tmp_path: Path) -> None:
    odd = enter(write_bot(tmp_path / "odd", code), tmp_path / "logs")
    good = enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(odd, good):
        results = await asyncio.gather(*(play([odd, good], board) for board in (1, 2)))
        assert [result.faults for result in results] == [[], []]
    for path in (tmp_path / "logs" / "odd").glob("*"):
        assert path.stat().st_size <= HEAD + TAIL + 100
    if "error.code" in code:
        assert "UNAUTHENTICATED" in (tmp_path / "logs" / "odd" / "stdout.txt").read_text()


async def test_an_illegal_answer_loses_one_match_of_the_same_process(tmp_path: Path) -> None:
    code = """
class Odd(Bot):
    def choose(self, observation, legal):
        return len(legal) if self.match.number == 2 else 0
run(Odd, games=["fox"])
"""
    odd = enter(
        write_bot(tmp_path / "odd", f"from stych_bot import Bot\n{code}"), tmp_path / "logs"
    )
    good = enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(odd, good):
        results = [await play([good, odd], board) for board in (1, 2, 3)]
    assert [len(result.faults) for result in results] == [0, 1, 0]
    [blamed] = results[1].faults
    assert (blamed.seat, blamed.fault.kind) == (1, FaultKind.ILLEGAL)
    assert (tmp_path / "odd" / "starts").read_text() == "x"


@pytest.mark.parametrize("command", ["./no-such-program", "./bot.toml", "./"])
async def test_a_command_that_cannot_be_started(command: str, tmp_path: Path) -> None:
    bad = enter(write_bot(tmp_path / "bad", "", command=command), tmp_path / "logs")
    good = enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(bad, good):
        for board in (1, 2):
            [blamed] = (await play([bad, good], board)).faults
            assert (blamed.fault.kind, blamed.fault.stage) == (FaultKind.CRASHED, FaultStage.START)
            assert f"its command {command!r} cannot be started" in blamed.fault.text


async def test_a_bot_without_the_game(tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "bad", 'run(lambda *_: 0, games=["whist"])')
    bad, good = enter(folder, tmp_path / "logs"), enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(bad, good):
        [blamed] = (await play([bad, good])).faults
        assert (blamed.fault.kind, blamed.fault.stage) == (FaultKind.INCOMPATIBLE, FaultStage.START)
        assert "goodbye: the bot does not play fox" in blamed.fault.evidence.words


async def test_an_answer_to_a_decision_that_was_not_sent_yet_costs_one_match(
    tmp_path: Path,
) -> None:
    code = """
if START == 1:
    stream, decisions = seated(decisions_at_once=1)
    stream.say(answers((decisions[0].decision + 1, 0)))
    stream.hear()
play_on()
"""
    bad = enter(write_bot(tmp_path / "bad", code), tmp_path / "logs")
    good = enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(bad, good):
        results = await asyncio.gather(*(play([bad, good], board) for board in (1, 3)))
        faults = [blamed.fault for result in results for blamed in result.faults]
        assert [fault.kind for fault in faults] == [FaultKind.MALFORMED]
        assert faults[0].text.endswith(", which was never asked")


@pytest.mark.parametrize("transport", ["unix", "tcp"])
async def test_both_transports(transport: str, tmp_path: Path) -> None:
    code = "print(os.environ['STYCH_ADDRESS'], flush=True)\nplay_on()"
    folder = write_bot(tmp_path / "bot", code, transport=transport)
    bot, good = enter(folder, tmp_path / "logs"), enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(bot, good):
        assert (await play([bot, good])).faults == []
    address = (tmp_path / "logs" / "bot" / "stdout.txt").read_text()
    assert address.startswith("unix:" if transport == "unix" else "127.0.0.1:")


async def test_what_a_bot_finds_in_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CANARY", "sings")
    folder = write_bot(tmp_path / "bot", "play_on()")
    program = folder / "bot.py"
    # This runs before the SDK, which sets variables that gRPC reads.
    look = "import json, os\njson.dump(dict(os.environ), open('environment', 'w'))"
    program.write_text(f"{look}\n{program.read_text()}")
    bot, good = enter(folder, tmp_path / "logs"), enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(bot, good):
        await play([bot, good])
    found = json.loads((folder / "environment").read_text())
    ours = {name for name in found if name.startswith("STYCH_")}
    assert ours == {"STYCH_ADDRESS", "STYCH_TOKEN", "STYCH_BOT_NAME", "STYCH_BOT_VERSION"}
    own = {"PATH", "HOME", "TMPDIR", "LANG", "PYTHONUNBUFFERED", "LC_CTYPE"}
    assert found.keys() - ours <= own
    assert "sings" not in found.values()


async def test_a_bot_hears_the_goodbye_after_its_last_match(tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "bot", "stream, decisions = seated()\nstream.serve(decisions)")
    for number in range(5):
        bot = enter(folder, tmp_path / str(number))
        good = enter(EXAMPLES / "random", tmp_path / "logs")
        async with meeting(bot, good):
            assert (await play([bot, good])).faults == []
        said = (tmp_path / str(number) / "bot" / "stdout.txt").read_text()
        assert said == "heard: there is nothing more to play\n"
