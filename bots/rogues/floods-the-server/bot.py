"""Asks its server how it is, without end, before it says hello and while it plays."""

import os
import threading

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from talk import seated

channel = grpc.insecure_channel(os.environ["STYCH_ADDRESS"])
check = health_pb2_grpc.HealthStub(channel).Check


def flood():
    while True:
        check(health_pb2.HealthCheckRequest())


for _ in range(150):
    check(health_pb2.HealthCheckRequest())
stream, decisions = seated()
for _ in range(4):
    threading.Thread(target=flood, daemon=True).start()
for _ in range(100):
    check(health_pb2.HealthCheckRequest())
stream.serve(decisions)
