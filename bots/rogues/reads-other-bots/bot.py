"""Looks for the files of other bots, in the folders beside its own; then it plays."""

from pathlib import Path

from attempts import attempt
from talk import play_on

OWN = Path.cwd()


def read_next_door():
    found = [
        path for path in OWN.parent.glob("*/*") if path.parent.name not in (OWN.name, "shared")
    ]
    if not found:
        raise FileNotFoundError("nobody lives there")


def read(path):
    path.read_bytes()


attempt("find a neighbour", read_next_door)
for name in ("sleeps", "random", "../python/examples/fox_thumb", "../python/examples/random"):
    for file in ("bot.py", "bot.toml"):
        path = OWN.parent / name / file
        attempt(f"read {name}/{file}", lambda path=path: read(path))
play_on()
