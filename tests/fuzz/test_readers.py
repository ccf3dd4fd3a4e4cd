"""Every reader takes any bytes, or refuses them by its own error in one line."""

from pathlib import Path

import pytest
from hypothesis import given

from tests.fuzz.reader import CORPUS, Reader
from tests.fuzz.readers import readers
from tests.games.profiles import fast

READERS = {each.name: each for each in readers()}
KEPT = [(each, path) for each in READERS.values() for path in each.kept()]
SLOW = {"import": 5, "database": 10}
"""How many examples those readers get that take long."""


@pytest.mark.parametrize(("reader", "path"), KEPT, ids=[f"{r.name}-{p.name}" for r, p in KEPT])
def test_what_was_kept(reader: Reader, path: Path) -> None:
    """What once failed is tried again."""
    reader.try_(path.read_bytes())


def test_the_corpus_holds_inputs_of_readers_only() -> None:
    assert {path.name for path in CORPUS.iterdir()} <= set(READERS)


@pytest.mark.slow
@pytest.mark.parametrize("name", READERS)
def test_anything_else(name: str) -> None:
    reader = READERS[name]

    @fast(SLOW.get(name, 60))
    @given(reader.inputs)
    def tried(data: bytes) -> None:
        reader.try_(data)

    tried()
