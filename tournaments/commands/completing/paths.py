"""Files and folders that may be named on the command line, as far as they are typed."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tournaments.commands.completing.shells import SAFE

_DEEPEST: Final = 20
_MOST_BYTES: Final = 1 << 20
_ARCHIVES: Final = (".zip", ".tar", ".tar.gz", ".tgz")


def tournament_files(typed: str, *, or_exports: bool = False) -> list[str]:
    """Tournament files, and the folders on the way to one; exports too if wanted."""
    ends = (".toml", ".stych") if or_exports else (".toml",)
    return _found(typed, lambda entry: entry.name.endswith(ends) and entry.is_file())


def models_in(file: str) -> list[str]:
    """The names of the language models in a tournament file; none in a folder or another file."""
    # Not imported before: only few files have to be read.
    import tomllib

    try:
        with Path(file).open("rb") as opened:
            values = tomllib.loads(opened.read(_MOST_BYTES).decode())
        parts = [values, *values.get("divisions", ())]
        entries = [each for part in parts for each in part.get("entrants", ())]
        return [str(each["name"]) for each in entries if "llm" in each and "name" in each]
    # Whatever a file may hold: what is no tournament has no models.
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return []


def bot_folders(typed: str, manifest: str, *, or_archives: bool = False) -> list[str]:
    """The folders with a file of that name, and the folders on the way; archives too if wanted."""

    def suits(entry: "os.DirEntry[str]") -> bool:
        if or_archives and entry.name.endswith(_ARCHIVES):
            return True
        return Path(entry.path, manifest).is_file()

    return _found(typed, suits)


def _found(typed: str, suits: Callable[["os.DirEntry[str]"], bool]) -> list[str]:
    """What suits, and folders with a slash at their ends.

    A folder that is the only thing found is not told but looked into: a shell would take it for the
    whole word.
    """
    for _ in range(_DEEPEST):
        found = sorted(_entries(typed, suits))
        if len(found) != 1 or not found[0].endswith("/"):
            return found
        typed = found[0]
    return []


def _entries(typed: str, suits: Callable[["os.DirEntry[str]"], bool]) -> Iterator[str]:
    folder, slash, begun = typed.rpartition("/")
    try:
        entries = list(os.scandir(folder + slash or "."))
    except OSError:
        return
    for entry in entries:
        path = f"{folder}{slash}{entry.name}"
        hidden = entry.name.startswith(".") and not begun.startswith(".")
        if hidden or not entry.name.startswith(begun) or not SAFE.fullmatch(path):
            continue
        try:
            if suits(entry):
                yield path
            elif entry.is_dir():
                yield f"{path}/"
        except OSError:
            continue
