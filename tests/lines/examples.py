"""The bots in bots/lines, and what each of them needs on the machine."""

from functools import cache
from pathlib import Path
from typing import Final

from tests.root import ROOT
from tournaments.doctor import scripts
from tournaments.resources.scaffold import line_example

FOLDER: Final = ROOT / "bots" / "lines"
LANGUAGES: Final = ("lua", "perl", "php", "ruby", "sh")


def folder(language: str) -> Path:
    """The example's folder."""
    return line_example(language)


@cache
def missing(language: str) -> str:
    """What the machine lacks for bots of that language; "" for nothing."""
    lacks = scripts.examine(language).lacks
    return f"bots in {language} lack something: {lacks}" if lacks else ""
