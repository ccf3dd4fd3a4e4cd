"""A session between matches and whatever dials in: what must hold, whoever does what and when."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from referee.conduct import Fault, FaultKind
from referee.player import Choice
from referee.rpc.clock import Clock
from referee.rpc.decision import DecisionNumbers
from referee.rpc.forced_delay import ResponseTime
from referee.rpc.link import MemoryLink
from referee.rpc.session import Session
from referee.wire.news import opening_entry, over_entry, start_entry
from stych.v1 import referee_pb2 as pb
from tests.rpc.asked import TurnedAwayError, ask, delay
from tests.rpc.scripted_session import answers
from tests.rpc.timeless import Timeless

AT_ONCE = 3
DECISION, BANK, GRACE = 1.0, 3.0, 0.5
FOREVER = 1000.0
"""Seconds after which nothing can still be under way."""
GIVEN = {FaultKind.LATE, FaultKind.MALFORMED, FaultKind.DISCONNECTED}
numbers = st.integers(0, 12) | st.sampled_from([2**32, 2**63, 2**64 - 1])
requests = st.one_of(
    st.binary(max_size=40),
    st.builds(pb.PlayRequest.SerializeToString, st.builds(pb.PlayRequest)),
    st.just(pb.PlayRequest(hello=pb.Hello(protocol_version=1)).SerializeToString()),
    st.just(pb.PlayRequest(goodbye=pb.Goodbye(text="x" * 99)).SerializeToString()),
)


class StallingLink(MemoryLink):
    """A link whose bot may stop reading."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = asyncio.Event()
        self.reads.set()
        self._ended = False

    def read(self, reads: bool) -> None:
        """Whether the bot reads from now on."""
        if reads or self._ended:
            self.reads.set()
        else:
            self.reads.clear()

    def end(self) -> None:
        """Whoever served the stream lets go of it: nothing waits for the bot any more."""
        self._ended = True
        self.reads.set()

    async def send(self, response: bytes) -> None:
        await self.reads.wait()
        await super().send(response)


