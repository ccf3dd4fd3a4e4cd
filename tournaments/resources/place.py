"""Where the files lie that come with the package: bots, tournaments, documents."""

from pathlib import Path
from typing import Final

_PACKAGED: Final = Path(__file__).parent
_SOURCES: Final = Path(__file__).parents[2]


def place(packaged: str, source: str) -> Path:
    """The folder in the installed package, or that of the source tree.

    The wheel has copies of what the source tree has elsewhere; pyproject.toml says of what.
    """
    there = _PACKAGED / packaged
    return there if there.is_dir() else _SOURCES / source
