"""Tries to open a second stream with the same token; then it plays on the first."""

import grpc
from talk import Stream, hello, seated

stream, decisions = seated()
try:
    second = Stream()
    second.say(hello())
    second.hear()
    print("SUCCEEDED: opened a second stream")
except grpc.RpcError as error:
    print(f"could not open a second stream: {error.code().name}")
stream.serve(decisions)
