"""The first exchange: what a bot must say, and what it is told when it says something else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.conduct import Fault, FaultKind, FaultStage
from referee.rpc.handshake import MOST_AT_ONCE, AcceptedHello, greet
from referee.rpc.link import MemoryLink
from referee.version import PROTOCOL, STYCH
from stych.v1 import referee_pb2 as pb
from tests.games.profiles import fast
from tests.rpc.timeless import timeless


def hello(**other: object) -> pb.PlayRequest:
    """A Hello that is welcome, unless a field in `other` makes it unwelcome."""
    fields = {"protocol_version": PROTOCOL, "games": ["fox"], "sdk": "mine 1.0", **other}
    return pb.PlayRequest(hello=pb.Hello(**fields))  # type: ignore[arg-type]


async def shake(
    said: pb.PlayRequest | bytes | None,
) -> tuple[AcceptedHello | Fault, list[pb.PlayResponse]]:
    """What the referee makes of a bot's first request, and all that the bot hears.

    With None the bot hangs up instead.
    """
    link = MemoryLink()
    link.to_referee.put_nowait(
        said.SerializeToString() if isinstance(said, pb.PlayRequest) else said
    )
    answer = await greet(link, "fox")
    return answer, [link.to_bot.get_nowait() for _ in range(link.to_bot.qsize())]


async def refused(said: pb.PlayRequest | bytes, reason: pb.GoodbyeReason) -> Fault:
    """The fault; the bot must have heard only a Goodbye with this reason and the fault's words."""
    fault, [heard] = await shake(said)
    assert isinstance(fault, Fault)
    assert fault.stage is FaultStage.START
    assert heard == pb.PlayResponse(goodbye=pb.Goodbye(reason=reason, text=fault.text))
    return fault


@timeless
async def test_a_bot_is_welcome() -> None:
    answer, [heard] = await shake(hello(decisions_at_once=16))
    assert answer == AcceptedHello("", "", "mine 1.0", 16, never_talks=False)
    assert heard == pb.PlayResponse(
        welcome=pb.Welcome(protocol_version=1, referee_version=STYCH, decisions_at_once=16)
    )


@pytest.mark.parametrize(
    ("wanted", "given_"), [(0, 1), (1, 1), (MOST_AT_ONCE, 1024), (2**32 - 1, MOST_AT_ONCE)]
)
@timeless
async def test_a_bot_gets_the_decisions_at_once_that_it_wants_between_1_and_1024(
    wanted: int, given_: int
) -> None:
    answer, [heard] = await shake(hello(decisions_at_once=wanted))
    assert isinstance(answer, AcceptedHello)
    assert answer.at_once == heard.welcome.decisions_at_once == given_


@pytest.mark.parametrize("never", [True, False])
@timeless
async def test_a_bot_may_say_that_it_never_talks(never: bool) -> None:
    answer, _ = await shake(hello(never_talks=never))
    assert isinstance(answer, AcceptedHello)
    assert answer.never_talks is never


@pytest.mark.parametrize(("version", "older"), [(0, "bot"), (2, "referee"), (2**32 - 1, "referee")])
@timeless
async def test_another_version_is_told_in_words_on_both_sides(version: int, older: str) -> None:
    fault = await refused(hello(protocol_version=version), pb.GOODBYE_REASON_INCOMPATIBLE)
    assert fault.kind is FaultKind.INCOMPATIBLE
    assert fault.text == (
        f"the bot speaks protocol version {version}, this referee (stych {STYCH}) version 1:"
        f" the {older} is to be updated"
    )


@pytest.mark.parametrize(
    ("games", "named"), [(["whist", "skat"], "skat, whist"), ([], "none"), (["Fox"], "Fox")]
)
@timeless
async def test_a_bot_for_other_games_is_told_so(games: list[str], named: str) -> None:
    fault = await refused(hello(games=games), pb.GOODBYE_REASON_INCOMPATIBLE)
    assert fault.kind is FaultKind.INCOMPATIBLE
    assert fault.text == f"the bot does not play fox; the games in its Hello: {named}"


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\xff\xff",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x98\x06\x01",  # field 99, which no version has
        pb.PlayRequest(),
        pb.PlayRequest(answers=pb.Answers(answers=[pb.Answer(decision=1)])),
        pb.PlayRequest(goodbye=pb.Goodbye(text="never mind")),
    ],
)
@timeless
async def test_whatever_comes_first_must_be_a_hello(said: pb.PlayRequest | bytes) -> None:
    fault = await refused(said, pb.GOODBYE_REASON_MALFORMED)
    assert (fault.kind, fault.text) == (FaultKind.MALFORMED, "the first request was not a Hello")


@timeless
async def test_a_bot_that_hangs_up_is_told_nothing() -> None:
    fault, heard = await shake(None)
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.stage) == (FaultKind.DISCONNECTED, FaultStage.START)
    assert fault.text == "the connection ended before a Hello"
    assert heard == []


@given(st.lists(st.text(), max_size=400), st.text(max_size=2000))
@fast(60)
@timeless
async def test_what_a_bot_says_of_itself_is_short_and_printable(games: list[str], sdk: str) -> None:
    answer, _ = await shake(hello(games=[*games, "fox"], sdk=sdk * 100))
    assert isinstance(answer, AcceptedHello)
    assert len(answer.sdk) <= 100
    assert answer.sdk.isprintable()
    fault, _ = await shake(hello(games=["\x1b[2J" + game for game in games * 10]))
    assert isinstance(fault, Fault)
    assert len(fault.text) <= 400
    assert fault.text.isprintable()


@pytest.mark.slow
@given(st.binary(max_size=200))
@fast(300)
@timeless
async def test_no_first_request_is_too_strange(said: bytes) -> None:
    answer, heard = await shake(said)
    assert isinstance(answer, AcceptedHello | Fault)
    assert len(heard) == 1
