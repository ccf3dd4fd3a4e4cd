"""A bot in a seat: what it is told of a match's end, and how long its forced moves will take."""

import asyncio
from pathlib import Path

import pytest

from referee.conduct import Conduct, Fault, FaultKind, FaultStage
from referee.games.game import Outcome
from referee.player import Choice, SeatFault
from referee.rpc.seated_bot import SeatedBot
from stych.v1 import referee_pb2 as pb
from tests.rpc.scripted_session import answers
from tests.rpc.stage import Stage, Stream, ask, sit, staged
from tests.rpc.timeless import timeless

ENDED = Outcome(points=(3, 14), places=(2, 1))


def blamed(seat: int, text: str) -> SeatFault:
    return SeatFault(seat, 5, Fault(kind=FaultKind.LATE, stage=FaultStage.PLAY, text=text))


async def playing(stage: Stage, player: SeatedBot, thought: float = 0.0) -> Stream:
    """The stream of a new process, which was asked once and took `thought` seconds."""
    asked = ask(player)
    stream = (await stage.started(len(stage.processes) + 1)).connect()
    [decision] = await stream.decisions()
    await asyncio.sleep(thought)
    stream.say(answers(decision.decision))
    await asked
    return stream


@timeless
async def test_a_bot_hears_how_its_match_ended_and_what_it_did_wrong_itself(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            player = sit(bot)
            stream = await playing(stage, player)
            player.over(ENDED, [blamed(0, "mine"), blamed(1, "not to be known")], [7, 8])
            message = await stream.to_bot.get()
            assert message == pb.PlayResponse(
                overs=[
                    pb.MatchOver(
                        match=1,
                        places=[2, 1],
                        points=[3, 14],
                        faults=[
                            pb.Fault(seat=0, kind=pb.FAULT_KIND_LATE, text="mine"),
                            pb.Fault(seat=1, kind=pb.FAULT_KIND_LATE),
                        ],
                        events=[7, 8],
                    )
                ]
            )


@timeless
async def test_a_bot_is_silent_in_all_its_seats_if_its_latest_hello_says_so(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            player, other = sit(bot), sit(bot)
            assert not player.silent
            for number, never in enumerate((True, False, True), start=1):
                ready = asyncio.create_task(player.ready())
                stream = (await stage.started(number)).connect(hello=False)
                hello = pb.Hello(protocol_version=1, games=["fox"], never_talks=never)
                stream.say(pb.PlayRequest(hello=hello))
                assert await ready is None
                assert player.silent is other.silent is never
                stream.hang_up()
                assert isinstance(await ask(other), Fault)


@timeless
async def test_a_bot_is_shown_the_key_and_the_salt_of_its_deal(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            player = sit(bot)
            stream = await playing(stage, player)
            player.over(ENDED, [], [])
            await stream.to_bot.get()
            player.open_deal(b"k" * 32, b"s" * 32)
            message = await stream.to_bot.get()
            assert message.openings == [pb.DealOpening(match=1, deal_key=b"k" * 32, salt=b"s" * 32)]


@timeless
async def test_a_process_hears_nothing_of_matches_that_another_one_played(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            player = sit(bot)
            stream = await playing(stage, player)
            stream.hang_up()
            assert isinstance(await ask(sit(bot)), Fault)
            stream = await playing(stage, sit(bot))
            player.over(ENDED, [], [])
            player.open_deal(b"k" * 32, b"s" * 32)
            await asyncio.sleep(1)
            assert stream.to_bot.empty()


@timeless
async def test_a_bot_that_never_was_there_hears_nothing(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            player = sit(bot)
            player.over(ENDED, [], [])
            player.open_deal(b"k" * 32, b"s" * 32)
        assert stage.processes == []


class Waiting:
    """A table that takes an action without asking."""

    def __init__(self) -> None:
        self.over = asyncio.Event()

    def answered(self, _: Choice | Fault) -> None:
        raise AssertionError("nothing was asked")

    def not_ready(self) -> None:
        raise AssertionError("nothing was asked")

    def delay_over(self) -> None:
        self.over.set()


async def delayed(player: SeatedBot) -> float:
    """How many seconds a forced move takes."""
    loop, table = asyncio.get_running_loop(), Waiting()
    begun = loop.time()
    assert player.delay_forced_move(table)
    await table.over.wait()
    return loop.time() - begun


@timeless
async def test_a_forced_move_takes_as_long_as_the_last_answer_but_not_for_ever(
    tmp_path: Path,
) -> None:
    with staged(tmp_path, Conduct(decision_ms=2000)) as (stage, bot):
        async with bot:
            player = sit(bot)
            stream = await playing(stage, player)
            for thought, pace in ((1.5, 1.5), (9, 2), (0, 0)):
                asked = ask(player)
                [decision] = await stream.decisions()
                await asyncio.sleep(thought)
                stream.say(answers(decision.decision))
                await asked
                assert await delayed(player) == pytest.approx(pace)
            stream.hang_up()
            assert isinstance(await ask(player), Fault)
            assert not player.delay_forced_move(Waiting())


@timeless
async def test_a_bot_that_was_started_again_is_no_quicker_with_forced_moves(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            player = sit(bot)
            stream = await playing(stage, player, thought=1.5)
            stream.hang_up()
            assert isinstance(await ask(player), Fault)
            ready = asyncio.create_task(player.ready())
            (await stage.started(2)).connect()
            assert await ready is None
            assert await delayed(player) == pytest.approx(1.5)
