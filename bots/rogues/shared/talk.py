"""A stream to the referee on which a rogue can send anything, and the usual messages for it."""

import os
import sys
from queue import SimpleQueue

import grpc

from stych.v1 import referee_pb2 as pb


def hello(**changes):
    """A request with a correct Hello; `changes` are fields that replace its own."""
    fields = {"protocol_version": 1, "games": ["fox"], "decisions_at_once": 8, **changes}
    return pb.PlayRequest(hello=pb.Hello(**fields))


def answers(*pairs):
    """A request with answers, given as pairs of a decision's number and an index."""
    made = [pb.Answer(decision=decision, choice=choice) for decision, choice in pairs]
    return pb.PlayRequest(answers=pb.Answers(answers=made))


class Stream:
    """A call of Play. It sends messages or raw bytes, and a goodbye on it ends the process."""

    def __init__(self, token=None):
        """Dial with this token, by default the bot's own."""
        self._requests = SimpleQueue()
        self._channel = grpc.insecure_channel(os.environ["STYCH_ADDRESS"])
        play = self._channel.stream_stream(
            "/stych.v1.RefereeService/Play",
            request_serializer=lambda request: (
                request if isinstance(request, bytes) else request.SerializeToString()
            ),
            response_deserializer=pb.PlayResponse.FromString,
        )
        token = token or os.environ["STYCH_TOKEN"]
        bearer = (("authorization", f"Bearer {token}"),)
        self._call = play(iter(self._requests.get, None), metadata=bearer)

    def say(self, request):
        """Send a PlayRequest, or bytes in place of one."""
        self._requests.put(request)

    def hear(self):
        """The next response. A goodbye is printed and ends the process.

        Raises RpcError when the stream breaks, and StopIteration when it ends without a goodbye.
        """
        response = next(self._call)
        if response.HasField("goodbye"):
            print(f"heard: {response.goodbye.text}", flush=True)
            sys.exit()
        return response

    def decisions(self):
        """Wait for the next batch of decisions."""
        while True:
            if decisions := list(self.hear().decisions):
                return decisions

    def serve(self, decisions=()):
        """Take the first legal action, at these and all later decisions, until the goodbye."""
        while True:
            if decisions:
                self.say(answers(*((each.decision, 0) for each in decisions)))
            decisions = self.decisions()

    def hang_up(self):
        """Close the connection, without a goodbye."""
        self._channel.close()


def seated():
    """A new stream on which a Hello was sent, and its first batch of decisions."""
    stream = Stream()
    stream.say(hello())
    return stream, stream.decisions()


def play_on():
    """Be an honest bot until the goodbye, which ends the process."""
    stream = Stream()
    stream.say(hello())
    stream.serve()
