"""Two bots of one user on Landlock, one of which calls the other's socket: prints who is blamed.

It runs as that user. The arguments are a folder that is its own, and what the one does: `connects`
or `calls`.
"""

import asyncio
import json
import os
import shutil
import sys
from pathlib import Path

from referee.rpc.confining import Confining
from referee.sandbox import cgroups, landlock
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from tests.rpc.arena import EXAMPLES, home_of, meeting, play
from tests.sandbox.bots import confined

CODE = """
import socket, sys, time
import grpc
from stych_bot import run
from stych.v1 import referee_pb2 as pb

path = open("address").read()

def connects():
    held = []
    for _ in range(80):
        held.append(socket.socket(socket.AF_UNIX))
        held[-1].connect(path)
    time.sleep(5)

def calls():
    for _ in range(250):
        with grpc.insecure_channel("unix:" + path) as channel:
            play = channel.stream_stream("/stych.v1.RefereeService/Play")
            try:
                list(play(iter([]), metadata=(("authorization", "Bearer guess"),)))
            except grpc.RpcError as error:
                print("could not call:", error.code().name, flush=True)

did = False

def decide(observation, legal, random):
    global did
    if not did:
        did = True
        %s()
    return 0

run(decide, games=["fox"])
"""


async def main(base: Path, deed: str) -> None:
    isolation = Isolation(
        IsolationLevel.LANDLOCK, os.geteuid() == 0, cgroups.find(), landlock.version()
    )
    how = Confining(isolation)
    folder = base / "caller"
    folder.mkdir()
    (folder / "bot.py").write_text(CODE % deed)
    lines = 'name = "caller"\nversion = "1"\ncommand = "python bot.py"\ngames = ["fox"]\n'
    (folder / "bot.toml").write_text(lines)
    shutil.copytree(EXAMPLES / "random", base / "honest")
    caller, honest = (confined(base / name, base / "out", how) for name in ("caller", "honest"))
    async with meeting(caller, honest):
        (folder / "address").write_text(str(home_of(honest) / "referee.sock"))
        results = [await play([caller, honest], board) for board in (1, 2)]
        refused = honest._sandbox._server.refused
    blamed = [
        [each.seat, each.fault.kind, each.fault.text]
        for result in results
        for each in result.faults
    ]
    said = "".join(path.read_text() for path in (base / "out").glob("caller/stdout.txt"))
    sys.stdout.write(json.dumps({"blamed": blamed, "refused": refused, "said": said}))


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
