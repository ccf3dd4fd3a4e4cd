"""Names of temporary folders, which tell a later run the process that made each folder."""

import os
from tempfile import TemporaryDirectory
from typing import Final

_PREFIX: Final = "stych-"
FOLDERS: Final = f"{_PREFIX}*-*"
"""A glob pattern of these names. It matches some others too; `folder_owner` tells them apart."""


def folder_prefix() -> str:
    """The beginning of the names of this process's temporary folders.

    If this process is killed, a later run removes its folders with such names, as long as they lie
    in one of the places of `referee.rpc.place` (`sweep_folders` in referee/rpc/folders.py).
    """
    return f"{_PREFIX}{os.getpid()}-"


def temporary_folder() -> TemporaryDirectory[str]:
    """A new folder with such a name, in the system's usual place for temporary files.

    It is removed at the end of a `with`, or else when the object is collected or this process
    exits. Raises OSError when it cannot be made.
    """
    return TemporaryDirectory(prefix=folder_prefix())


def folder_owner(name: str) -> int | None:
    """The id of the process that made a folder of this name; None for other names."""
    pid = name.removeprefix(_PREFIX).partition("-")[0]
    return int(pid) if name.startswith(_PREFIX) and pid.isdecimal() else None