class Sessions(RuleBasedStateMachine):
    """One bot with its sessions, one after another, and the matches that ask it."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = Timeless()
        self.numbers, self.response_time = DecisionNumbers(), ResponseTime()
        self.asked: list[asyncio.Future[Choice | Fault]] = []
        self.delays: list[asyncio.Future[float]] = []
        self.open: dict[int, pb.Decision] = {}
        self.match_of: dict[int, int] = {}
        """By the number of a decision: its match."""
        self.faults: list[Fault] = []
        self.charged = 0
        self.loop.run(self._begin())

    async def _begin(self) -> None:
        self.link = StallingLink()
        self.session = Session(self.link, AT_ONCE, self.numbers, response_time=self.response_time)
        self.running = asyncio.create_task(self._serve(self.session, self.link))
        self.open.clear()

    async def _serve(self, session: Session, link: StallingLink) -> None:
        """As whoever holds a bot does."""
        fault = await session.run()
        if fault:
            self.faults.append(fault)
            await session.dismiss(fault)
            self.charged += session.abandon(fault)
        link.end()

    # -- the matches

    @rule(count=st.integers(1, 5), bank=st.sampled_from([0.0, BANK]))
    def matches_ask(self, count: int, bank: float) -> None:
        async def several() -> None:
            for _ in range(count):
                asked = pb.Decision(match=len(self.asked), legal_actions=[7, 8, 9])
                self.asked.append(ask(self.session, asked, Clock(DECISION, bank, GRACE)))

        self.loop.run(several())

    @rule(count=st.integers(1, 3))
    def matches_have_forced_moves(self, count: int) -> None:
        async def several() -> None:
            self.delays += [over for _ in range(count) if (over := delay(self.session))]

        self.loop.run(several())

    @rule(which=st.integers(0, 50))
    @precondition(lambda self: self.asked)
    def a_match_gives_up(self, which: int) -> None:
        self.asked[which % len(self.asked)].cancel()

    @rule()
    def matches_begin_and_end(self) -> None:
        self.session.tell(start_entry(pb.MatchStart(match=1)))
        self.session.tell(over_entry(1, (), ()))
        self.session.tell(opening_entry(1, b"", b""))

    @rule(seconds=st.sampled_from([0.0, 0.3, 0.9, 1.0, 1.1, 3.0]))
    def time_goes_by(self, seconds: float) -> None:
        self.loop.run(asyncio.sleep(seconds))

    @invariant()
    def what_is_asked_is_asked_once(self) -> None:
        """One batch at a time, no larger than was agreed, and every number for one decision."""
        self.loop.run(asyncio.sleep(0))
        while not self.link.to_bot.empty():
            new = self.link.to_bot.get_nowait().decisions
            assert len(new) <= AT_ONCE
            assert not (new and self.open), "a second batch while one is in flight"
            for each in new:
                assert self.match_of.setdefault(each.decision, each.match) == each.match
                assert 0 < each.decision <= self.numbers.last
            self.open = {each.decision: each for each in new}

    def answer(self, pairs: Sequence[tuple[int, int]]) -> None:
        for number, _ in pairs:
            self.open.pop(number, None)
        self.link.to_referee.put_nowait(answers(*pairs).SerializeToString())

    def teardown(self) -> None:
        with self.loop:
            self.loop.run(self._end())

    async def _end(self) -> None:
        """Whatever is still open is settled in time, though nobody says anything more."""
        self.link.reads.set()
        await asyncio.sleep(FOREVER)
        assert all(task.done() for task in self.asked), "a question without an answer"
        assert all(over.done() for over in self.delays), "a delay without an end"
        if not self.session.over:
            await self.session.close(pb.GOODBYE_REASON_FINISHED, "over")
        await self.running
        self.check([_fate(task) for task in self.asked])

    def check(self, fates: "Sequence[Choice | Fault | None]") -> None:
        """What the questions came to; None for those asked elsewhere or given up."""


def _fate(task: "asyncio.Future[Choice | Fault]") -> Choice | Fault | None:
    with suppress(TurnedAwayError, asyncio.CancelledError):
        return task.result()
    return None


class Rogue(Sessions):
    """The bot says anything at any time."""

    @rule(pairs=st.lists(st.tuples(numbers, st.sampled_from([0, 2, 9, 2**32 - 1])), max_size=4))
    def it_answers_anything(self, pairs: list[tuple[int, int]]) -> None:
        self.answer(pairs)

    @rule(times=st.integers(1, 2), data=st.data())
    @precondition(lambda self: self.open)
    def it_answers(self, times: int, data: st.DataObject) -> None:
        some = data.draw(st.lists(st.sampled_from(sorted(self.open)), min_size=1, unique=True))
        self.answer([(number, 1) for number in some] * times)

    @rule(request=requests)
    def it_says_anything_else(self, request: bytes) -> None:
        self.link.to_referee.put_nowait(request)

    @rule()
    def it_hangs_up(self) -> None:
        self.link.to_referee.put_nowait(None)

    @rule(reads=st.booleans())
    def it_stops_reading(self, reads: bool) -> None:
        self.link.read(reads)

    @rule()
    def it_is_told_to_go(self) -> None:
        self.loop.run(self.session.close(pb.GOODBYE_REASON_STOPPED, "stopped"))

    @rule()
    @precondition(lambda self: self.session.over)
    def it_comes_again(self) -> None:
        self.loop.run(self._begin())

    def check(self, fates: "Sequence[Choice | Fault | None]") -> None:
        """Nobody is blamed for more than was in flight, and in words that fit one line."""
        blamed = [each for each in fates if isinstance(each, Fault) and each in self.faults]
        assert len(blamed) <= self.charged
        for fault in self.faults:
            assert fault.kind in GIVEN
            assert fault.text.splitlines() == [fault.text]
            assert len(fault.text) < 200


class Good(Sessions):
    """The bot answers every batch in time, once, whatever becomes of its connection."""

    @rule(seconds=st.sampled_from([0.0, 0.01, 0.09]), parts=st.integers(1, AT_ONCE))
    @precondition(lambda self: self.open)
    def it_answers(self, seconds: float, parts: int) -> None:
        self.loop.run(asyncio.sleep(seconds))
        some = sorted(self.open)[:parts]
        self.answer([(number, number % 3) for number in some])

    @rule()
    def its_connection_is_lost_and_it_comes_back(self) -> None:
        async def lose() -> None:
            self.session.hand_back()
            await asyncio.sleep(0)
            await self._begin()

        self.loop.run(lose())

    @rule(data=st.data())
    @precondition(lambda self: self.match_of)
    def an_answer_from_before_comes_late(self, data: st.DataObject) -> None:
        """One that crossed a loss: it counts once, or not at all."""
        before = self.session._queue._stale.before
        if before and not self.open:
            number = data.draw(st.integers(1, before))
            self.link.to_referee.put_nowait(answers(number).SerializeToString())

    @rule(seconds=st.sampled_from([0.0]))
    def time_goes_by(self, seconds: float) -> None:
        """While something is open, time goes by in `it_answers` alone: it is a quick bot."""
        self.loop.run(asyncio.sleep(seconds if self.open else FOREVER))

    @invariant()
    def it_is_not_blamed(self) -> None:
        assert self.faults == []
        assert not self.session.over

    def teardown(self) -> None:
        self.what_is_asked_is_asked_once()
        for _ in range(len(self.asked) + 1):
            if self.open:
                self.answer([(number, number % 3) for number in sorted(self.open)])
            self.what_is_asked_is_asked_once()
            self.what_is_asked_is_asked_once()
        super().teardown()

    def check(self, fates: "Sequence[Choice | Fault | None]") -> None:
        assert not [each for each in fates if isinstance(each, Fault)]
