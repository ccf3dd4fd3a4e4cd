"""Gives every decision to the bot of its match, and runs a bot until the referee says goodbye."""

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
"""The version of the protocol that the SDK speaks."""
SDK = "stych-python 0.1.0"

_ILLEGAL = 2**32 - 1
"""Sent instead of an index that does not fit into the message. It is illegal as well: no list of
legal actions is that long."""


class StreamPlayer:
    """The bots of all matches of one stream: takes messages, returns answers, uses no network."""

    def __init__(self, bot: type[Bot]) -> None:
        self._bot = bot
        self._matches: dict[int, tuple[Bot, str]] = {}
        """By the match's number: its bot, and the name of the field that has its observations."""

    def take(self, response: pb.PlayResponse) -> pb.Answers | None:
        """The answers to the decisions in the response; None if it has no decisions."""
        for start in response.starts:
            field = _field(start)
            self._matches[start.match] = self._bot(_match(start, field)), field
        answers = [self._answer(decision) for decision in response.decisions]
        return pb.Answers(answers=answers) if answers else None

    def end(self, response: pb.PlayResponse) -> None:
        """Call `over` of the bots whose matches are over, and drop these bots."""
        for over in response.overs:
            if entry := self._matches.pop(over.match, None):
                bot = entry[0]
                bot.events = over.events
                bot.over(_result(over))

    def _answer(self, decision: pb.Decision) -> pb.Answer:
        (bot, field), legal = self._matches[decision.match], decision.legal_actions
        bot.events = decision.events
        bot.bank_ms = decision.bank_left_ms
        observation = _content(decision, field)
        index = _index(bot.choose(observation, legal), len(legal), decision.match)
        return pb.Answer(decision=decision.decision, choice=index)


def _index(choice: Any, count: int, match: int) -> int:
    """The number to send for what `choose` returned; `count` is the number of legal actions."""
    # Protobuf would take None for 0, so a bot that forgets to return an index would play on.
    try:
        index = operator.index(choice)
    except TypeError:
        raise TypeError(f"choose must return an index into legal; it returned {choice!r}") from None
    if 0 <= index < count:
        return index
    text = f"match {match}: choose returned {index}; there were {count} legal actions"
    print(text, file=sys.stderr)
    # Sent all the same: the referee judges the index, and the bot loses this match alone. An
    # exception here would end the process, and with it all matches.
    return index if 0 <= index < _ILLEGAL else _ILLEGAL


def _field(start: pb.MatchStart) -> str:
    """The name of the game's field, which is the same in a MatchStart and in a Decision.

    Raises ValueError for a start without options that this SDK knows.
    """
    field: str | None = start.WhichOneof("options")
    if field is None:
        text = f"match {start.match} of {start.game} starts without options that this SDK knows"
        raise ValueError(text)
    return field


def _content(message: pb.MatchStart | pb.Decision, field: str) -> Any:
    """The options or the observation for the bot: the field's message, or what its GameData has."""
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
    """Play at the referee that the environment names until it says goodbye; return the exit code.

    Every stream gets a new player. Sets the protocol's version and the bot's name and version in
    `hello`. The process exits with code 2 when the environment is wrong.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(name)s: %(message)s")
    environment = read_environment()
    hello.protocol_version = PROTOCOL
    hello.bot_name, hello.bot_version = environment.name, environment.version
    return asyncio.run(play(environment, hello, player))


def run(
    bot: type[Bot] | Choose, games: Sequence[str], at_once: int = 1, *, never_talks: bool = False
) -> NoReturn:
    """Play until the referee says goodbye, then end the process: this function does not return.

    `bot` is a subclass of Bot, or a function (observation, legal, random) -> index. `games` are the
    ids of the games that it plays, as in bot.toml. `at_once` is the largest number of decisions, of
    different matches, in one batch, 1 to 1024: 1 for a bot that thinks, 64 or more for a quick one.
    A bot that `never_talks` is asked only for its turns in The Game: not how gladly it would start,
    and not for flags. Other games ignore this.

    The exit code is 0 after a goodbye because everything was played or the referee stops; 1 after
    an exception in the bot's code, which is not caught; 2 when a variable of the environment is
    missing or wrong; 3 after any other goodbye, when the bot was refused, or when the connection
    was lost for good. With 0 and 3 output is flushed, but no function of `atexit` is called.
    """
    bot_class: type[Bot] = bot if isinstance(bot, type) else from_function(bot)
    hello = pb.Hello(sdk=SDK, games=games, decisions_at_once=at_once, never_talks=never_talks)
    code = dial(hello, lambda: StreamPlayer(bot_class))
    sys.stdout.flush()
    sys.stderr.flush()
    # A regular exit would shut the interpreter down first, and gRPC may hang in that.
    os._exit(code)
