"""A session without a network: batches of decisions, and what an answer may be."""

import asyncio
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.conduct import Fault, FaultKind, FaultStage
from referee.player import Choice
from referee.rpc.decision import Decision
from stych.v1 import referee_pb2 as pb
from tests.games.profiles import fast
from tests.rpc.asked import TurnedAwayError
from tests.rpc.scripted_session import ScriptedSession, answers, choices, clock
from tests.rpc.timeless import timeless


@timeless
async def test_a_question_goes_out_and_its_answer_comes_back() -> None:
    async with ScriptedSession() as session:
        asked = session.ask(match=4)
        [decision] = (await session.hear()).decisions
        assert (decision.decision, decision.match) == (1, 4)
        assert list(decision.legal_actions) == [7, 8, 9]
        assert decision.bank_left_ms == 3000
        session.say(answers((1, 2)))
        assert await asked == Choice(2, 0.0)


@timeless
async def test_what_becomes_ready_meanwhile_goes_out_together() -> None:
    async with ScriptedSession(at_once=8) as session:
        first = session.ask(1)
        assert await session.heard_decisions() == [1]
        rest = session.ask_all(range(2, 6))
        await session.hears_nothing()
        session.say(answers(1))
        assert await session.heard_decisions() == [2, 3, 4, 5]
        session.say(answers((5, 3), (3, 1), (2, 0), (4, 2)))
        await asyncio.gather(first, *rest)
        assert choices(rest) == [0, 1, 2, 3]


@timeless
async def test_a_batch_is_never_larger_than_the_bot_takes() -> None:
    async with ScriptedSession(at_once=3) as session:
        asked = session.ask_all(range(8))
        assert await session.heard_decisions() == [1, 2, 3]
        await session.hears_nothing()
        session.say(answers(1, 2, 3))
        assert await session.heard_decisions() == [4, 5, 6]
        session.say(answers(4, 5, 6))
        assert await session.heard_decisions() == [7, 8]
        session.say(answers(7, 8))
        await asyncio.gather(*asked)


@timeless
async def test_no_batch_goes_out_before_the_last_answer_to_the_one_before() -> None:
    async with ScriptedSession(at_once=3) as session:
        asked = session.ask_all(range(4))
        await session.hear()
        session.say(answers(2))
        session.say(answers(3))
        await session.hears_nothing()
        assert [task.done() for task in asked] == [False, True, True, False]
        session.say(answers(1))
        assert await session.heard_decisions() == [4]
        session.say(answers(4))
        await asyncio.gather(*asked)


@pytest.mark.slow
@given(st.integers(1, 5), st.lists(st.integers(1, 6), min_size=1, max_size=12), st.randoms())
@fast(40)
@timeless
async def test_every_question_is_asked_once_and_numbers_never_repeat(
    at_once: int, waves: list[int], random: Random
) -> None:
    seen: list[int] = []
    async with ScriptedSession(at_once) as session:
        asked = [task for wave in waves for task in session.ask_all(range(wave))]
        while len(seen) < len(asked):
            numbers = await session.heard_decisions()
            assert 1 <= len(numbers) <= at_once
            seen += numbers
            random.shuffle(numbers)
            cut = random.randint(0, len(numbers))
            for part in (numbers[:cut], numbers[cut:]):
                if part:
                    session.say(answers(*[(number, number) for number in part]))
        await asyncio.gather(*asked)
        assert choices(asked) == seen == list(range(1, len(asked) + 1))


@timeless
async def test_a_choice_is_handed_on_as_it_came() -> None:
    async with ScriptedSession() as session:
        asked = session.ask()
        await session.hear()
        session.say(answers((1, 2**32 - 1)))
        assert await asked == Choice(2**32 - 1, 0.0)


NOTHING_SAID = "sent a PlayRequest without any message that this version knows"


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        (answers(), "sent Answers without a single answer"),
        (answers(0), "sent an answer to decision 0, which was never asked"),
        (answers(3), "sent an answer to decision 3, which was never asked"),
        (answers(2**64 - 1), f"sent an answer to decision {2**64 - 1}, which was never asked"),
        (answers(1), "sent a second answer to decision 1, which was answered before"),
        (pb.PlayRequest(), NOTHING_SAID),
        (b"", NOTHING_SAID),
        (b"\x98\x06\x01", NOTHING_SAID),
        (pb.PlayRequest(hello=pb.Hello()), "sent a second Hello; it is only for the first request"),
        (b"\xff\xff\xff", "sent 3 bytes that are no PlayRequest"),
        (b"GET / HTTP/1.1\r\n", "sent 16 bytes that are no PlayRequest"),
        (b"\x0a\x04\x12\x02\xff\xfe", "sent 6 bytes that are no PlayRequest"),
    ],
)
@timeless
async def test_what_the_protocol_does_not_allow_ends_the_session(
    request_: pb.PlayRequest | bytes, text: str
) -> None:
    async with ScriptedSession() as session:
        answered, asked = session.ask(), session.ask()
        await session.hear()
        session.say(answers(1))
        await session.hear()
        session.say(request_)
        fault = await session.fault()
        assert (fault.kind, fault.stage) == (FaultKind.MALFORMED, FaultStage.PLAY)
        assert fault.text.startswith(text)
        assert isinstance(await answered, Choice)
        assert not asked.done()
        assert session.session.abandon(fault) == 1
        assert await asked == fault


