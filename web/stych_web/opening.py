"""Opens what `stych web` shows: a tournament file, a data folder, or an export.

The name of an example stands for its tournament file, and `play` and `duel` for the matches that
these commands played last.
"""

import shlex
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from referee.errors import UserError
from referee.sandbox.temporary_folders import temporary_folder
from tournaments.commands.console import DATA
from tournaments.config import competition
from tournaments.storage.address import ADDRESS, DATABASE, has_database
from tournaments.storage.store import Store
from tournaments.transfer.importing import import_from
from tournaments.verify.tournament import verify


@dataclass(frozen=True, slots=True)
class Opened:
    """A data folder, and which of its tournaments are shown."""

    data: Path
    """The data folder."""
    names: tuple[str, ...] | None = None
    """The names of the tournaments of a file, in its order, or `play` or `duel` alone; None for all
    of the data folder."""
    title: str = ""
    """The name in the tournament file, or `play` or `duel`; empty without `names`."""
    file: Path | None = None
    """The path or name of the tournament file; None for `play` and `duel`, and without `names`."""
    is_copy: bool = False
    """Whether the data folder is an unpacked export, which `opened` removes when its block ends."""


@contextmanager
def opened(source: Path | None, data: Path) -> Iterator[Opened]:
    """Open `source`: the path of a file, folder or export, or a name; the folder `data` for None.

    An export is checked and unpacked into a temporary folder, which is removed when the block ends.
    Raises UserError when `source` is none of these, cannot be read, or is a folder without results.
    """
    if source is None or source.is_dir():
        yield Opened(_data_folder(source or data))
    elif zipfile.is_zipfile(source):
        with temporary_folder() as folder:
            # Checked like any import: somebody may have changed the export.
            with Store(Path(folder)) as store:
                import_from(source, store, verify)
            yield Opened(Path(folder), is_copy=True)
    else:
        names = competition.find(source)
        file = source if competition.located(source).is_file() else None
        yield Opened(data, tuple(names.tournaments), names.name, file)


def _data_folder(folder: Path) -> Path:
    if not has_database(folder):
        # The command has to write to this folder, which need not be that of --data.
        option = [] if folder == DATA else ["--data", str(folder)]
        command = shlex.join(["stych", *option, "run", "quickstart"])
        raise UserError(
            f"{folder} has no results: it has neither {DATABASE} nor {ADDRESS}; `{command}` plays"
            " a tournament into it, or name a tournament file, another data folder, or an export"
        )
    return folder
