"""Calls a port of 127.0.0.1 and says what it hears; then tries another one. PORT OTHER."""

import socket
import sys

with socket.create_connection(("127.0.0.1", int(sys.argv[1])), 20) as line:
    line.sendall(b"hello")
    print("heard", line.recv(100).decode())
try:
    socket.create_connection(("127.0.0.1", int(sys.argv[2])), 5).close()
except OSError as error:
    print("other", type(error).__name__)
else:
    print("other allowed")
try:
    socket.socket(type=socket.SOCK_DGRAM).close()
except OSError:
    print("udp refused")
