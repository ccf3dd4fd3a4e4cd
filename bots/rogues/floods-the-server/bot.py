"""Asks its server how it is, without end, while it plays."""

import os
import threading

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from talk import play_on


def flood():
    with grpc.insecure_channel(os.environ["STYCH_ADDRESS"]) as channel:
        check = health_pb2_grpc.HealthStub(channel).Check
        while True:
            check(health_pb2.HealthCheckRequest())


for _ in range(4):
    threading.Thread(target=flood, daemon=True).start()
play_on()
