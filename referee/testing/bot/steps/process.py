"""The steps about the bot's process: further starts, its output, and what it leaves behind."""

import asyncio
from contextlib import suppress
from pathlib import Path

import psutil

from referee.testing.bot import lookout
from referee.testing.bot.bot_under_test import BotUnderTest
from referee.testing.bot.dialogue import Dialogue
from referee.testing.bot.family import Family, Finding
from referee.testing.bot.findings import NotApplicable, Passed, StepFailedError
from referee.testing.bot.lengths import short
from referee.testing.bot.playing import BoardsInPlay, play
from stych.v1 import referee_pb2 as pb

FAMILY = Family("process")
step = FAMILY.step

_NOBODY_READS = """
import os, signal, sys
ours, theirs = os.pipe()
os.dup2(theirs, 1)
os.close(ours)
os.close(theirs)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
os.execvp(sys.argv[1], sys.argv[1:])
"""
"""A program that runs a command whose standard output is a pipe that nobody reads.

It resets SIGPIPE, which Python ignores and a program would inherit as ignored."""
# The lookout begins the line about each process that is left with these words.
_LEFT = "stych: left behind: "
# The source, which is run by `python3 -c`: the sandbox does not show the referee's files to bots.
_LOOKOUT = Path(lookout.__file__).read_text()


@step("same-seed", "it plays the same match again", "legal")
async def same_seed(tested: BotUnderTest) -> Finding:
    """The same matches with the same `bot_seed` are played twice, each time in a new process. If
    the answers differ, the bot draws random numbers of its own or thinks for a time, and its
    tournaments cannot be repeated to the byte. That is no failure: the step is not applicable."""
    games = tested.games[:1] if tested.settings.quick else tested.games
    played: list[list[list[int]]] = []
    for _ in range(2):
        async with tested.greeted() as bot:
            boards = [bot.board(short(game), label="the same match") for game in games]
            in_play = await play(bot, boards, most=20)
            played.append(list(in_play.choices.values()))
    # No failure: a bot may think for a time, or draw random numbers without the seed.
    if played[0] != played[1]:
        return NotApplicable(
            "it draws random numbers of its own, or thinks for a time and not for a count: its"
            " tournaments cannot be repeated to the byte; derive all random numbers from"
            " MatchStart.bot_seed"
        )
    return Passed(f"{sum(map(len, played[0]))} decisions")


@step("killed", "it can be started again after it was killed", "resumed")
async def killed(tested: BotUnderTest) -> Finding:
    """It is killed in the middle of a match, and started again with the same home. It takes up the
    match."""
    async with tested.greeted() as bot:
        in_play = BoardsInPlay(bot)
        board = bot.board(tested.game)
        in_play.sit(board)
        for _ in range(3):
            await in_play.turn()
        await bot.started.kill()
        await bot.started.launch()
        again = BoardsInPlay(await tested.greet(bot.started))
        again.sit(board, resumed=True)
        while await again.turn(most=3):
            pass
    return Passed()


@step("closed-stdout", "it plays on when nobody reads its output", "legal", of_grpc=True)
async def closed_stdout(tested: BotUnderTest) -> Finding:
    """Its standard output is a pipe whose other end is closed, so that printing fails. It plays
    on."""
    launcher = ["python3", "-c", _NOBODY_READS]
    async with tested.greeted(launcher=launcher) as bot:
        await play(bot, [bot.board(tested.game)], most=10)
    return Passed()


@step("no-process-left", "it leaves no process behind", "legal")
async def no_process_left(tested: BotUnderTest) -> Finding:
    """When it has exited after the Goodbye, none of the processes that it started is left."""
    confined = tested.settings.confining is not None
    launcher = ["python3", "-c", _LOOKOUT, _LEFT, str(tested.settings.quiet_s)]
    # Without a sandbox the check itself can list the processes that are left.
    async with tested.greeted(launcher=launcher if confined else ()) as bot:
        await _finish(bot, tested)
        left = _reported(bot) if confined else await _still_running(bot, tested)
    if left:
        raise StepFailedError(
            "no process of the bot after it has exited",
            f"{len(left)}: {'; '.join(left)}",
            "end your children before you exit, or let them end when their pipe to you closes",
        )
    return Passed()


async def _finish(bot: Dialogue, tested: BotUnderTest) -> None:
    """Play a match, say Goodbye, and give the process time to exit."""
    await play(bot, [bot.board(tested.game)])
    await bot.goodbye(pb.GOODBYE_REASON_FINISHED, "there is nothing more to play")
    await bot.started.ended(tested.settings.exit_s)


async def _still_running(bot: Dialogue, tested: BotUnderTest) -> list[str]:
    """The command lines of the bot's processes that do not end within `quiet_s`."""
    left = bot.started.leftovers()
    ended, alive = await asyncio.to_thread(psutil.wait_procs, left, tested.settings.quiet_s)
    del ended
    return [line for process in alive if (line := _command_line(process))]


def _reported(bot: Dialogue) -> list[str]:
    """The command lines of the processes that are left, as the lookout in the sandbox printed them.

    They are taken from the last lines of the output, so that some of many may be missing.
    """
    lines = bot.started.last_words().splitlines()
    return [line.removeprefix(_LEFT) for line in lines if line.startswith(_LEFT)]


def _command_line(process: psutil.Process) -> str:
    """The beginning of the command line; "" for a process that has ended."""
    with suppress(psutil.Error):
        # A zombie has ended, and waits until its parent reaps it.
        if process.status() != psutil.STATUS_ZOMBIE:
            return " ".join(process.cmdline())[:80] or process.name()
    return ""


@step("folder-unchanged", "it leaves its folder as it was", "legal")
async def folder_unchanged(tested: BotUnderTest) -> Finding:
    """After all its matches no file in its folder is new, changed or gone: a bot that learns is
    another bot. Hidden files, `__pycache__`, `stych-data` and, with a build command, the folders
    for builds do not count."""
    async with tested.greeted() as bot:
        await _finish(bot, tested)
    # Compared by size and time of change, since reading gigabytes of files would take long.
    before, now = tested.files, tested.files_now()
    changed = sorted(
        name for name in before.keys() | now.keys() if before.get(name) != now.get(name)
    )
    if changed:
        more = ", ..." if len(changed) > 5 else ""
        raise StepFailedError(
            "the files in its folder as they were before it played",
            f"new, changed or gone: {', '.join(changed[:5])}{more}",
            "write into TMPDIR or HOME instead: they are the process's own and are removed with it",
        )
    return Passed(f"{len(now)} files")
