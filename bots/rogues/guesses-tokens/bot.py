"""Dials in with one wrong token after another, as fast as it can."""

import itertools
import os

import grpc

with grpc.insecure_channel(os.environ["STYCH_ADDRESS"]) as channel:
    play = channel.stream_stream("/stych.v1.RefereeService/Play")
    for guess in itertools.count():
        bearer = (("authorization", f"Bearer guess-{guess}"),)
        try:
            next(play(iter(()), metadata=bearer))
        except grpc.RpcError:
            continue
        print("SUCCEEDED: dialled in with a guess", flush=True)
