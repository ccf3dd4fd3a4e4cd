"""Anything at all is thrown at a session: it goes on or ends by a fault, and loses no question."""

import asyncio
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from referee.conduct import Fault, FaultKind
from referee.player import Choice
from referee.wire.news import opening_entry, over_entry, start_entry
from stych.v1 import referee_pb2 as pb
from tests.games.profiles import fast
from tests.rpc.asked import Asked, TurnedAwayError
from tests.rpc.scripted_session import ScriptedSession, answers, clock
from tests.rpc.timeless import Timeless

pytestmark = pytest.mark.slow

numbers = st.integers(0, 12) | st.integers(0, 2**64 - 1)
requests = st.one_of(
    st.binary(max_size=40),
    st.just(pb.PlayRequest(hello=pb.Hello(protocol_version=1, games=["fox"]))),
    st.just(pb.PlayRequest(goodbye=pb.Goodbye())),
)


class Fuzz(RuleBasedStateMachine):
    """A session with open questions, a bot that says what it likes, and a clock that jumps."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = Timeless()
        self.asked: list[Asked] = []
        self.open: list[int] = []
        self.seen: list[int] = []
        self.at_once = 3
        self.session = self.loop.run(self._begin())

    async def _begin(self) -> ScriptedSession:
        return await ScriptedSession(self.at_once).__aenter__()

    @rule(count=st.integers(1, 5), bank=st.floats(0, 5))
    def matches_ask(self, count: int, bank: float) -> None:
        async def ask() -> None:
            self.asked += self.session.ask_all(range(count), clock(bank=bank))

        self.loop.run(ask())

    @rule(which=st.integers(0, 50))
    @precondition(lambda self: self.asked)
    def a_match_gives_up(self, which: int) -> None:
        task = self.asked[which % len(self.asked)]
        task.cancel()

    @rule()
    def matches_begin_and_end(self) -> None:
        self.session.session.tell(start_entry(pb.MatchStart(match=1)))
        self.session.session.tell(over_entry(1, (), ()))
        self.session.session.tell(opening_entry(1, b"", b""))

    @rule(seconds=st.floats(0, 1))
    def time_goes_by(self, seconds: float) -> None:
        self.loop.run(asyncio.sleep(seconds))

    @rule(data=st.data())
    @precondition(lambda self: self.open)
    def the_bot_answers(self, data: st.DataObject) -> None:
        some = data.draw(st.lists(st.sampled_from(self.open), min_size=1, unique=True))
        self._answer([(number, 0) for number in some])

    @rule(pairs=st.lists(st.tuples(numbers, st.integers(0, 9)), max_size=4))
    def the_bot_answers_anything(self, pairs: list[tuple[int, int]]) -> None:
        self._answer(pairs)

    def _answer(self, pairs: list[tuple[int, int]]) -> None:
        answered = {number for number, _ in pairs}
        self.open = [number for number in self.open if number not in answered]
        self.session.say(answers(*pairs))

    @rule(request=requests)
    def the_bot_says_anything_else(self, request: pb.PlayRequest | bytes) -> None:
        self.session.say(request)

    @rule()
    def the_bot_hangs_up(self) -> None:
        self.session.hang_up()

    @invariant()
    def at_most_one_batch_is_in_flight(self) -> None:
        self.loop.run(asyncio.sleep(0))
        heard = self.session.link.to_bot
        while not heard.empty():
            new = [decision.decision for decision in heard.get_nowait().decisions]
            assert len(new) <= self.at_once
            assert not (new and self.open)
            self.open = list(new)
            self.seen += new
        assert self.seen == list(range(1, len(self.seen) + 1))

    def teardown(self) -> None:
        with self.loop:
            self.loop.run(self._end())

    async def _end(self) -> None:
        self.session.hang_up()
        fault = await self.session.fault()
        assert fault.kind in (FaultKind.LATE, FaultKind.MALFORMED, FaultKind.DISCONNECTED)
        charged = self.session.session.abandon(fault)
        results = await asyncio.gather(*self.asked, return_exceptions=True)
        fates = Counter(type(result) for result in results)
        blamed = sum(result is fault for result in results)
        assert blamed <= charged <= min(blamed + fates[asyncio.CancelledError], self.at_once)
        assert set(fates) <= {Choice, Fault, TurnedAwayError, asyncio.CancelledError}


TestFuzz = Fuzz.TestCase
TestFuzz.settings = settings(fast(80), stateful_step_count=25)
