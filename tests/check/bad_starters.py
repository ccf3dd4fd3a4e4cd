"""Actors that start or greet in a wrong way, by the step that finds it."""

import asyncio
from dataclasses import replace
from typing import ClassVar

from google.protobuf.unknown_fields import UnknownFieldSet

from stych.v1 import referee_pb2 as pb
from tests.check.acting import Actor, Said, Server, Wire
from tests.check.bots import FOREVER, HASTY, IMPATIENT, Bad


class _Leaves(Actor):
    async def run(self) -> int:
        self.print("no licence")
        return 7


class _NeverDials(Actor):
    async def run(self) -> int:
        await asyncio.sleep(FOREVER)
        return 0


class _ForgetsTheToken(Actor):
    async def run(self) -> int:
        Server.running[self.environment["STYCH_ADDRESS"]].dial("")
        await asyncio.sleep(FOREVER)
        return 0


class _AnswersFirst(Actor):
    def hello(self) -> Said:
        return pb.PlayRequest(answers=pb.Answers(answers=[pb.Answer(decision=1)]))


class _Garbage(Actor):
    def hello(self) -> Said:
        return b"\xff" * 9


class _NeverSaysHello(Actor):
    async def converse(self, wire: Wire) -> int:
        async for _ in wire.heard():
            pass
        return 0


class _OldVersion(Actor):
    def greeting(self) -> pb.Hello:
        said = super().greeting()
        said.protocol_version = 0
        return said


class _OwnName(Actor):
    def greeting(self) -> pb.Hello:
        said = super().greeting()
        said.bot_name = "somebody"
        return said


class _OneGameLess(Actor):
    def greeting(self) -> pb.Hello:
        said = super().greeting()
        del said.games[-1]
        return said


class _Greedy(Actor):
    at_once = 5000


class _TalksUnasked(Actor):
    def take(self, response: pb.PlayResponse) -> list[Said]:
        said = super().take(response)
        return [*said, self.hello()] if response.HasField("welcome") else said


class _InsistsOnItsBatches(Actor):
    def take(self, response: pb.PlayResponse) -> list[Said]:
        if response.HasField("welcome") and response.welcome.decisions_at_once != self.at_once:
            raise ValueError("I asked for more")
        return super().take(response)


class _KnowsItsFields(Actor):
    def take(self, response: pb.PlayResponse) -> list[Said]:
        for message in (response, *response.starts, *response.decisions):
            if len(UnknownFieldSet(message)):
                raise ValueError("what is this?")
        return super().take(response)


class _Alone(Actor):
    running: ClassVar[set[Actor]] = set()

    async def run(self) -> int:
        if self.running:
            self.print("another one is running")
            return 1
        self.running.add(self)
        try:
            return await super().run()
        finally:
            self.running.remove(self)


_SOON = replace(IMPATIENT, conduct=HASTY)


BAD: dict[str, list[Bad]] = {
    "start": [Bad(_Leaves, "its process exited with code 7")],
    "dial": [Bad(_NeverDials, "nothing; its process still runs", _SOON)],
    "token": [Bad(_ForgetsTheToken, "a call of Play with another token", _SOON)],
    "hello": [
        Bad(_AnswersFirst, "answers to decisions 1"),
        Bad(_Garbage, "9 bytes that are no PlayRequest"),
        Bad(_NeverSaysHello, "nothing", _SOON),
    ],
    "protocol-version": [Bad(_OldVersion, "0")],
    "name": [Bad(_OwnName, "'somebody' and '1'")],
    "hello-games": [Bad(_OneGameLess, "fox, nase-hra, the-game")],
    "at-once": [Bad(_Greedy, "5000")],
    "silence": [Bad(_TalksUnasked, "a Hello")],
    "welcome-fewer": [Bad(_InsistsOnItsBatches, "its process exited with code 1")],
    "unknown-field": [Bad(_KnowsItsFields, "its process exited with code 1")],
    "two-processes": [Bad(_Alone, "its process exited with code 1")],
}
