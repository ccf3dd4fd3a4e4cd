"""Finds the folders that come with the package, with bots and documents."""

from pathlib import Path
from typing import Final

_PACKAGED: Final = Path(__file__).parent
_SOURCES: Final = Path(__file__).parents[2]


def place(packaged: str, source: str) -> Path:
    """The folder `packaged` of the installed package, or else `source` of the source tree.

    The wheel has copies of folders that lie elsewhere in the source tree; pyproject.toml names
    them.
    """
    folder = _PACKAGED / packaged
    return folder if folder.is_dir() else _SOURCES / source
