"""Bots that now and then do something wrong, by chance, against each other and an honest one."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from referee.rpc.local_bot import LocalBot
from tests.rpc.arena import EXAMPLES, enter, meeting, open_files, play, write_bot

ROGUE = """
import random
dice = random.Random(START * 1000 + {seed})
DEEDS = {{
    "exit": lambda ids: sys.exit(3),
    "die": lambda ids: os.kill(os.getpid(), signal.SIGKILL),
    "garbage": lambda ids: stream.say(b"\\xff\\xfe"),
    "again": lambda ids: stream.say(answers(*[(ids[0], 0)] * 2)),
    "nothing": lambda ids: stream.say(answers()),
    "hello": lambda ids: stream.say(hello()),
    "goodbye": lambda ids: stream.say(pb.PlayRequest(goodbye=pb.Goodbye())),
    "hang up": lambda ids: (stream.hang_up(), sys.exit(0)),
    "beyond": lambda ids: stream.say(answers(*[(number, 99) for number in ids])),
    "in parts": lambda ids: [stream.say(answers((number, 0))) for number in reversed(ids)],
    "print": lambda ids: (print("y" * 99_999), stream.say(answers(*[(n, 0) for n in ids]))),
}}
start = dice.choice(["well"] * 6 + ["exit", "version", "garbage"])
if start == "exit":
    sys.exit(1)
stream = Stream()
if start == "garbage":
    stream.say(b"\\xff")
version = 9 if start == "version" else 1
stream.say(hello(protocol_version=version, decisions_at_once=dice.choice([1, 3, 64])))
while True:
    ids = [decision.decision for decision in stream.decisions()]
    if dice.random() < 0.1:
        DEEDS[dice.choice(sorted(DEEDS))](ids)
    else:
        stream.say(answers(*[(number, 0) for number in ids]))
"""
MATCHES = 40


@pytest.mark.slow
async def test_every_match_ends_and_the_honest_are_never_at_fault(tmp_path: Path) -> None:
    folders = [write_bot(tmp_path / f"rogue{seed}", ROGUE.format(seed=seed)) for seed in range(3)]
    bots = [enter(folder, tmp_path / "logs") for folder in (*folders, EXAMPLES / "random")]
    dice, some, files = Random(1), asyncio.Semaphore(10), open_files()
    at_fault: Counter[str] = Counter()

    async def one(board: int, pair: list[LocalBot]) -> None:
        async with some:
            result = await play(pair, board)
        at_fault.update(pair[blamed.seat].entry.name for blamed in result.faults)

    async with meeting(*bots):
        await asyncio.gather(*(one(board, dice.sample(bots, 2)) for board in range(MATCHES)))
    assert "random" not in at_fault
    assert len(at_fault) == 3
    assert open_files() <= files + 10  # what gRPC keeps for itself
