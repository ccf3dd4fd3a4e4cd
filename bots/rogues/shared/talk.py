"""A stream to the referee on which anything can be said."""

import os
import sys
from queue import SimpleQueue

import grpc

from stych.v1 import referee_pb2 as pb


def hello(**other):
    fields = {"protocol_version": 1, "games": ["fox"], "decisions_at_once": 8, **other}
    return pb.PlayRequest(hello=pb.Hello(**fields))


def answers(*pairs):
    made = [pb.Answer(decision=decision, choice=choice) for decision, choice in pairs]
    return pb.PlayRequest(answers=pb.Answers(answers=made))


class Stream:
    """Says messages or any bytes; whoever hears a goodbye on it ends."""

    def __init__(self, token=None):
        self._said = SimpleQueue()
        self._channel = grpc.insecure_channel(os.environ["STYCH_ADDRESS"])
        play = self._channel.stream_stream(
            "/stych.v1.RefereeService/Play",
            request_serializer=lambda said: (
                said if isinstance(said, bytes) else said.SerializeToString()
            ),
            response_deserializer=pb.PlayResponse.FromString,
        )
        token = token or os.environ["STYCH_TOKEN"]
        bearer = (("authorization", f"Bearer {token}"),)
        self._call = play(iter(self._said.get, None), metadata=bearer)

    def say(self, said):
        self._said.put(said)

    def hear(self):
        response = next(self._call)
        if response.HasField("goodbye"):
            print(f"heard: {response.goodbye.text}", flush=True)
            sys.exit()
        return response

    def decisions(self):
        """The next batch of decisions."""
        while True:
            if decisions := list(self.hear().decisions):
                return decisions

    def serve(self, decisions=()):
        """Take the first legal action until the goodbye."""
        while True:
            if decisions:
                self.say(answers(*((each.decision, 0) for each in decisions)))
            decisions = self.decisions()

    def hang_up(self):
        self._channel.close()


def seated():
    """A stream that said hello, and its first decisions."""
    stream = Stream()
    stream.say(hello())
    return stream, stream.decisions()


def play_on():
    """From here on an honest bot."""
    stream = Stream()
    stream.say(hello())
    stream.serve()
