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

# The number of actions and events from which on a batch of matches is written, as a row group of
# each file. This bounds the memory that a long tournament takes.
_BATCH_SIZE: Final = 1 << 17


class TableWriter:
    """Takes matches one by one, and writes them in batches, as `MatchBatch` can hold them."""

    def __init__(self, writers: dict[str, Any]) -> None:
        """`writers` are open Parquet writers by the name of the table; the caller closes them."""
        self._writers = writers
        self._courses = Courses()
        self._batch = MatchBatch()

    def add(self, record: Record, *, with_seed: bool = True) -> None:
        """Add the match; a full batch is written.

        Raises UserError when the record is not true, and as `flush` does.
        """
        course = self._courses.course(record)
        if not self._batch.fits(course):
            self.flush()
        self._batch.add(record, course, with_seed=with_seed)
        if self._batch.size >= _BATCH_SIZE:
            self.flush()

    def flush(self) -> None:
        """Write the matches that were added and are not written yet.

        Raises UserError when one of their records has a number that is too large for its column,
        and OSError when a file cannot be written.
        """
        # Replaced first, so that a batch that cannot be written is not tried again.
        batch, self._batch = self._batch, MatchBatch()
        if batch.is_empty:
            return
        try:
            tables = batch.tables()
        # Most numbers follow from the rules. Unchecked are those of a record whose rules are not
        # installed, and a few in any record, such as the board.
        except (OverflowError, pa.ArrowInvalid) as error:
            raise UserError(f"a record has a number that no table can hold: {error}") from None
        for name, table in tables.items():
            self._writers[name].write_table(table)


@contextmanager
def table_writer(folder: Path) -> Iterator[TableWriter]:
    """Give a writer of the three tables into the folder, which is made if there is none.

    The files get their names, and replace older ones, when the block has ended without an error;
    otherwise they are removed, and older ones stay. Raises UserError when they cannot be written,
    also for an OSError in the block.
    """
    with ExitStack() as stack:
        writers = {}
        for name, schema in SCHEMAS.items():
            file = stack.enter_context(whole_file(folder / f"{name}.parquet"))
            writer = parquet.ParquetWriter(file, schema, compression="zstd")
            writers[name] = stack.enter_context(writer)
        tables = TableWriter(writers)
        yield tables
        tables.flush()
        # Closed here, before any file gets its name, since closing writes too and may fail.
        for writer in writers.values():
            writer.close()
