"""Actors that do something wrong in some of their matches, by the step that finds it."""

from dataclasses import replace

from referee.games.registry import GAMES
from stych.v1 import referee_pb2 as pb
from tests.check.acting import Actor, Said
from tests.check.bots import IMPATIENT, Bad


class _OneMatchAtATime(Actor):
    at_once = 1

    def choose(self, decision: pb.Decision) -> int:
        if decision.match != max(self.matches):
            raise KeyError(decision.match)
        return super().choose(decision)


class _OnlyInSeat0(Actor):
    def begin(self, start: pb.MatchStart) -> None:
        super().begin(start)
        if start.seat:
            raise ValueError("not my seat")


class _ForgetsAllAtAnEnd(Actor):
    def over(self, over: pb.MatchOver) -> list[Said]:
        self.randoms.clear()
        return super().over(over)


class _OnlyFromTheStart(Actor):
    def begin(self, start: pb.MatchStart) -> None:
        super().begin(start)
        if start.resumed:
            raise ValueError("I missed the start")


class _ShortMemory(Actor):
    def choose(self, decision: pb.Decision) -> int:
        if len(decision.events) > 1000:
            raise ValueError("too much")
        return super().choose(decision)


class _WithdrawsToo(Actor):
    def over(self, over: pb.MatchOver) -> list[Said]:
        if any(fault.kind == pb.FAULT_KIND_WITHDRAWN for fault in over.faults):
            raise ValueError("then I go as well")
        return super().over(over)


class _WantsToBeAsked(Actor):
    asked: frozenset[int] = frozenset()

    def choose(self, decision: pb.Decision) -> int:
        self.asked |= {decision.match}
        return super().choose(decision)

    def over(self, over: pb.MatchOver) -> list[Said]:
        if over.match not in self.asked:
            raise ValueError("was I there?")
        return super().over(over)


class _NoOpeningsWhilePlaying(Actor):
    def take(self, response: pb.PlayResponse) -> list[Said]:
        said = super().take(response)
        if response.openings and self.matches:
            raise ValueError("we are still playing")
        return said


class _LastWord(Actor):
    last: tuple[Said, ...] = ()

    def answer(self, decisions: list[pb.Decision]) -> list[Said]:
        said = super().answer(decisions)
        self.last = tuple(said) or self.last
        return said

    def over(self, over: pb.MatchOver) -> list[Said]:
        super().over(over)
        return list(self.last) if over.faults else []


class _BadInSeat1(Actor):
    def choose(self, decision: pb.Decision) -> int:
        seat = self.matches[decision.match].seat
        return 2**32 - 1 if seat == 1 else super().choose(decision)


class _OneVariant(Actor):
    known = b""

    def begin(self, start: pb.MatchStart) -> None:
        super().begin(start)
        options = getattr(start, start.WhichOneof("options") or "").SerializeToString()
        self.known = self.known or options
        if options != self.known:
            raise ValueError("I do not know this variant")


_WHOLE = replace(IMPATIENT, quick=False)


def _only(actor: type[Actor], game: str) -> type[Actor]:
    """The actor as a bot that plays only this game."""
    return type(actor.__name__, (actor,), {"games": (game,)})


BAD: dict[str, list[Bad]] = {
    "two-matches": [Bad(_OneMatchAtATime, "its process exited with code 1")],
    "both-seats": [Bad(_OnlyInSeat0, "its process exited with code 1")],
    "together": [Bad(_ForgetsAllAtAnEnd, "its process exited with code 1")],
    "resumed": [Bad(_OnlyFromTheStart, "its process exited with code 1")],
    "long-history": [Bad(_ShortMemory, "its process exited with code 1")],
    "aborted": [Bad(_WithdrawsToo, "its process exited with code 1")],
    "never-asked": [Bad(_WantsToBeAsked, "its process exited with code 1")],
    "openings": [Bad(_NoOpeningsWhilePlaying, "its process exited with code 1")],
    "after-the-end": [Bad(_LastWord, "answers to decisions")],
    **{
        f"plays-{game}": [Bad(_only(_BadInSeat1, game), "the fault illegal in seat 1", _WHOLE)]
        for game in GAMES
    },
    **{f"variants-{game}": [Bad(_only(_OneVariant, game), "exited with code 1")] for game in GAMES},
}
