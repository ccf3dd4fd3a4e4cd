"""Looks for tokens in the environments of processes, and for homes of bots; then it plays."""

import os
from pathlib import Path

from attempts import attempt
from talk import play_on

OWN = os.environ["STYCH_TOKEN"].encode()


def read_environment(process):
    for line in (process / "environ").read_bytes().split(b"\0"):
        name, _, value = line.partition(b"=")
        if name == b"STYCH_TOKEN" and value != OWN:
            return
    raise PermissionError("no token of another bot")


def find_homes():
    home = Path(os.environ["HOME"])
    if not [path for path in home.parent.glob("stych-*") if path != home]:
        raise FileNotFoundError("no home of another bot")


for process in Path("/proc").glob("[0-9]*"):
    attempt(f"find a token with process {process.name}", lambda: read_environment(process))  # noqa: B023
attempt("find the home of another bot", find_homes)
play_on()
