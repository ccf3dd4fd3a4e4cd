"""Tries to connect to the internet, this machine and the sockets of other bots; then it plays."""

import os
import socket
from pathlib import Path

from attempts import attempt
from talk import play_on

# An address that is reserved for documentation, so nobody is called if the sandbox fails.
INTERNET, MACHINE = "192.0.2.1", "127.0.0.1"
PORTS = (22, 53, 80, 443, 7424, 8080, 50051)
OWN = os.environ["STYCH_ADDRESS"].removeprefix("unix:")


def call(host, port):
    with socket.create_connection((host, port), timeout=1):
        pass


def send():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.sendto(b"my cards are", (INTERNET, 53))


def call_another_bot():
    paths = [path for path in Path(OWN).parent.parent.glob("*/*.sock") if str(path) != OWN]
    for path in paths:
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(path))
        return
    raise FileNotFoundError("no other socket")


def call_abstract(name):
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(f"\0{name}")


for port in PORTS:
    attempt(f"call port {port} of this machine", lambda port=port: call(MACHINE, port))
attempt("call an address of the internet", lambda: call(INTERNET, 80))
attempt("send a datagram", send)
attempt("look up a name", lambda: socket.getaddrinfo("example.org", 80))
attempt("listen", lambda: socket.create_server((MACHINE, 0)).close())
attempt("call the socket of another bot", call_another_bot)
attempt("call an abstract socket", lambda: call_abstract("/tmp/.X11-unix/X0"))
play_on()
