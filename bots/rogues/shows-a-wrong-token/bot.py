"""Dials in with a wrong token, and does nothing more."""

import time

import grpc
from talk import Stream

try:
    Stream(token="let-me-in").hear()
except grpc.RpcError as error:
    print(f"could not dial in: {error.code().name}")
time.sleep(3600)
