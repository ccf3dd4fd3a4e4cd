"""A bot that chooses a random legal action, with gRPC and the generated code of the protocol."""

import os
import sys
from queue import SimpleQueue
from random import Random

import grpc

from stych.v1 import referee_pb2 as pb
from stych.v1.referee_pb2_grpc import RefereeServiceStub

HELLO = pb.Hello(
    protocol_version=1,
    bot_name=os.environ.get("STYCH_BOT_NAME", ""),
    bot_version=os.environ.get("STYCH_BOT_VERSION", ""),
    games=["fox", "the-game", "nase-hra", "korist"],
    decisions_at_once=16,
)
# After a goodbye for one of these reasons the bot exits with code 0.
PEACEFUL = (pb.GOODBYE_REASON_FINISHED, pb.GOODBYE_REASON_STOPPED)


def play(stub, token):
    """Answer every decision until the goodbye, and return the goodbye.

    Return None if the stream ends without one. Raises RpcError when the stream breaks.
    """
    requests = SimpleQueue()
    requests.put(pb.PlayRequest(hello=HELLO))
    # A generator for each match, seeded by the referee: the bot plays a match again the same way.
    randoms = {}
    metadata = [("authorization", f"Bearer {token}")]
    for response in stub.Play(iter(requests.get, None), metadata=metadata):
        for start in response.starts:
            randoms[start.match] = Random(start.bot_seed)
        answers = [answer(decision, randoms[decision.match]) for decision in response.decisions]
        if answers:
            requests.put(pb.PlayRequest(answers=pb.Answers(answers=answers)))
        for over in response.overs:
            randoms.pop(over.match, None)
        if response.HasField("goodbye"):
            return response.goodbye
    return None


def answer(decision, random):
    choice = random.randrange(len(decision.legal_actions))
    return pb.Answer(decision=decision.decision, choice=choice)


def main():
    address, token = os.environ.get("STYCH_ADDRESS"), os.environ.get("STYCH_TOKEN")
    if not address or not token:
        sys.exit("STYCH_ADDRESS and STYCH_TOKEN are not set: a bot is started by the referee")
    try:
        with grpc.insecure_channel(address) as channel:
            goodbye = play(RefereeServiceStub(channel), token)
    except grpc.RpcError as error:
        sys.exit(f"the connection failed: {error.details()}")
    if not goodbye or goodbye.reason not in PEACEFUL:
        sys.exit(goodbye.text if goodbye else "the stream ended without a goodbye")


main()
