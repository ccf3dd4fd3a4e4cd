"""Writes matches spelled out as Parquet files, a file for each table."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyarrow import parquet

from referee.errors import UserError
from referee.record import Record
from tournaments.present.spelled.course import Courses
from tournaments.present.spelled.schemas import SCHEMAS
from tournaments.present.spelled.tables import MatchBatch
from tournaments.system.whole_file import whole_file

# Values that are written at once, as a row group of each file: so much is in memory, however long
# a tournament is.
_AT_ONCE: Final = 1 << 17


class TableWriter:
    """Takes matches one by one, and writes them a few hundred at a time."""

    def __init__(self, writers: dict[str, Any]) -> None:
        self._writers = writers
        self._courses = Courses()
        self._batch = MatchBatch()

    def add(self, record: Record, *, with_seed: bool = True) -> None:
        """Add the match. Raises UserError when its record is not true, or cannot be written."""
        course = self._courses.course(record)
        if not self._batch.fits(course):
            self.flush()
        self._batch.add(record, course, with_seed=with_seed)
        if self._batch.size >= _AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Write what was added and not yet written."""
        batch, self._batch = self._batch, MatchBatch()
        if batch.is_empty:
            return
        try:
            tables = batch.tables()
        # Only in a record that no rules here can check.
        except (OverflowError, pa.ArrowInvalid) as error:
            raise UserError(f"a record has a number that no table can hold: {error}") from None
        for name, table in tables.items():
            self._writers[name].write_table(table)


@contextmanager
def table_writer(folder: Path) -> Iterator[TableWriter]:
    """Give a writer of the three tables into the folder, which is made where there is none.

    The files are there, over older ones, when the block has ended without an error, and else not.
    Raises UserError when they cannot be written.
    """
    with ExitStack() as stack:
        writers = {}
        for name, schema in SCHEMAS.items():
            file = stack.enter_context(whole_file(folder / f"{name}.parquet"))
            writer = parquet.ParquetWriter(file, schema, compression="zstd")
            writers[name] = stack.enter_context(writer)
        made = TableWriter(writers)
        yield made
        made.flush()
        # Before the first file gets its name: the last of the writing may fail as well.
        for writer in writers.values():
            writer.close()
