"""Makes 150 health checks of its server before its Hello, and more without end while it plays."""

import os
import threading
from contextlib import suppress

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from talk import seated

channel = grpc.insecure_channel(os.environ["STYCH_ADDRESS"])
check = health_pb2_grpc.HealthStub(channel).Check


def flood(calls):
    for _ in range(calls):
        with suppress(grpc.RpcError):  # the server refuses too many calls at once
            check(health_pb2.HealthCheckRequest())


flood(150)
stream, decisions = seated()
for _ in range(4):
    threading.Thread(target=flood, args=(10**9,), daemon=True).start()
flood(200)
stream.serve(decisions)
