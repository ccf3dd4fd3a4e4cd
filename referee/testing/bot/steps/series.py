"""The family of the long series of matches: what the bot uses for it, and what it prints."""

from referee.rpc.output import HEAD
from referee.testing.bot.bot_under_test import BotUnderTest
from referee.testing.bot.endurance import Endurance, endure
from referee.testing.bot.family import Family, Finding
from referee.testing.bot.findings import NotApplicable, Passed, StepFailedError

FAMILY = Family("a long series")
step = FAMILY.step

_MIB = 1 << 20
# Growth up to this many bytes is noise, since runtimes decide when to collect garbage.
_GROWTH = 64 * _MIB
_GROUPS = 6
"""The least number of measurements, one for each group of matches, by which growth is judged."""


async def _series(tested: BotUnderTest) -> Endurance:
    """The figures of the series, which is played once for all steps of the family."""
    if tested.endurance is None:
        async with tested.greeted() as bot:
            matches = 24 if tested.settings.quick else 120
            tested.endurance = await endure(bot, tested.games, matches)
    return tested.endurance


@step("series", "it plays many matches in one process", "two-matches")
async def series(tested: BotUnderTest) -> Finding:
    """120 short matches of all its games (24 with --quick), a few abreast, for a minute at most."""
    played = await _series(tested)
    return Passed(f"{played.matches} matches, {played.decisions} decisions")


@step("memory", "its memory does not grow without bound", "series")
async def memory(tested: BotUnderTest) -> Finding:
    """In the second half of the series its memory grows by less than 64 MiB, or by less than half
    of what it was."""
    used = (await _series(tested)).memory
    if len(used) < _GROUPS:
        return NotApplicable(f"too slow to tell: {len(used)} groups of matches in a minute")
    # The first half does not count: in it a runtime takes the memory that it needs.
    middle, last = max(used[: len(used) // 2]), used[-1]
    most = max(_GROWTH, middle // 2)
    if last - middle > most:
        raise StepFailedError(
            f"at most {most // _MIB} MiB more after the second half",
            f"{middle // _MIB} MiB after half of the matches, {last // _MIB} MiB after all",
            "forget a match at its MatchOver",
        )
    return Passed(f"{max(used) // _MIB} MiB at most")


@step("processor", "it uses less time than a clock gives it", "series")
async def processor(tested: BotUnderTest) -> Finding:
    """The processor time of a decision, on average, children and threads included, is below the
    `decision_ms` of a usual tournament."""
    played = await _series(tested)
    milliseconds = played.processor / max(played.decisions, 1) * 1000
    limit = tested.settings.conduct.decision_ms
    if milliseconds > limit:
        raise StepFailedError(
            f"less than {limit} ms of processor time a decision",
            f"{milliseconds:.1f} ms",
            "think less: others play on the same machine, and the clock runs for all threads",
        )
    return Passed(f"{milliseconds:.2f} ms a decision")


@step("output", "it does not print too much", "series")
async def output(tested: BotUnderTest) -> Finding:
    """In the whole series it prints no more than 256 KiB on each of its outputs: of more only the
    beginning and the end are kept, and the bot is slowed down."""
    printed = max((await _series(tested)).printed)
    if printed > HEAD:
        raise StepFailedError(
            f"at most {HEAD // 1024} KiB of output",
            f"{printed // 1024} KiB",
            "print less: nothing for each decision, a line for a match",
        )
    return Passed(f"{printed} bytes")
