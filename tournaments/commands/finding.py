"""Finds the record that a command line names: of a match in the data folder, or in a file."""

import errno
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.files import RECORD_BYTES, FileError, read_file
from referee.record import Record, RecordError, read_record
from tournaments.commands.console import data_folder
from tournaments.storage.store import Store

RECORD_HELP: Final = "the id of a match, the beginning of an id, or the file of a record"
"""The help of an argument that names a record."""
# The errors of opening a path that names no file: it may be the id of a match then.
_NO_FILE: Final = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG)


def find_record(text: str) -> Record:
    """The record in the file called `text`, or of the match whose id begins with `text`.

    Raises UserError when there is none, when the ids of several matches begin so, and when the file
    cannot be read or holds no record.
    """
    # A file goes first. Few files have names of hexadecimal digits alone, as ids are.
    if record := record_in(text):
        return record
    with Store(data_folder()) as store:
        ids = store.find(text)
        if len(ids) == 1:
            return store.record(ids[0])
    folder = data_folder()
    if ids:
        raise UserError(f"several matches in {folder} have ids that begin with {text!r}")
    raise UserError(
        f"no match in {folder} has an id that begins with {text!r}, and there is no such file"
    )


def record_in(file: str, within: Path | None = None) -> Record | None:
    """The record in the file; None when there is no such file.

    With `within` the file must be inside of that folder, and no link below it is followed. Raises
    UserError when the file cannot be read or holds no record.
    """
    try:
        return read_record(read_file(Path(file), RECORD_BYTES, within, links=within is None))
    except RecordError as error:
        raise UserError(f"{file}: {error}") from None
    except FileError as error:
        raise UserError(f"{file} {error}") from None
    except OSError as error:
        if error.errno not in _NO_FILE:
            raise UserError(f"{file} cannot be read: {error.strerror}") from None
    return None
