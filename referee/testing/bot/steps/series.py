"""The steps about a long series of matches: what the bot uses for it, and what it prints."""

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
    """It plays 120 short matches of all its games (24 with --quick), up to four at the same time.
    No match begins after a minute."""
    played = await _series(tested)
    return Passed(f"{played.matches} matches, {played.decisions} decisions")


@step("memory", "its memory does not grow without bound", "series")
async def memory(tested: BotUnderTest) -> Finding:
    """Its memory at the end of the series exceeds the largest value in the first half by at most
    64 MiB, or by at most half of that value if that is more."""
    used = (await _series(tested)).memory
    if len(used) < _GROUPS:
        return NotApplicable(f"it is too slow to tell: {len(used)} groups of matches in a minute")
    # Growth in the first half does not count: in it a runtime takes the memory that it needs.
    before, last = max(used[: len(used) // 2]), used[-1]
    most = max(_GROWTH, before // 2)
    if last - before > most:
        raise StepFailedError(
            f"at most {most // _MIB} MiB more at the end of the series than in its first half",
            f"{before // _MIB} MiB at most in the first half, {last // _MIB} MiB at the end",
            "forget a match at its MatchOver",
        )
    return Passed(f"{max(used) // _MIB} MiB at most")


@step("processor", "it uses at most decision_ms of processor time for a decision", "series")
async def processor(tested: BotUnderTest) -> Finding:
    """The processor time of a decision in the series, on average, children and threads included, is
    at most the `decision_ms` of a usual tournament."""
    played = await _series(tested)
    milliseconds = played.processor / max(played.decisions, 1) * 1000
    limit = tested.settings.conduct.decision_ms
    if milliseconds > limit:
        raise StepFailedError(
            f"at most {limit} ms of processor time a decision",
            f"{milliseconds:.1f} ms",
            "think less, in all threads together: others play on the same machine",
        )
    return Passed(f"{milliseconds:.2f} ms a decision")


@step("output", "it does not print too much", "series")
async def output(tested: BotUnderTest) -> Finding:
    """In the whole series it prints at most 256 KiB on each of its outputs. Of a longer output only
    the beginning and the end would be kept, and the bot would be slowed down."""
    printed = max((await _series(tested)).printed)
    if printed > HEAD:
        raise StepFailedError(
            f"at most {HEAD // 1024} KiB of output",
            f"{printed // 1024} KiB",
            "print less: nothing for each decision, one line for a match",
        )
    return Passed(f"{printed} bytes")
