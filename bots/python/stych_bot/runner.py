"""Dials in, says hello, and hands every decision to the bot of its match."""

import asyncio
import logging
import operator
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import grpc
from grpc import aio

from stych.v1 import referee_pb2 as pb
from stych.v1.referee_pb2_grpc import RefereeServiceStub
from stych_bot.bot import Bot, Choose, Match, Result, from_function

PROTOCOL = 1
SDK = "stych-python 0.1.0"

_log = logging.getLogger("stych")


class Player:
    """The bots of all matches of one stream: messages in, answers out, no network."""

    def __init__(self, bot: type[Bot]) -> None:
        self._bot = bot
        self._matches: dict[int, Bot] = {}

    def take(self, response: pb.PlayResponse) -> pb.Answers | None:
        """The answers to the decisions in the response, if it has any."""
        for start in response.starts:
            self._matches[start.match] = self._bot(_match(start))
        answers = [self._answer(decision) for decision in response.decisions]
        for over in response.overs:
            if bot := self._matches.pop(over.match, None):
                bot.events = over.events
                bot.over(_result(over))
        return pb.Answers(answers=answers) if answers else None

    def _answer(self, decision: pb.Decision) -> pb.Answer:
        bot = self._matches[decision.match]
        bot.events = decision.events
        bot.bank_ms = decision.bank_left_ms
        observation = getattr(decision, bot.match.game.replace("-", "_"))
        choice = bot.choose(observation, decision.legal_actions)
        return pb.Answer(decision=decision.decision, choice=_index(choice))


def _index(choice: Any) -> int:
    # Protobuf would take None for 0, and a bot that forgets to return would play on.
    try:
        return operator.index(choice)
    except TypeError:
        raise TypeError(f"choose must return an index into legal; it returned {choice!r}") from None


def _match(start: pb.MatchStart) -> Match:
    field = start.WhichOneof("options")
    return Match(
        number=start.match,
        game=start.game,
        options=getattr(start, field) if field else None,
        seat=start.seat,
        seats=start.seats,
        seed=start.bot_seed,
        decision_ms=start.clock.decision_ms,
        bank_ms=start.clock.bank_ms,
        resumed=start.resumed,
    )


def _result(over: pb.MatchOver) -> Result:
    faults = tuple(fault.seat for fault in over.faults)
    return Result(tuple(over.places), tuple(over.points), faults)


def run(
    bot: type[Bot] | Choose, games: Sequence[str], at_once: int = 1, *, never_talks: bool = False
) -> NoReturn:
    """Play until the referee says goodbye, then exit.

    `bot` is a Bot class, or a function (observation, legal, random) -> index. `at_once` is how many
    decisions the bot takes in one list: 1 for bots that think, 64 or more for quick ones.
    One that `never_talks` is not asked what to say: in The Game neither gladness nor flags.
    Exit codes: 0 after a goodbye, 2 when this was not started by a referee, 3 when it refused us.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(name)s: %(message)s")
    address, token = os.environ.get("STYCH_ADDRESS"), os.environ.get("STYCH_TOKEN")
    if not address or not token:
        print(
            "STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee,"
            " for example by: stych play fox PATH/TO/THIS/BOT PATH/TO/ANOTHER",
            file=sys.stderr,
        )
        sys.exit(2)
    kind: type[Bot] = bot if isinstance(bot, type) else from_function(bot)
    hello = pb.Hello(
        protocol_version=PROTOCOL,
        bot_name=os.environ.get("STYCH_BOT_NAME", ""),
        bot_version=os.environ.get("STYCH_BOT_VERSION", ""),
        sdk=SDK,
        games=games,
        decisions_at_once=at_once,
        never_talks=never_talks,
    )
    code = asyncio.run(_play(address, token, hello, Player(kind)))
    sys.stdout.flush()
    sys.stderr.flush()
    # gRPC may hang while the interpreter shuts down; nothing is left to do here.
    os._exit(code)


async def _play(address: str, token: str, hello: pb.Hello, player: Player) -> int:
    async with aio.insecure_channel(address) as channel:
        call = RefereeServiceStub(channel).Play(metadata=(("authorization", f"Bearer {token}"),))
        try:
            await call.write(pb.PlayRequest(hello=hello))
            return await _converse(call, player)
        except grpc.RpcError as error:
            _log.error("the connection failed: %s", error)
            return 3


async def _converse(call: Any, player: Player) -> int:
    async for response in call:
        answers = player.take(response)
        if answers:
            await call.write(pb.PlayRequest(answers=answers))
        if response.HasField("goodbye"):
            goodbye = response.goodbye
            _log.info("goodbye: %s", goodbye.text)
            return 0 if goodbye.reason in _PEACEFUL else 3
    return 3


_PEACEFUL = (pb.GOODBYE_REASON_FINISHED, pb.GOODBYE_REASON_STOPPED)
