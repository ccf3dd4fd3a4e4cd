"""Opens what `stych web` shows: a tournament file, a data folder, or an export."""

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.errors import UserError
from tournaments.config import competition
from tournaments.storage.address import DATABASE, has_database
from tournaments.storage.store import Store
from tournaments.transfer.taking import import_from
from tournaments.verify.tournament import verify


@dataclass(frozen=True, slots=True)
class Opened:
    """A data folder, and which of its tournaments are shown."""

    data: Path
    """The data folder."""
    names: tuple[str, ...] | None = None
    """The names of the tournaments of a file, in its order; None for all of the data folder."""
    title: str = ""
    """The name of the competition; empty without a tournament file."""
    file: Path | None = None
    """The tournament file; None where there is none."""
    is_copy: bool = False
    """Whether the data folder is an unpacked export, which is removed in the end."""


@contextmanager
def opened(what: Path | None, data: Path) -> Iterator[Opened]:
    """Open the file, folder or export at the path `what`; the data folder `data` for None.

    An export is checked and unpacked into a temporary folder, which is removed when the block ends.
    Raises UserError for a path that is none of the three, or a folder without results.
    """
    if what is None or what.is_dir():
        yield Opened(_data_folder(what or data))
    elif zipfile.is_zipfile(what):
        with TemporaryDirectory(prefix="stych-web-") as folder:
            # Checked like any import: somebody may have changed the export.
            with Store(Path(folder)) as store:
                import_from(what, store, verify)
            yield Opened(Path(folder), is_copy=True)
    else:
        names = competition.find(what)
        # `play` and `duel` name the matches that these commands played last, and are no files.
        file = what if competition.located(what).is_file() else None
        yield Opened(data, tuple(names.tournaments), names.name, file)


def _data_folder(folder: Path) -> Path:
    if not has_database(folder):
        raise UserError(
            f"{folder} has no results: it has no {DATABASE}; `stych run quickstart` makes some, or"
            " name a tournament file, another data folder, or an export"
        )
    return folder
