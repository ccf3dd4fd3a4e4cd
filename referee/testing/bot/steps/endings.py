"""The steps about endings: after a Goodbye, a lost connection, a refusal or a wrong start."""

import asyncio
from itertools import count

from referee.rpc.bot_sandbox import EXIT_SECONDS
from referee.sandbox.exits import describe_exit
from referee.testing.bot.board import Board
from referee.testing.bot.bot_under_test import BotUnderTest
from referee.testing.bot.dialogue import Dialogue
from referee.testing.bot.family import Family, Finding
from referee.testing.bot.findings import NotApplicable, Passed, StepFailedError
from referee.testing.bot.launched_bot import LaunchedBot
from referee.testing.bot.playing import BoardsInPlay, play
from stych.v1 import referee_pb2 as pb

FAMILY = Family("endings")
step = FAMILY.step

_RECONNECT_SECONDS = 30
"""Seconds after a cut within which the bot has to dial again. If it does not, it has to exit within
these seconds and `Settings.exit_s` more."""
# Seconds beyond STYCH_RECONNECT after which the connection is cut a second time: a bot that counts
# from the first loss alone has given up by then.
_BEYOND_SECONDS = 0.5
_OTHER_REASONS = (
    pb.GOODBYE_REASON_STOPPED,
    pb.GOODBYE_REASON_LATE,
    pb.GOODBYE_REASON_MALFORMED,
    pb.GOODBYE_REASON_UNSPECIFIED,
)


async def _exit(tested: BotUnderTest, started: LaunchedBot, after: str) -> str:
    """How the process ends by itself, in words. Raises StepFailedError when it goes on."""
    how = await started.ended(tested.settings.exit_s)
    if not how:
        raise StepFailedError(
            f"its process to exit {after}",
            f"a process that still runs after {tested.settings.exit_s:g} s",
            "end the process when the stream is over, threads and children included",
        )
    return how


async def _board_with_open_decision(bot: Dialogue, tested: BotUnderTest) -> Board:
    """A board whose match has begun, with its first decision sent and not answered."""
    board = bot.board(tested.game)
    await bot.ask({board: board.expect_decision()}, pb.PlayResponse(starts=board.starts()))
    return board


@step("goodbye", "it exits after the Goodbye", "legal")
async def goodbye(tested: BotUnderTest) -> Finding:
    """When there is nothing more to play, it exits with code 0. (A tournament kills it a second
    after the Goodbye: a slower bot loses no match, but may not finish its own work.)"""
    loop = asyncio.get_running_loop()
    # The shared start: as in a tournament, it has played before.
    bot = await tested.bot()
    await play(bot, [bot.board(tested.game)], most=2)
    await bot.goodbye(pb.GOODBYE_REASON_FINISHED, "there is nothing more to play")
    began = loop.time()
    how = await _exit(tested, bot.started, "after the Goodbye")
    took = loop.time() - began
    await tested.end_shared()
    if how != describe_exit(0):
        raise StepFailedError(
            "exit code 0 after a Goodbye whose reason is FINISHED",
            f"its process {how}",
            "the end of a tournament is no error: exit with code 0",
        )
    killed = f"after {took:.1f} s; a tournament kills it after {EXIT_SECONDS:g} s"
    return Passed("" if took < EXIT_SECONDS else killed)


@step("other-goodbyes", "it exits after a Goodbye for any other reason", "legal")
async def other_goodbyes(tested: BotUnderTest) -> Finding:
    """A Goodbye comes in the middle of a match, with the reason STOPPED; without --quick also with
    LATE, with MALFORMED and without a reason. It exits, with any code."""
    # Each reason needs a process of its own, which takes long: quick checks try one reason.
    for reason in _OTHER_REASONS[:1] if tested.settings.quick else _OTHER_REASONS:
        name = pb.GoodbyeReason.Name(reason).removeprefix("GOODBYE_REASON_")
        async with tested.greeted() as bot:
            await _board_with_open_decision(bot, tested)
            await bot.goodbye(reason, "this is only a check")
            await _exit(tested, bot.started, f"after a Goodbye whose reason is {name}")
    return Passed()


@step("refused", "it exits when it gets a Goodbye in place of a Welcome", "silence")
async def refused(tested: BotUnderTest) -> Finding:
    """Its Hello is answered by a Goodbye, as if it spoke another version of the protocol. It exits
    with another code than 0."""
    async with tested.launched() as started:
        bot = tested.dialogue(started, await tested.next_stream(started))
        await bot.hear_hello()
        await bot.goodbye(pb.GOODBYE_REASON_INCOMPATIBLE, "this is only a check")
        how = await _exit(tested, started, "after being refused")
    if how == describe_exit(0):
        raise StepFailedError(
            "another exit code than 0 after a Goodbye whose reason is INCOMPATIBLE",
            f"its process {how}",
            "to be refused is an error: exit with a code that says so",
        )
    return Passed(f"its process {how}")


