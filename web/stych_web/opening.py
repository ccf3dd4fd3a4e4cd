"""What a page shows: a tournament file, a data folder, or exported tournaments."""

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
    """A data folder, and the tournaments of it that are shown."""

    data: Path
    names: tuple[str, ...] | None = None
    """The tournaments of a file, in its order; None for all that the folder has."""
    title: str = ""
    """The name of the competition; empty where there are several."""
    file: Path | None = None
    """The tournament file; None where there is none."""
    is_copy: bool = False
    """Whether the folder is removed in the end."""


@contextmanager
def opened(what: Path | None, data: Path) -> Iterator[Opened]:
    """Give what is to be shown; without a path it is the data folder.

    An export is checked and unpacked into a folder of its own, which is removed in the end. Raises
    UserError for what is none of the three.
    """
    if what is None or what.is_dir():
        yield Opened(_data_folder(what or data))
    elif zipfile.is_zipfile(what):
        with TemporaryDirectory(prefix="stych-web-") as folder:
            # Checked like any import: whoever sent it may have changed it.
            with Store(Path(folder)) as store:
                import_from(what, store, verify)
            yield Opened(Path(folder), is_copy=True)
    else:
        found = competition.find(what)
        # Those names of what was played last are no files.
        file = what if competition.located(what).is_file() else None
        yield Opened(data, tuple(found.tournaments), found.name, file)


def _data_folder(folder: Path) -> Path:
    if not has_database(folder):
        raise UserError(
            f"{folder} has no results: it has no {DATABASE}; `stych run quickstart` makes some, or"
            " name a tournament file, another data folder, or an export"
        )
    return folder
