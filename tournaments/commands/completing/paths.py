"""Completes paths on the command line: tournament files, bots, and the folders on the way."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tournaments.commands.completing.shells import SAFE

_DEEPEST: Final = 20
"""How many folders are entered on one Tab, while each is the only result in the one before."""
_MOST_BYTES: Final = 1 << 20
"""Bytes of a tournament file that are read; commands refuse a longer file."""
_ARCHIVES: Final = (".zip", ".tar", ".tar.gz", ".tgz")
"""The endings of archives that `stych submit` takes."""


def tournament_files(typed: str, *, or_exports: bool = False) -> list[str]:
    """TOML files and folders whose paths begin with `typed`; with `or_exports` .stych files too.

    Sorted; folders end with a slash. Files are not read: any TOML file is offered.
    """
    ends = (".toml", ".stych") if or_exports else (".toml",)
    return _completed(typed, lambda entry: entry.name.endswith(ends) and entry.is_file())


def models_in(file: str) -> list[str]:
    """The names of the language models in a tournament file; none for anything else."""
    # Imported here, as it is seldom needed.
    import tomllib

    try:
        with Path(file).open("rb") as opened:
            values = tomllib.loads(opened.read(_MOST_BYTES).decode())
        parts = [values, *values.get("divisions", ())]
        entries = [each for part in parts for each in part.get("entrants", ())]
        return [str(each["name"]) for each in entries if "llm" in each and "name" in each]
    # The file may hold anything. A file that is no tournament has no models.
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return []


def bot_folders(typed: str, manifest: str, *, or_archives: bool = False) -> list[str]:
    """Folders with a file called `manifest`, whose paths begin with `typed`, and all other folders.

    With `or_archives` archives too. Sorted; a folder without the file ends with a slash.
    """

    def suits(entry: "os.DirEntry[str]") -> bool:
        if or_archives and entry.name.endswith(_ARCHIVES):
            return True
        return Path(entry.path, manifest).is_file()

    return _completed(typed, suits)


def _completed(typed: str, suits: Callable[["os.DirEntry[str]"], bool]) -> list[str]:
    """The paths that begin with `typed` and suit, and other folders with a slash at the end.

    When such a folder is the only result, the paths in it are returned in its place: a shell would
    take a single candidate for the whole word.
    """
    for _ in range(_DEEPEST):
        matching = sorted(_entries(typed, suits))
        if len(matching) != 1 or not matching[0].endswith("/"):
            return matching
        typed = matching[0]
    return []


def _entries(typed: str, suits: Callable[["os.DirEntry[str]"], bool]) -> Iterator[str]:
    folder, slash, beginning = typed.rpartition("/")
    try:
        entries = list(os.scandir(folder + slash or "."))
    except OSError:
        return
    for entry in entries:
        path = f"{folder}{slash}{entry.name}"
        hidden = entry.name.startswith(".") and not beginning.startswith(".")
        if hidden or not entry.name.startswith(beginning) or not SAFE.fullmatch(path):
            continue
        try:
            if suits(entry):
                yield path
            elif entry.is_dir():
                yield f"{path}/"
        except OSError:
            continue
