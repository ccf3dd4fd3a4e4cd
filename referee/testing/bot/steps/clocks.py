"""The steps about time: a bot under a tight clock, after it, and while others think."""

import asyncio
from statistics import median, quantiles

from referee.conduct import Conduct
from referee.testing.bot import usage
from referee.testing.bot.bot_under_test import BotUnderTest
from referee.testing.bot.family import Family, Finding
from referee.testing.bot.findings import Passed, StepFailedError
from referee.testing.bot.launched_bot import LaunchedBot
from referee.testing.bot.playing import BoardsInPlay, play

FAMILY = Family("time")
step = FAMILY.step

# The bot is told of this clock, but the step fails only by the clock of the check's settings.
_TIGHT = Conduct(decision_ms=50, bank_ms=0, grace_ms=0)
_REST_SECONDS = 1.0
"""Seconds for which the use of the processor is measured."""
_RESTLESS = 0.1
"""The share of a processor above which a bot does not rest."""


@step("pressure", "it answers under time pressure", "legal")
async def pressure(tested: BotUnderTest) -> Finding:
    """The start of a match tells of a clock of 50 ms a decision and no bank. Of up to 100 answers
    (10 with --quick) 99 % must come within the `decision_ms` of a usual tournament."""
    bot = await tested.bot()
    board = bot.board(tested.game)
    board.set_clock(_TIGHT)
    in_play = BoardsInPlay(bot)
    in_play.sit(board)
    while await in_play.turn(most=10 if tested.settings.quick else 100):
        pass
    slow = _percentile_99(in_play.seconds)
    summary = f"half of the answers within {_ms(median(in_play.seconds))}, 99 % within {_ms(slow)}"
    if slow * 1000 > tested.settings.conduct.decision_ms:
        raise StepFailedError(
            f"99 % of the answers within {tested.settings.conduct.decision_ms} ms",
            summary,
            "heed MatchStart.clock: think for a part of decision_ms, and less as the bank empties",
        )
    # To be later than the tight clock is no failure, but the remark mentions it.
    is_late = slow * 1000 > _TIGHT.decision_ms
    late = f"; the clock said {_TIGHT.decision_ms} ms" if is_late else ""
    return Passed(f"{summary}{late}")


@step("after-pressure", "it plays as usual after time pressure", "pressure")
async def after_pressure(tested: BotUnderTest) -> Finding:
    """The next match, with a usual clock, is played to its end (10 decisions with --quick)."""
    bot = await tested.bot()
    await play(bot, [bot.board(tested.game)], 10 if tested.settings.quick else None)
    return Passed()


@step("rests", "it rests while others think", "legal")
async def rests(tested: BotUnderTest) -> Finding:
    """With a match open and nothing to decide, it uses at most a tenth of a processor. Measured up
    to three times, for a second each: once within the limit is enough."""
    bot = await tested.bot()
    board = bot.board(tested.game)
    in_play = BoardsInPlay(bot)
    in_play.sit(board)
    await in_play.turn()
    shares = [await _share(bot.started)]
    # More than once: a moment of work, such as a garbage collection, is allowed.
    while shares[-1] > _RESTLESS and len(shares) < 3:
        shares.append(await _share(bot.started))
    while await in_play.turn(most=2):
        pass
    if min(shares) > _RESTLESS:
        raise StepFailedError(
            f"at most {_RESTLESS:.0%} of a processor while nothing is asked",
            f"{min(shares):.0%}",
            "wait for the next message instead of polling; think only while a decision is open",
        )
    return Passed(f"{min(shares):.1%} of a processor")


async def _share(started: LaunchedBot) -> float:
    """The share of a processor that the bot uses during the next second."""
    before = usage.CpuUse.of(started.processes())
    await asyncio.sleep(_REST_SECONDS)
    return usage.CpuUse.of(started.processes()).share(before)


def _percentile_99(seconds: list[float]) -> float:
    """The seconds that 99 % of the answers did not exceed."""
    return quantiles(seconds, n=100, method="inclusive")[98] if len(seconds) > 1 else seconds[0]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
