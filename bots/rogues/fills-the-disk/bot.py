"""Writes wherever it can until there is no more room; then it plays."""

import os
from pathlib import Path

from attempts import attempt
from talk import play_on

MB = 1 << 20
MOST = 200
"""The MB in a folder at which it stops if nothing else stops it."""


def fill(folder):
    for number in range(MOST):
        with Path(folder, f"rogue-{number}").open("wb", buffering=0) as file:
            if file.write(bytes(MB)) < MB:
                raise OSError("the file was cut short")


for folder in {os.environ["HOME"], "/tmp", "/dev/shm", "/var/tmp", "/dev", "/run", ".", "/"}:
    attempt(f"fill {folder}", lambda folder=folder: fill(folder))
play_on()
