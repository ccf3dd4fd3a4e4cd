"""What builds share is told with its size."""

from pathlib import Path

import pytest

from referee.rpc.prebuilt import LOCATION
from tournaments.doctor.prepared import examine


def test_where_it_is_and_how_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(LOCATION, str(tmp_path))
    assert examine().found == f"{tmp_path}, with nothing in it yet"
    for language, size in (("rust", 2 << 20), ("go", 1 << 20), ("other", 5)):
        (tmp_path / language).mkdir()
        (tmp_path / language / "file").write_bytes(bytes(size))
    told = examine()
    assert told.found == f"{tmp_path}: rust 2 MB, go 1 MB; may be removed while nothing is built"
    assert told.facts == {"folder": str(tmp_path), "bytes": {"rust": 2 << 20, "go": 1 << 20}}
