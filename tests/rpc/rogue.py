"""For bots that the tests write: what the SDK does not let them do. Copied into their folders."""

import os
import queue
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import grpc

from stych.v1 import referee_pb2 as pb
from stych_bot import run


def start_number() -> int:
    """1 when this bot is started for the first time, 2 the second time."""
    with Path("starts").open("a+") as file:
        file.write("x")
        file.flush()
        return file.tell()


START = start_number()


def play_on(at_once: int = 8) -> NoReturn:
    """From here on an honest bot, that takes the first legal action."""
    run(lambda observation, legal, random: 0, games=["fox"], at_once=at_once)


def hello(**other: Any) -> pb.PlayRequest:
    fields = {"protocol_version": 1, "games": ["fox"], "decisions_at_once": 8, **other}
    return pb.PlayRequest(hello=pb.Hello(**fields))


def answers(*pairs: tuple[int, int]) -> pb.PlayRequest:
    made = [pb.Answer(decision=decision, choice=choice) for decision, choice in pairs]
    return pb.PlayRequest(answers=pb.Answers(answers=made))


class Stream:
    """A stream to the referee on which anything can be said."""

    def __init__(self, token: str | None = None) -> None:
        self._said: queue.SimpleQueue[pb.PlayRequest | bytes | None] = queue.SimpleQueue()
        self._channel = grpc.insecure_channel(os.environ["STYCH_ADDRESS"])
        play: Any = self._channel.stream_stream(
            "/stych.v1.RefereeService/Play",
            request_serializer=lambda said: (
                said if isinstance(said, bytes) else said.SerializeToString()
            ),
            response_deserializer=pb.PlayResponse.FromString,
        )
        token = os.environ["STYCH_TOKEN"] if token is None else token
        bearer = (("authorization", f"Bearer {token}"),)
        self._call = play(self._requests(), metadata=bearer)

    def _requests(self) -> Iterator[pb.PlayRequest | bytes]:
        while (said := self._said.get()) is not None:
            yield said

    def say(self, said: pb.PlayRequest | bytes) -> None:
        self._said.put(said)

    def hear(self) -> pb.PlayResponse:
        response: pb.PlayResponse = next(self._call)
        if response.HasField("goodbye"):
            sys.stdout.write(f"heard: {response.goodbye.text}\n")
            sys.exit(0)
        return response

    def decisions(self) -> list[pb.Decision]:
        """The next batch of decisions."""
        while True:
            if decisions := list(self.hear().decisions):
                return decisions

    def serve(self, decisions: list[pb.Decision]) -> NoReturn:
        """Take the first legal action until the goodbye."""
        while True:
            self.say(answers(*[(decision.decision, 0) for decision in decisions]))
            decisions = self.decisions()

    def hang_up(self) -> None:
        self._said.put(None)
        self._channel.close()


def seated(**other: Any) -> tuple[Stream, list[pb.Decision]]:
    """A stream that said hello, and its first decisions."""
    stream = Stream()
    stream.say(hello(**other))
    return stream, stream.decisions()
