"""The steps about start and handshake: from the start of the process until after the Welcome."""

import asyncio

from referee.rpc.handshake import MOST_AT_ONCE
from referee.testing.bot.bot_under_test import BotUnderTest
from referee.testing.bot.dialogue import SEE_OUTPUT
from referee.testing.bot.family import Family, Finding
from referee.testing.bot.findings import Passed, StepFailedError
from referee.version import PROTOCOL

FAMILY = Family("start and handshake")
step = FAMILY.step


@step("start", "it starts", "command", "games-known")
async def start(tested: BotUnderTest) -> Finding:
    """Its process starts, and does not end before it has dialled the referee."""
    # Listed before the first start, so that `folder-unchanged` finds all that the bot changes.
    tested.files = tested.files_now()
    loop = asyncio.get_running_loop()
    began = loop.time()
    started = await tested.begin_shared()
    tested.first_stream = await started.next_stream(tested.settings.conduct.start_ms / 1000)
    # A wrong token is reported by the step `token`.
    how = "" if tested.first_stream or started.refused else await started.ended(0)
    if how:
        raise StepFailedError(
            "its process to start, and to dial the referee", f"its process {how}", SEE_OUTPUT
        )
    return Passed(f"in {loop.time() - began:.1f} s" if tested.first_stream else "")


@step("dial", "it dials the given address", "start")
async def dial(tested: BotUnderTest) -> Finding:
    """It calls the referee at the address in STYCH_ADDRESS within the time for starting."""
    # A call with a wrong token came to the right address; the step `token` reports it.
    if tested.first_stream is None and not tested.latest.refused:
        raise StepFailedError(
            f"a call of Play at STYCH_ADDRESS within {tested.settings.conduct.start_ms / 1000:g} s",
            "nothing; its process still runs",
            "dial the address in STYCH_ADDRESS, a gRPC target such as unix:/path/to/socket; where"
            ' gRPC cannot dial Unix sockets, write transport = "tcp" into bot.toml',
        )
    return Passed()


@step("token", "it shows its token", "dial", of_grpc=True)
async def token(tested: BotUnderTest) -> Finding:
    """The call carries the token of STYCH_TOKEN as `authorization: Bearer TOKEN`."""
    if tested.first_stream is None:
        raise StepFailedError(
            "the metadata `authorization: Bearer TOKEN`, TOKEN being the value of STYCH_TOKEN",
            "a call of Play with another token, or with none",
            "read STYCH_TOKEN anew at every start, and send it as metadata of the call",
        )
    return Passed()


@step("hello", "it says Hello first", "token")
async def hello(tested: BotUnderTest) -> Finding:
    """The first request on the stream is a Hello, and it comes without being asked for."""
    dialogue = await tested.hear_hello()
    sdk = dialogue.hello.sdk
    return Passed(f"written with {sdk}" if sdk else "")


@step("protocol-version", "it speaks this version of the protocol", "hello", of_grpc=True)
async def protocol_version(tested: BotUnderTest) -> Finding:
    """`Hello.protocol_version` is the version that the referee speaks."""
    if tested.hello.protocol_version != PROTOCOL:
        raise StepFailedError(
            f"protocol_version {PROTOCOL}",
            f"{tested.hello.protocol_version}",
            "set Hello.protocol_version; if the bot was written for another version, adapt it or"
            " update its SDK",
        )
    return Passed()


@step("name", "it calls itself as its bot.toml does", "hello", of_grpc=True)
async def name(tested: BotUnderTest) -> Finding:
    """Name and version in the Hello are those of `bot.toml`, which the bot finds in STYCH_BOT_NAME
    and STYCH_BOT_VERSION. Either may be empty, since a bot need not say it."""
    wanted = (tested.manifest.name, tested.manifest.version)
    received = (tested.hello.bot_name, tested.hello.bot_version)
    if any(text not in ("", right) for text, right in zip(received, wanted, strict=True)):
        raise StepFailedError(
            f"bot_name {wanted[0]!r} and bot_version {wanted[1]!r}",
            f"{received[0]!r} and {received[1]!r}",
            "take them from the environment variables STYCH_BOT_NAME and STYCH_BOT_VERSION",
        )
    return Passed()


@step("hello-games", "its Hello names the games of its bot.toml", "hello", of_grpc=True)
async def hello_games(tested: BotUnderTest) -> Finding:
    """The games of the Hello and of `bot.toml` are the same."""
    wanted, received = set(tested.manifest.games), set(tested.hello.games)
    if received != wanted:
        raise StepFailedError(
            f"the games {', '.join(sorted(wanted))}",
            ", ".join(sorted(received)) or "none",
            "make `games` in bot.toml and the games in the Hello the same",
        )
    return Passed()


@step("at-once", "it takes a sensible number of decisions at once", "hello", of_grpc=True)
async def at_once(tested: BotUnderTest) -> Finding:
    """`Hello.decisions_at_once` is not above the largest batch that any bot is sent."""
    received = tested.hello.decisions_at_once
    if received > MOST_AT_ONCE:
        raise StepFailedError(
            f"decisions_at_once up to {MOST_AT_ONCE}",
            f"{received}",
            "64 is enough for the quickest bot; one that thinks takes 1",
        )
    return Passed(f"{max(received, 1)}")


@step("silence", "it says nothing before it is asked", "hello")
async def silence(tested: BotUnderTest) -> Finding:
    """After the Welcome it sends nothing."""
    bot = await tested.welcome()
    await bot.quiet(tested.settings.quiet_s, "nothing between the Welcome and the first decision")
    return Passed()


@step("two-processes", "two processes of it run at the same time", "silence")
async def two_processes(tested: BotUnderTest) -> Finding:
    """A second process of it starts and is welcomed while the first one goes on, as in a tournament
    with several workers."""
    bot = await tested.bot()
    # Both at the same time, so that a file or port that both want is noticed.
    async with tested.greeted() as second:
        for dialogue in (bot, second):
            await dialogue.quiet(tested.settings.quiet_s, "two processes that go on and wait")
    return Passed()
