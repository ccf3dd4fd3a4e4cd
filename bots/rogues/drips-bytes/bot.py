"""Connects to the referee, and sends all but the last byte of an HTTP/2 preface, one a second."""

import os
import socket
import time

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"

with socket.socket(socket.AF_UNIX) as line:
    line.connect(os.environ["STYCH_ADDRESS"].removeprefix("unix:"))
    for byte in PREFACE[:-1]:
        line.send(bytes([byte]))
        time.sleep(1)
    time.sleep(3600)
