"""What the referee's own threads take is not charged to a bot whose time is the wall clock's."""

import asyncio
import threading
import time
from pathlib import Path

import pytest

from referee.conduct import Conduct, Fault
from referee.evidence import Cause
from referee.player import Choice
from referee.rpc.batch_deadline import BURDENED
from referee.rpc.burden import Burden, Queues
from referee.rpc.clock import Clock
from tests.rpc.scripted_session import ScriptedSession, answers
from tests.rpc.timeless import timeless

CLOCK = Conduct(decision_ms=1000, bank_ms=2000, grace_ms=500, strikes=0)
"""An answer may take 3.5 s."""


def now() -> float:
    return asyncio.get_running_loop().time()


def burden(share: float, until: float = 1e9) -> Burden:
    """The other threads take so much of a processor, up to that moment.

    Of this, 0.25 are usual and hold up no answer.
    """
    return Burden(lambda: share * min(now(), until), Queues(Path("/nowhere")), now)


async def late_at(session: ScriptedSession, own: Clock) -> tuple[float, Fault]:
    """A bot that never answers: when it is late, and its fault."""
    began = now()
    asked = session.ask(own=own)
    await session.hear()
    fault = await session.fault()
    session.session.abandon(fault)
    assert await asked == fault
    return now() - began, fault


async def answered_after(seconds: float, own: Clock, session: ScriptedSession) -> Choice | Fault:
    asked = session.ask(own=own)
    await session.hear()
    await asyncio.sleep(seconds)
    session.say(answers(1))
    return await asked


@timeless
async def test_an_answer_that_lay_in_a_flooded_server_is_in_time() -> None:
    own = Clock.of(CLOCK)
    async with ScriptedSession(burden=burden(1.25, until=3.0)) as session:
        choice = await answered_after(3.5, own, session)
        assert isinstance(choice, Choice)
        assert own.bank == 2.0  # half a second was its own, less than a decision's


@timeless
async def test_what_is_not_the_bots_share_of_the_time_is_told_as_held_up() -> None:
    async with ScriptedSession(burden=burden(0.5)) as session:
        seconds, fault = await late_at(session, Clock.of(CLOCK))
        assert seconds == pytest.approx(3.5 / 0.75, abs=0.2)
        assert (fault.cause, fault.text[:21]) == (Cause.BOT, "did not answer within")
        assert fault.evidence.waited_ms == pytest.approx(3500, abs=10)
        assert fault.evidence.held_up_ms == pytest.approx(3500 / 3, abs=200)


@timeless
async def test_work_that_nobody_waits_for_gives_no_time() -> None:
    async with ScriptedSession(burden=burden(0.25)) as session:
        seconds, fault = await late_at(session, Clock.of(CLOCK))
        assert seconds == pytest.approx(3.5, abs=0.05)
        assert fault.cause is Cause.BOT


@timeless
async def test_what_a_burden_gives_is_bounded_and_then_it_is_the_machines_fault() -> None:
    async with ScriptedSession(burden=burden(2.0)) as session:
        seconds, fault = await late_at(session, Clock.of(CLOCK))
        assert seconds == pytest.approx(2 * 3.5, abs=0.3)
        assert (fault.cause, fault.text) == (Cause.MACHINE, BURDENED)


@timeless
async def test_a_bot_that_may_take_no_time_at_all_is_late_by_itself() -> None:
    nothing = Clock.of(Conduct(decision_ms=0, bank_ms=0, grace_ms=0, strikes=0))
    async with ScriptedSession(burden=burden(2.0)) as session:
        _, fault = await late_at(session, nothing)
        assert fault.cause is Cause.BOT


@timeless
async def test_a_flood_before_a_decision_gives_it_nothing() -> None:
    own = Clock.of(CLOCK)
    async with ScriptedSession(burden=burden(1.25, until=4.0)) as session:
        await asyncio.sleep(5)
        assert isinstance(await answered_after(2.5, own, session), Choice)
        assert own.bank == pytest.approx(0.5, abs=0.1)


@pytest.mark.slow
def test_what_another_thread_of_this_process_takes_or_waits_for_counts() -> None:
    spent = Burden()
    before = spent.seconds()
    busy = threading.Thread(target=_burn, args=(0.5,))
    busy.start()
    while busy.is_alive():  # a thread that is gone has taken its count along
        time.sleep(0.01)
        spent.seconds()
    assert spent.seconds() > before


def _burn(seconds: float) -> None:
    """Use processor time, however little of a processor there is."""
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


class Proc:
    """A folder in the place of /proc."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def wait(self, thread: str, seconds: float) -> None:
        """The thread has waited so long for a processor in all."""
        folder = self.root / thread
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "schedstat").write_text(f"99 {round(seconds * 1e9)} 7\n")


def test_the_thread_that_waits_longest_for_a_processor_counts_and_the_proxy(tmp_path: Path) -> None:
    proc, queues = Proc(tmp_path), Queues(tmp_path)
    queues.proxy = lambda: 77
    loop = f"self/task/{threading.get_native_id()}"
    for one in ("self/task/1", "self/task/2", loop, "77"):
        proc.wait(one, 100)
    assert queues.take_growth() == 0
    proc.wait("self/task/1", 101)
    proc.wait("self/task/2", 103)
    proc.wait("77", 100.5)
    proc.wait(loop, 200)
    assert queues.take_growth() == 3.5
    assert queues.take_growth() == 0


def test_a_thread_that_is_new_has_not_waited_yet(tmp_path: Path) -> None:
    proc, queues = Proc(tmp_path), Queues(tmp_path)
    proc.wait("self/task/1", 100)
    assert queues.take_growth() == 0
    proc.wait("self/task/1", 101)
    assert queues.take_growth() == 1


def test_where_nobody_counts_nobody_waits(tmp_path: Path) -> None:
    (tmp_path / "77").mkdir()
    (tmp_path / "77" / "schedstat").write_text("")
    queues = Queues(tmp_path)
    queues.proxy = lambda: 77
    assert queues.take_growth() == 0


def test_nothing_counts_for_longer_than_the_time_that_passed(tmp_path: Path) -> None:
    moment, proc = [0.0], Proc(tmp_path)
    proc.wait("self/task/1", 0)
    held = Burden(lambda: 2 * moment[0], Queues(tmp_path), lambda: moment[0])
    for second in range(1, 4):
        moment[0] = second
        proc.wait("self/task/1", 9 * second)
        assert held.seconds() == second
