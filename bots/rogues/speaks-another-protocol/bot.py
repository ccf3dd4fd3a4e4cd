"""Sends a request for a web page, reads the answer, and exits."""

import os
import socket
import sys

with socket.socket(socket.AF_UNIX) as line:
    line.connect(os.environ["STYCH_ADDRESS"].removeprefix("unix:"))
    line.sendall(b"GET / HTTP/1.1\r\nHost: referee\r\n\r\n")
    while line.recv(4096):
        pass
sys.exit("that was no web server")
