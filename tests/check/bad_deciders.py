"""Actors that decide in a wrong way, by the step that finds it."""

import asyncio
from dataclasses import replace

from referee.conduct import Conduct
from stych.v1 import referee_pb2 as pb
from tests.check.acting import Actor, Said, Wire
from tests.check.bots import HASTY, IMPATIENT, Bad

_TIGHT_MS = 50
"""The `decision_ms` of which the step `pressure` tells the bot."""


class _WrongNumber(Actor):
    def one(self, decision: pb.Decision) -> pb.Answer:
        return pb.Answer(decision=decision.decision + 1)


class _Sleeps(Actor):
    def answer(self, decisions: list[pb.Decision]) -> list[Said]:
        return []


class _AnswersTwice(Actor):
    def answer(self, decisions: list[pb.Decision]) -> list[Said]:
        return super().answer(decisions) * 2


class _AnswersTwiceInOneMessage(Actor):
    def answer(self, decisions: list[pb.Decision]) -> list[Said]:
        made = [self.one(decision) for decision in decisions] * 2
        return [pb.PlayRequest(answers=pb.Answers(answers=made))] if made else []


class _SendsActions(Actor):
    def choose(self, decision: pb.Decision) -> int:
        return max(100, *decision.legal_actions)


class _AnswersTheFirst(Actor):
    def answer(self, decisions: list[pb.Decision]) -> list[Said]:
        return super().answer(decisions[:1])


class _KeepsOldNumbers(Actor):
    longest: tuple[int, ...] = ()

    def answer(self, decisions: list[pb.Decision]) -> list[Said]:
        if len(decisions) < len(self.longest) and decisions:
            made = [pb.Answer(decision=number) for number in self.longest]
            return [pb.PlayRequest(answers=pb.Answers(answers=made))]
        self.longest = tuple(each.decision for each in decisions if len(decisions) > 1)
        return super().answer(decisions)


class _CountsInFloats(Actor):
    def one(self, decision: pb.Decision) -> pb.Answer:
        return pb.Answer(decision=int(float(decision.decision)), choice=self.choose(decision))


class _Dreamer(Actor):
    async def converse(self, wire: Wire) -> int:
        wire.say(self.hello())
        async for response in wire.heard():
            for said in self.take(response):
                if any(start.clock.decision_ms == _TIGHT_MS for start in self.matches.values()):
                    await asyncio.sleep(0.06)
                wire.say(said)
            if response.HasField("goodbye"):
                return self.leave(response.goodbye)
        return 3


class _GivesUpAfterHurry(Actor):
    hurried = False

    def begin(self, start: pb.MatchStart) -> None:
        super().begin(start)
        if self.hurried:
            raise ValueError("never again")
        self.hurried = start.clock.decision_ms == _TIGHT_MS


class _TwentyMatches(Actor):
    begun = 0

    def begin(self, start: pb.MatchStart) -> None:
        super().begin(start)
        self.begun += 1
        if self.begun > 20:
            raise ValueError("enough for today")


class _Loud(Actor):
    def choose(self, decision: pb.Decision) -> int:
        self.print("x" * 5000)
        return super().choose(decision)


_SOON = replace(IMPATIENT, conduct=HASTY)
_STRICT = replace(IMPATIENT, conduct=Conduct(decision_ms=10, bank_ms=60_000))


BAD: dict[str, list[Bad]] = {
    "one-decision": [
        Bad(_WrongNumber, "answers to decisions 2"),
        Bad(_Sleeps, "nothing", _SOON),
    ],
    "once": [
        Bad(_AnswersTwice, "answers to decisions 1"),
        Bad(_AnswersTwiceInOneMessage, "2 answers in one message"),
    ],
    "legal": [Bad(_SendsActions, "100")],
    "list": [Bad(_AnswersTheFirst, "nothing", _SOON)],
    "list-parts": [Bad(_KeepsOldNumbers, "which is not open")],
    "large-numbers": [Bad(_CountsInFloats, "which is not open")],
    "pressure": [Bad(_Dreamer, "half of the answers within", _STRICT)],
    "after-pressure": [Bad(_GivesUpAfterHurry, "its process exited with code 1")],
    "series": [Bad(_TwentyMatches, "its process exited with code 1")],
    "output": [Bad(_Loud, "KiB")],
}
