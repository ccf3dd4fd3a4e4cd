"""Finds the record that a command line names: a match that is kept, or a file."""

import errno
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.files import RECORD_BYTES, FileError, read_file
from referee.record import Record, RecordError, read_record
from tournaments.commands.console import data_folder
from tournaments.storage.store import Store

A_RECORD: Final = "a match's id, or its beginning, or a file"
"""What such an argument may be, for the help."""
# An id that is taken for a path: there is no such file, or the name is a folder's.
_NO_FILE: Final = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.ENAMETOOLONG)


def find_record(text: str) -> Record:
    """The record in the file of this name, or of the match whose id begins so. Raises UserError."""
    # A file goes first; ids are only hexadecimal digits, so the two are seldom the same.
    if record := record_in(text):
        return record
    with Store(data_folder()) as store:
        found = store.find(text)
        if len(found) == 1:
            return store.record(found[0])
    folder = data_folder()
    if found:
        raise UserError(f"several matches in {folder} have ids that begin with {text!r}")
    raise UserError(
        f"no match in {folder} has an id that begins with {text!r}, and there is no such file"
    )


def record_in(file: str, within: Path | None = None) -> Record | None:
    """The record in the file; None when there is no such file. Raises UserError.

    With `within`, a folder, no link below it is followed.
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
