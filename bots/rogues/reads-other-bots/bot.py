"""Looks for the files of other bots, beside its own folder and in the examples; then it plays."""

from pathlib import Path

from attempts import attempt
from talk import play_on

OWN = Path.cwd()


def find_neighbour():
    neighbours = [
        path for path in OWN.parent.glob("*/*") if path.parent.name not in (OWN.name, "shared")
    ]
    if not neighbours:
        raise FileNotFoundError("no files of another bot")


def read(path):
    path.read_bytes()


attempt("find a neighbour", find_neighbour)
for name in ("sleeps", "../python/examples/fox_thumb", "../python/examples/random"):
    for file in ("bot.py", "bot.toml"):
        path = OWN.parent / name / file
        attempt(f"read {name}/{file}", lambda path=path: read(path))
play_on()