@step("stream-ends", "it exits when the stream ends without a Goodbye", "legal")
async def stream_ends(tested: BotUnderTest) -> Finding:
    """The stream is closed in the middle of a match, as when the referee fails. It exits, with any
    code."""
    async with tested.greeted() as bot:
        await _board_with_open_decision(bot, tested)
        bot.end()
        how = await _exit(tested, bot.started, "after the end of the stream")
    return Passed(f"its process {how}")


@step("vanishes", "it exits when the referee vanishes", "legal")
async def vanishes(tested: BotUnderTest) -> Finding:
    """The connection breaks in the middle of a match, and nobody listens any more. It exits, with
    any code."""
    async with tested.greeted() as bot:
        await _board_with_open_decision(bot, tested)
        await bot.started.vanish()
        how = await _exit(tested, bot.started, "after the connection is lost")
    return Passed(f"its process {how}")


@step("reconnect", "it dials again when it is told to", "resumed")
async def reconnect(tested: BotUnderTest) -> Finding:
    """With STYCH_RECONNECT set, it dials again after its connection broke, and says Hello. It gets
    the match again, with `resumed` set, and the open decision with its old number, and plays on.
    When this connection breaks as well, longer after the first loss than STYCH_RECONNECT says, it
    dials once more, since the time begins anew with every Welcome. The step is not applicable to a
    bot that exits after the first loss."""
    patience = tested.settings.reconnect_s
    loop = asyncio.get_running_loop()
    async with tested.greeted({"STYCH_RECONNECT": str(patience)}) as bot:
        board = await _board_with_open_decision(bot, tested)
        began = loop.time()
        second = await _dialled_again(tested, bot)
        if isinstance(second, str):
            return NotApplicable(f"it does not dial again: its process {second}")
        # The open decision comes again under its old number (docs/protocol.md, Lost connections).
        second.decisions = count(board.expect_decision().decision)
        in_play = BoardsInPlay(second)
        in_play.sit(board, resumed=True)
        while await in_play.turn():
            pass
        # Wait until a bot that counts from the first loss alone would have given up.
        await asyncio.sleep(began + patience + _BEYOND_SECONDS - loop.time())
        third = await _dialled_again(tested, second)
        if isinstance(third, str):
            raise StepFailedError(
                f"to dial again after a second loss, {patience} s and more after the first",
                f"its process {third}",
                "count the seconds of STYCH_RECONNECT from each loss, and begin anew with every"
                " Welcome",
            )
        await third.goodbye(pb.GOODBYE_REASON_FINISHED, "there is nothing more to play")
        await _exit(tested, bot.started, "after the Goodbye")
    return Passed()


async def _dialled_again(tested: BotUnderTest, bot: Dialogue) -> Dialogue | str:
    """Cut the connection; the dialogue on the next stream, welcomed, or how the process ended.

    Raises StepFailedError when the process neither dials again nor exits.
    """
    await bot.started.cut()
    stream = await bot.started.next_stream(_RECONNECT_SECONDS)
    if stream is None:
        # A bot need not be able to dial again, but then it has to exit.
        return await _exit(tested, bot.started, "or to dial again after the connection is lost")
    again = tested.dialogue(bot.started, stream)
    await again.hear_hello()
    await again.welcome()
    return again


@step("wrong-token", "it says so when its token is refused", "token", of_grpc=True)
async def wrong_token(tested: BotUnderTest) -> Finding:
    """Started with a token that the referee does not accept, it exits with another code than 0, and
    prints a reason."""
    async with tested.launched({"STYCH_TOKEN": "wrong"}) as started:
        how = await _exit(tested, started, "when its token is refused")
        _check_complaint(started, how, "the referee refuses its token")
    return Passed(f"its process {how}")


@step("no-environment", "it says what is missing when it is started by hand", "start", of_grpc=True)
async def no_environment(tested: BotUnderTest) -> Finding:
    """Started without STYCH_ADDRESS and STYCH_TOKEN, it exits with another code than 0, and prints
    a reason."""
    async with tested.launched({"STYCH_ADDRESS": None, "STYCH_TOKEN": None}) as started:
        how = await _exit(tested, started, "when STYCH_ADDRESS and STYCH_TOKEN are not set")
        _check_complaint(started, how, "STYCH_ADDRESS and STYCH_TOKEN are not set")
    return Passed(f"its process {how}")


def _check_complaint(started: LaunchedBot, how: str, when: str) -> None:
    """Check that a process that ended as `how` says failed, and printed something."""
    if how == describe_exit(0):
        raise StepFailedError(
            f"another exit code than 0 when {when}",
            f"its process {how}",
            "exit with a code that says so: the bots here exit with 2 or 3",
        )
    if not started.last_words():
        raise StepFailedError(
            f"a printed reason when {when}",
            f"nothing; its process {how}",
            "print what is wrong in one sentence before the process exits",
        )
