"""Names of temporary folders: they tell a later run whose folders nobody needs any more."""

import os
from tempfile import TemporaryDirectory
from typing import Final

_PREFIX: Final = "stych-"
FOLDERS: Final = f"{_PREFIX}*-*"
"""Such names, and some others; `folder_owner` tells which."""


def folder_prefix() -> str:
    """The beginning of names for folders of this process.

    A folder of such a name among the places of `referee.rpc.place` is removed by `sweep_folders`
    of a later run if this process is killed.
    """
    return f"{_PREFIX}{os.getpid()}-"


def temporary_folder() -> TemporaryDirectory[str]:
    """A new folder of such a name in the usual place. Raises OSError where none can be made."""
    return TemporaryDirectory(prefix=folder_prefix())


def folder_owner(name: str) -> int | None:
    """The number of the process that made a folder of this name; None for other names."""
    number = name.removeprefix(_PREFIX).partition("-")[0]
    return int(number) if name.startswith(_PREFIX) and number.isdecimal() else None