@timeless
async def test_an_answer_given_twice_in_one_message_counts_once_and_is_a_fault() -> None:
    async with ScriptedSession(at_once=2) as session:
        one, other = session.ask_all([1, 2])
        await session.hear()
        session.say(answers((1, 5), (1, 6)))
        fault = await session.fault()
        assert fault.text == "sent a second answer to decision 1, which was answered before"
        assert (await one) == Choice(5, 0.0)
        session.session.abandon(fault)
        assert await other == fault


@timeless
async def test_numbers_are_the_streams_own() -> None:
    async with ScriptedSession() as one, ScriptedSession() as other:
        here = one.ask()
        await one.hear()
        for _ in range(2):
            there = other.ask()
            [number] = await other.heard_decisions()
            other.say(answers(number))
            await there
        one.say(answers(number))
        fault = await one.fault()
        assert fault.text == "sent an answer to decision 2, which was never asked"
        one.session.abandon(fault)
        assert await here == fault


@pytest.mark.parametrize(
    ("leave", "text"),
    [
        (pb.PlayRequest(goodbye=pb.Goodbye(text="I resign")), "the bot said goodbye"),
        (None, "the connection ended"),
    ],
)
@timeless
async def test_a_bot_that_leaves_has_lost_what_it_was_to_decide(
    leave: pb.PlayRequest | None, text: str
) -> None:
    async with ScriptedSession() as session:
        asked = session.ask()
        await session.hear()
        if leave:
            session.say(leave)
        else:
            session.hang_up()
        fault = await session.fault()
        assert (fault.kind, fault.text) == (FaultKind.DISCONNECTED, text)
        assert session.session.over
        session.session.abandon(fault)
        assert await asked == fault


@timeless
async def test_a_session_that_is_over_takes_no_questions() -> None:
    async with ScriptedSession() as session:
        session.hang_up()
        await session.end()
        with pytest.raises(TurnedAwayError):
            await session.ask()


class Witness:
    """Counts the messages that lie ready for the bot when the answer to its decision comes."""

    def __init__(self, session: ScriptedSession) -> None:
        self._bots_end = session.link.to_bot
        self.decision = Decision(
            clock(), self, pb.Decision(legal_actions=[7, 8]).SerializeToString()
        )
        self.saw: int | None = None

    def answered(self, answer: Choice | Fault) -> None:
        self.saw = self._bots_end.qsize()

    def not_ready(self) -> None:
        pass

    def delay_over(self) -> None:
        pass


@pytest.mark.parametrize(("more", "seen"), [(0, 0), (1, 0), (2, 1), (4, 1), (9, 1)])
@timeless
async def test_a_large_batch_goes_out_before_the_matches_of_the_one_before_go_on(
    more: int, seen: int
) -> None:
    """The bot thinks about it meanwhile. A short one waits for what they will ask."""
    async with ScriptedSession(at_once=4) as session:
        witnesses = [Witness(session) for _ in range(4 + more)]
        for each in witnesses:
            session.session.ask(each.decision)
        numbers = await session.heard_decisions()
        session.say(answers(*numbers))
        await asyncio.sleep(0.01)
        assert [each.saw for each in witnesses] == [seen] * 4 + [None] * more
        if more:
            assert len(await session.heard_decisions()) == min(more, 4)


@timeless
async def test_an_answer_counts_though_the_session_ends_before_its_match_goes_on() -> None:
    async with ScriptedSession() as session:
        answered, waiting = session.ask_all([1, 2])
        await session.hear()
        session.say(answers((1, 5)))
        await asyncio.sleep(0)
        assert not answered.done()
        session.session.hand_back()
        assert await answered == Choice(5, 0.0)
        with pytest.raises(TurnedAwayError):
            await waiting


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("the program wrote two lines", "the program wrote two lines"),
        ("\x1b" + "two\n" * 99, "\ufffd" + "two\ufffd" * 49 + "..."),
        ("", "it sent what is not allowed"),
    ],
)
@timeless
async def test_a_goodbye_as_malformed_is_a_fault_with_its_text(said: str, told: str) -> None:
    async with ScriptedSession() as session:
        session.ask()
        await session.hear()
        goodbye = pb.Goodbye(reason=pb.GOODBYE_REASON_MALFORMED, text=said)
        session.say(pb.PlayRequest(goodbye=goodbye))
        fault = await session.fault()
        assert (fault.kind, fault.text) == (FaultKind.MALFORMED, f"the bot said goodbye: {told}")
