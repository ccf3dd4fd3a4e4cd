"""Looks for sockets of other bots in the system's lists and in folders, and connects to them.

Then it plays.
"""

import os
import socket
from pathlib import Path

from attempts import attempt
from talk import play_on

OWN = os.environ["STYCH_ADDRESS"].removeprefix("unix:")
NETLINK_SOCK_DIAG = 4
"""The netlink protocol that lists sockets; Python's socket module does not have the number."""


def call(path):
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(1)
        line.connect(path)


def call_all(paths):
    others = sorted(set(paths) - {OWN})
    if not others:
        raise FileNotFoundError("no socket of another bot")
    for path in others:
        # The kernel's list writes @ for the zero byte that begins an abstract name.
        call(path.replace("@", "\0", 1))


def call_listed(listing):
    """Call the sockets in a list of the kernel; a line ends with the socket's path, if any."""
    lines = Path(listing).read_text().splitlines()
    call_all(line.split()[-1] for line in lines if line.endswith(".sock"))


def ask_for_sockets():
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, NETLINK_SOCK_DIAG).close()


def call_those_in(folder):
    call_all(str(Path(folder, name)) for name in os.listdir(folder) if name.endswith(".sock"))


net_folders = ["/proc/net", "/proc/self/net", "/proc/thread-self/net", f"/proc/{os.getppid()}/net"]
net_folders += [f"/proc/self/task/{os.getpid()}/net", "/proc/1/net"]
for folder in net_folders:
    attempt(f"find sockets in {folder}", lambda folder=folder: call_listed(f"{folder}/unix"))
attempt("ask for all sockets", ask_for_sockets)
for folder in (Path(OWN).parent.parent, "/run", "/var/run", "/tmp"):
    attempt(f"list the sockets in {folder}", lambda folder=folder: call_those_in(folder))
play_on()
