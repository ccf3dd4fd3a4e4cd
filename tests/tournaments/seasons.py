"""Several small tournaments in one data folder, for those who look at all of them."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.e2e.command import write_bot, write_tournament
from tests.tournaments.cups import play_cup


def first(random: Random, legal: int) -> int:
    """Always the first legal action."""
    del random, legal
    return 0


def last(random: Random, legal: int) -> int:
    """Always the last legal action."""
    del random
    return legal - 1


def played(
    folder: Path, name: str, bots: Sequence[str], matches: int = 10_000, **keys: Any
) -> Path:
    """The file of a tournament of which so many matches, or all, were played; the data are in
    `folder / "data"`. The other arguments are those of `written`."""
    file = written(folder, name, bots, **keys)
    play_cup(file, folder / "data", (first,), matches)
    return file


def written(
    folder: Path, name: str, bots: Sequence[str], boards: int = 2, code: str = "", **keys: str
) -> Path:
    """The file of a tournament of this name, with its bots.

    A bot that is written `ann@2` is another version of ann, which is entered as ann. `code` is what
    its program is; other keys are those of the tournament file.
    """
    here = folder / name
    here.mkdir()
    folders = [each.partition("@")[0] for each in bots]
    game = keys.get("game", '"fox"')
    for each in bots:
        bot, _, version = each.partition("@")
        write_bot(here / bot, code, version=f'"{version or 1}"', games=f"[{game}]")
    return write_tournament(here / "cup.toml", folders, boards, name=f'"{name}"', **keys)
