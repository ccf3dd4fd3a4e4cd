"""The first exchange on a stream: a bot's Hello, then a Welcome or a Goodbye (docs/protocol.md)."""

from dataclasses import dataclass
from typing import Final

from google.protobuf.message import DecodeError

from referee import text
from referee.conduct import Fault, FaultKind, FaultStage
from referee.rpc.goodbye import blaming_goodbye
from referee.rpc.link import Link
from referee.version import PROTOCOL, STYCH
from stych.v1.referee_pb2 import Hello, PlayRequest, PlayResponse, Welcome

MOST_AT_ONCE: Final = 1024
"""The most decisions that a batch may have, however many a bot asks for."""


@dataclass(frozen=True, slots=True)
class AcceptedHello:
    """What the Hello of a bot that may play says. All texts are made safe to be shown."""

    name: str
    version: str
    sdk: str
    """The SDK that the bot uses, as its Hello names it."""
    at_once: int
    """How many decisions a batch may have, 1 to MOST_AT_ONCE."""
    never_talks: bool
    """Whether the bot is not to be asked what to say."""


async def greet(link: Link, game: str) -> AcceptedHello | Fault:
    """Receive the bot's Hello and answer it with a Welcome; `game` is to be played.

    Returns a fault if the bot cannot play. Unless the connection was lost, the bot has then got a
    Goodbye with the fault's text. Waits as long as the bot sends nothing.
    """
    data = await link.receive()
    if data is None:
        return _fault(FaultKind.DISCONNECTED, "the connection ended before a Hello")
    try:
        request = PlayRequest.FromString(data)
    except DecodeError:
        # Bytes that are no message get the same answer as a message that is not a Hello.
        request = PlayRequest()
    if request.WhichOneof("message") != "hello":
        return await _refuse(link, _fault(FaultKind.MALFORMED, "the first request was not a Hello"))
    if problem := _incompatible(request.hello, game):
        return await _refuse(link, _fault(FaultKind.INCOMPATIBLE, problem))
    # A bot that does not set the field sends 0, which means 1.
    at_once = min(max(request.hello.decisions_at_once, 1), MOST_AT_ONCE)
    welcome = Welcome(protocol_version=PROTOCOL, referee_version=STYCH, decisions_at_once=at_once)
    await link.send(PlayResponse(welcome=welcome).SerializeToString())
    hello = request.hello
    return AcceptedHello(
        name=text.safe_name(hello.bot_name),
        version=text.safe_name(hello.bot_version),
        sdk=text.safe_name(hello.sdk),
        at_once=at_once,
        never_talks=hello.never_talks,
    )


def _incompatible(hello: Hello, game: str) -> str:
    """Why the bot cannot play, as a text for its fault; "" if it can."""
    if hello.protocol_version != PROTOCOL:
        older = "bot" if hello.protocol_version < PROTOCOL else "referee"
        return (
            f"the bot speaks protocol version {hello.protocol_version}, this referee (stych"
            f" {STYCH}) version {PROTOCOL}: the {older} is to be updated"
        )
    if game not in hello.games:
        played = text.safe_name(", ".join(sorted(hello.games))) or "none"
        return f"the bot does not play {game}; the games in its Hello: {played}"
    return ""


async def _refuse(link: Link, fault: Fault) -> Fault:
    await link.send(blaming_goodbye(fault))
    return fault


def _fault(kind: FaultKind, words: str) -> Fault:
    return Fault(kind=kind, stage=FaultStage.START, text=words)
