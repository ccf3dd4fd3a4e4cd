"""Hands every decision to the bot of its match, and runs a bot to its end."""

import asyncio
import logging
import operator
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from stych.v1 import referee_pb2 as pb
from stych_bot import game_data
from stych_bot.bot import Bot, Choose, Match, Result, from_function
from stych_bot.connection import Answering, play
from stych_bot.environment import read_environment

PROTOCOL = 1
SDK = "stych-python 0.1.0"

_ILLEGAL = 2**32 - 1
"""What is sent for an index that does not fit into the message: as illegal as that one."""


class StreamPlayer:
    """The bots of all matches of one stream: messages in, answers out, no network."""

    def __init__(self, bot: type[Bot]) -> None:
        self._bot = bot
        self._matches: dict[int, tuple[Bot, str]] = {}
        """The bot of each match, by the match's number, with the field of the game's
        observation."""

    def take(self, response: pb.PlayResponse) -> pb.Answers | None:
        """The answers to the decisions in the response, if it has any."""
        for start in response.starts:
            field = _field(start)
            self._matches[start.match] = self._bot(_match(start, field)), field
        answers = [self._answer(decision) for decision in response.decisions]
        return pb.Answers(answers=answers) if answers else None

    def end(self, response: pb.PlayResponse) -> None:
        """Tell the bots of matches that are over, and forget them."""
        for over in response.overs:
            if known := self._matches.pop(over.match, None):
                bot = known[0]
                bot.events = over.events
                bot.over(_result(over))

    def _answer(self, decision: pb.Decision) -> pb.Answer:
        (bot, field), legal = self._matches[decision.match], decision.legal_actions
        bot.events = decision.events
        bot.bank_ms = decision.bank_left_ms
        observation = _content(decision, field)
        index = _index(bot.choose(observation, legal), len(legal), decision.match)
        return pb.Answer(decision=decision.decision, choice=index)


def _index(choice: Any, legal: int, match: int) -> int:
    # Protobuf would take None for 0, and a bot that forgets to return would play on.
    try:
        index = operator.index(choice)
    except TypeError:
        raise TypeError(f"choose must return an index into legal; it returned {choice!r}") from None
    if 0 <= index < legal:
        return index
    text = f"match {match}: choose returned {index}; there were {legal} legal actions"
    print(text, file=sys.stderr)
    # Sent all the same: it is the referee's to judge, and the match is lost by it, not the process.
    return index if 0 <= index < _ILLEGAL else _ILLEGAL


def _field(start: pb.MatchStart) -> str:
    """The name of the game's field, which its options and its observations share."""
    field: str | None = start.WhichOneof("options")
    if field is None:
        text = f"match {start.match} of {start.game} starts without options that this SDK knows"
        raise ValueError(text)
    return field


def _content(message: pb.MatchStart | pb.Decision, field: str) -> Any:
    """What a bot gets of the field: the game's own message, or what is in the GameData."""
    content = getattr(message, field)
    return game_data.read(content) if isinstance(content, pb.GameData) else content


def _match(start: pb.MatchStart, field: str) -> Match:
    return Match(
        number=start.match,
        game=start.game,
        options=_content(start, field),
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


def dial(hello: pb.Hello, player: Callable[[], Answering]) -> int:
    """Play as the environment says, with a new player on every stream; the exit code of a bot.

    What all bots say alike is added to the `hello`. Exits with 2 when the environment is wrong.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(name)s: %(message)s")
    environment = read_environment()
    hello.protocol_version = PROTOCOL
    hello.bot_name, hello.bot_version = environment.name, environment.version
    return asyncio.run(play(environment, hello, player))


def run(
    bot: type[Bot] | Choose, games: Sequence[str], at_once: int = 1, *, never_talks: bool = False
) -> NoReturn:
    """Play until the referee says goodbye, then exit.

    `bot` is a Bot class, or a function (observation, legal, random) -> index. `games` are the ids
    of the games that it plays. `at_once` is how many decisions it takes in one batch, 1 to 1024: 1
    for bots that think, 64 or more for quick ones. One that `never_talks` is not asked what to say:
    in The Game neither gladness nor flags.

    An exception in the bot's code is not caught: the exit code is 1. Else it is 0 after a goodbye
    because all is played or the referee was stopped, 2 when this was not started by a referee or
    its environment is wrong, 3 after any other goodbye, when the bot was refused, or when the
    connection was lost for good. Output is flushed first, but no function of `atexit` is called.
    """
    kind: type[Bot] = bot if isinstance(bot, type) else from_function(bot)
    hello = pb.Hello(sdk=SDK, games=games, decisions_at_once=at_once, never_talks=never_talks)
    code = dial(hello, lambda: StreamPlayer(kind))
    sys.stdout.flush()
    sys.stderr.flush()
    # gRPC may hang while the interpreter shuts down.
    os._exit(code)
