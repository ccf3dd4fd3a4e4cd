"""Actors that fail steps about ends, losses and new processes, by step; and two honest ones."""

import asyncio
from pathlib import Path
from random import Random
from typing import ClassVar

from referee.deals import derive
from stych.v1 import referee_pb2 as pb
from tests.check.acting import Actor, Said, Server
from tests.check.bots import FOREVER, Bad


class _SaysItFailed(Actor):
    def leave(self, goodbye: pb.Goodbye) -> int:
        return 1


class _Stays(Actor):
    async def run(self) -> int:
        await super().run()
        await asyncio.sleep(FOREVER)
        return 0


class _LeavesOnlyWhenFinished(Actor):
    async def run(self) -> int:
        code = await super().run()
        if code:
            await asyncio.sleep(FOREVER)
        return code


class _Content(Actor):
    def leave(self, goodbye: pb.Goodbye) -> int:
        return 0


class _WaitsForever(Actor):
    async def lost(self) -> int:
        await asyncio.sleep(FOREVER)
        return 0


class DialsAgain(Actor):
    """Honest: as a bot of an SDK does when STYCH_RECONNECT is set."""

    async def lost(self) -> int:
        address, token = self.environment["STYCH_ADDRESS"], self.environment["STYCH_TOKEN"]
        for _ in range(int(self.environment.get("STYCH_RECONNECT", "0")) * 100):
            await asyncio.sleep(0.01)
            server = Server.running.get(address)
            if server and (wire := server.dial(token)):
                try:
                    return await self.converse(wire)
                finally:
                    wire.hang_up()
        return 3


class _DialsAgainOnlyToLeave(DialsAgain):
    begun = False

    def hello(self) -> Said:
        first, self.begun = not self.begun, True
        return super().hello() if first else pb.PlayRequest(goodbye=pb.Goodbye(text="oh"))


class _DialsAgainAndRemembers(DialsAgain):
    def begin(self, start: pb.MatchStart) -> None:
        if start.match in self.matches:
            raise ValueError("I have that one")
        super().begin(start)


class _NeverTakesHeartAgain(DialsAgain):
    """Its patience begins with the first loss, and is never renewed."""

    until = 0.0

    async def lost(self) -> int:
        now = asyncio.get_running_loop().time()
        self.until = self.until or now + int(self.environment.get("STYCH_RECONNECT", "0"))
        return 3 if now > self.until else await super().lost()


class _NoToken(Actor):
    code, words = 0, "all is well"

    async def run(self) -> int:
        token = self.environment.get("STYCH_TOKEN")
        if token in (None, "wrong"):
            if self.words:
                self.print(self.words)
            return self.code
        return await super().run()


class _NoTokenNoWords(_NoToken):
    code, words = 4, ""


class _NeverTwice(Actor):
    seeds: ClassVar[set[int]] = set()

    def begin(self, start: pb.MatchStart) -> None:
        super().begin(start)
        # The seed of seat 0 in the step same-seed (referee.testing.bot.board).
        label = "the same match"
        if start.bot_seed == int.from_bytes(derive("check", "bot", label, "0")[:8], "big"):
            if start.bot_seed in self.seeds:
                raise ValueError("I know this one")
            self.seeds.add(start.bot_seed)


class OwnChances(Actor):
    """Honest: it draws numbers of its own, and not from the seed of the match."""

    dice = Random()

    def choose(self, decision: pb.Decision) -> int:
        return self.dice.randrange(len(decision.legal_actions))


class _LocksItsHome(Actor):
    async def run(self) -> int:
        (Path(self.environment["HOME"]) / "lock").touch(exist_ok=False)
        return await super().run()


class _KeepsADiary(Actor):
    def over(self, over: pb.MatchOver) -> list[Said]:
        (self.folder / "diary.txt").write_text(f"{over}")
        return super().over(over)


BAD: dict[str, list[Bad]] = {
    "goodbye": [
        Bad(_SaysItFailed, "its process exited with code 1"),
        Bad(_Stays, "a process that still runs after 1 s"),
    ],
    "other-goodbyes": [Bad(_LeavesOnlyWhenFinished, "a process that still runs")],
    "refused": [Bad(_Content, "its process exited with code 0")],
    "stream-ends": [Bad(_WaitsForever, "a process that still runs")],
    "vanishes": [Bad(_WaitsForever, "a process that still runs")],
    "reconnect": [
        Bad(_DialsAgainOnlyToLeave, "a Goodbye: 'oh'"),
        Bad(_DialsAgainAndRemembers, "its process exited with code 1"),
        Bad(_NeverTakesHeartAgain, "its process exited with code 3"),
    ],
    "wrong-token": [
        Bad(_NoToken, "its process exited with code 0"),
        Bad(_NoTokenNoWords, "nothing; its process exited with code 4"),
    ],
    "no-environment": [
        Bad(_NoToken, "its process exited with code 0"),
        Bad(_NoTokenNoWords, "nothing; its process exited with code 4"),
    ],
    "same-seed": [Bad(_NeverTwice, "its process exited with code 1")],
    "killed": [Bad(_LocksItsHome, "its process exited with code 1")],
    "folder-unchanged": [Bad(_KeepsADiary, "new, changed or gone: diary.txt")],
}
