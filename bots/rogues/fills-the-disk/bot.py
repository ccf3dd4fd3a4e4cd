"""Writes wherever it may until there is no more room; then it plays."""

import os
from pathlib import Path

from attempts import attempt
from talk import play_on

MB = 1 << 20
MOST = 200
"""Where it gives up, should nothing stop it."""


def fill(folder):
    for number in range(MOST):
        with Path(folder, f"rogue-{number}").open("wb", buffering=0) as file:
            if file.write(bytes(MB)) < MB:
                raise OSError("the file was cut short")


for folder in {os.environ["HOME"], "/tmp", "/dev/shm", "/var/tmp", "/dev", "/run", ".", "/"}:
    attempt(f"fill {folder}", lambda folder=folder: fill(folder))
play_on()
