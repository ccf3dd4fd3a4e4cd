"""What time a bot is charged, when its machine is to blame for a delay, and who thinks when."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.conduct import Conduct, Fault, FaultKind
from referee.evidence import Cause
from referee.player import Choice
from referee.rpc.batch_deadline import STARVED
from referee.rpc.clock import Clock
from tests.rpc.asked import Asked
from tests.rpc.scripted_session import ScriptedSession, answers
from tests.rpc.timeless import _Loop, timeless

CLOCK = Conduct(decision_ms=1000, bank_ms=2000, grace_ms=500, strikes=0, wall_factor=3)
"""An answer may take 3.5 s."""


def now() -> float:
    return asyncio.get_running_loop().time()


@dataclass
class Machine:
    """Gives the bot these parts of the wall time: one it runs, another it waits for a processor."""

    runs: float = 0.0
    waits: float = 0.0
    blind: bool = False
    """It cannot tell who waits."""

    def cpu(self) -> float | None:
        return self.runs * now()

    def queued(self) -> float | None:
        return None if self.blind else self.waits * now()


async def _late_at(session: ScriptedSession, own: Clock | None = None) -> tuple[float, Fault]:
    """A bot that never answers: when it is late, and its fault."""
    began = now()
    asked = session.ask(own=own or Clock.of(CLOCK))
    await session.hear()
    fault = await session.fault()
    seconds = now() - began
    session.session.abandon(fault)
    assert await asked == fault
    return seconds, fault


@timeless
async def test_without_a_meter_the_wall_clock_decides() -> None:
    async with ScriptedSession() as session:
        seconds, fault = await _late_at(session)
        assert seconds == pytest.approx(3.5, abs=0.01)
        assert (fault.kind, fault.cause) == (FaultKind.LATE, Cause.BOT)
        assert fault.text == "did not answer within 1 s, the match's bank and 0.5 s of grace"
        assert fault.evidence.waited_ms == pytest.approx(3500, abs=10)
        assert fault.evidence.allowed_ms == 3500
        assert fault.evidence.cpu_ms is None
        assert next(fault.evidence.phrases()) == "waited 3.50 s of 3.50 s"


@timeless
async def test_processor_time_decides_where_it_is_counted() -> None:
    async with ScriptedSession(meter=Machine(runs=0.5, waits=0.5)) as session:
        seconds, fault = await _late_at(session)
        assert seconds == pytest.approx(7, abs=0.2)
        assert fault.cause is Cause.BOT
        assert fault.text.endswith("0.5 s of grace of processor time")
        assert fault.evidence.cpu_ms == pytest.approx(3500, abs=200)


@timeless
async def test_an_answer_costs_processor_time_not_wall_time() -> None:
    own = Clock.of(CLOCK)
    async with ScriptedSession(meter=Machine(runs=0.25)) as session:
        asked = session.ask(own=own)
        await session.hear()
        await asyncio.sleep(8)
        session.say(answers(1))
        choice = await asked
        assert isinstance(choice, Choice)
        assert choice.seconds == pytest.approx(8, abs=0.01)
        assert own.bank == pytest.approx(2 - (0.25 * 8 - 1), abs=0.2)


@timeless
async def test_a_bot_that_sleeps_is_late_by_the_loose_bound_of_the_wall_clock() -> None:
    async with ScriptedSession(meter=Machine(runs=0.01)) as session:
        seconds, fault = await _late_at(session)
        assert seconds == pytest.approx(10.5, abs=0.2)
        assert fault.cause is Cause.BOT
        assert fault.text.startswith("did not answer within 3 times 1 s, ")
        assert fault.evidence.wait_factor == 3
        told = "of 10.50 s (3 times the 3.50 s of its clock, as processor time is counted)"
        assert next(fault.evidence.phrases()).endswith(told)


@timeless
async def test_a_bot_that_got_no_processor_is_not_to_blame() -> None:
    async with ScriptedSession(meter=Machine(runs=0.05, waits=0.9)) as session:
        seconds, fault = await _late_at(session)
        # The first wait and four extensions, each of 3 times 3.5 s.
        assert seconds == pytest.approx(5 * 10.5, abs=0.2)
        assert (fault.cause, fault.text) == (Cause.MACHINE, STARVED)
        # Its waiting is measured in the second half of each of them, every time from 0.
        assert fault.evidence.queued_ms == pytest.approx(0.9 * 10.5 / 2 * 1000, abs=300)
        assert fault.evidence.wait_factor == 3 * 5


@timeless
async def test_a_bot_that_got_little_of_a_processor_may_use_up_its_time() -> None:
    async with ScriptedSession(meter=Machine(runs=0.2, waits=0.8)) as session:
        seconds, fault = await _late_at(session)
        assert seconds == pytest.approx(3.5 / 0.2, abs=0.5)
        assert fault.cause is Cause.BOT


@timeless
async def test_a_bot_that_crowds_itself_out_is_to_blame() -> None:
    """Its threads wait for one another: together they use what the bot may use."""
    async with ScriptedSession(meter=Machine(runs=1.0, waits=0.9)) as session:
        seconds, fault = await _late_at(session)
        assert seconds == pytest.approx(3.5, abs=0.2)
        assert fault.cause is Cause.BOT


@timeless
async def test_where_nobody_can_tell_who_waits_the_bot_is_to_blame() -> None:
    async with ScriptedSession(meter=Machine(waits=0.9, blind=True)) as session:
        _, fault = await _late_at(session)
        assert fault.cause is Cause.BOT


@timeless
async def test_nobody_is_charged_while_the_referee_is_held_up() -> None:
    own = Clock.of(CLOCK)
    async with ScriptedSession() as session:
        asked = session.ask(own=own)
        await session.hear()
        loop = asyncio.get_running_loop()
        assert isinstance(loop, _Loop)
        await asyncio.sleep(0.05)
        loop._clock.now += 60
        await asyncio.sleep(0.5)
        session.say(answers(1))
        choice = await asked
        assert isinstance(choice, Choice)
        assert choice.seconds < 1
        assert own.bank == 2


@timeless
async def test_an_answer_is_taken_that_came_while_the_referee_was_held_up() -> None:
    async with ScriptedSession() as session:
        asked = session.ask(own=Clock.of(CLOCK))
        await session.hear()
        loop = asyncio.get_running_loop()
        assert isinstance(loop, _Loop)
        loop._clock.now += 60
        session.say(answers(1))
        choice = await asked
        assert isinstance(choice, Choice)
        assert choice.seconds < 0.5


@timeless
async def test_a_strike_forgives_a_slip_and_the_next_one_is_a_fault() -> None:
    own = Clock.of(CLOCK.model_copy(update={"strikes": 1}))
    async with ScriptedSession() as session:
        for number, seconds in enumerate((4.0, 0.5), 1):
            asked = session.ask(own=own)
            await session.hear()
            await asyncio.sleep(seconds)
            session.say(answers(number))
            assert isinstance(await asked, Choice)
        assert (own.struck, own.strikes, own.bank) == (1, 0, 0.0)
        seconds, fault = await _late_at(session, own)
        assert seconds == pytest.approx(1.5, abs=0.01)
        assert fault.text.endswith("and its strikes")


spans = st.floats(0, 100)


@given(spans, spans, spans, st.integers(0, 5), st.lists(spans, max_size=8))
def test_no_more_time_is_ever_taken_than_clock_and_strikes_allow(
    decision: float, bank: float, grace: float, strikes: int, takes: list[float]
) -> None:
    own = Clock(decision, bank, grace, strikes)
    for seconds in takes:
        most = decision + own.reserve
        in_time = own.charge(seconds)
        # What is taken to the last moment may be rounded either way.
        if seconds != pytest.approx(most, abs=1e-8):
            assert in_time == (seconds < most)
        assert own.bank >= 0
        assert own.strikes + own.struck == strikes
        if not in_time:
            assert own.strikes == 0


@timeless
async def test_so_many_think_at_once_and_no_more() -> None:
    slots = asyncio.Semaphore(1)
    async with (
        ScriptedSession(cpu_slots=slots) as ann,
        ScriptedSession(cpu_slots=slots) as bob,
    ):
        first, second = ann.ask(), bob.ask()
        await ann.hear()
        await bob.hears_nothing()
        ann.say(answers(1))
        assert isinstance(await first, Choice)
        await bob.hear()
        bob.say(answers(1))
        assert isinstance(await second, Choice)


@pytest.mark.parametrize("leave", [ScriptedSession.hang_up, lambda session: session.say(b"\xff")])
@timeless
async def test_who_is_gone_thinks_no_longer(leave: Callable[[ScriptedSession], None]) -> None:
    slots = asyncio.Semaphore(1)
    async with (
        ScriptedSession(cpu_slots=slots) as ann,
        ScriptedSession(cpu_slots=slots) as bob,
    ):
        waiting: list[Asked] = [ann.ask(), bob.ask()]
        await ann.hear()
        leave(ann)
        ann.session.abandon(await ann.fault())
        await bob.hear()
        bob.say(answers(1))
        assert isinstance(await waiting[1], Choice)
        assert isinstance(await waiting[0], Fault)


@timeless
async def test_who_only_sleeps_takes_no_place_from_those_who_think() -> None:
    slots = asyncio.Semaphore(1)
    async with (
        ScriptedSession(meter=Machine(), cpu_slots=slots) as ann,
        ScriptedSession(cpu_slots=slots) as bob,
    ):
        asleep = ann.ask(own=Clock.of(CLOCK))
        await ann.hear()
        began = now()
        awake = bob.ask(own=Clock.of(CLOCK))
        await bob.hear()
        assert now() - began < 0.5
        ann.say(answers(1))
        bob.say(answers(1))
        assert isinstance(await asleep, Choice)
        assert isinstance(await awake, Choice)
