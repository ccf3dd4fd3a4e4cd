"""Tournament files of earlier versions are read, mean what they meant then, and are played."""

import json
import re

import pytest

from tests.compat.fixtures import Place, as_then
from tests.compat.reading import defined
from tests.e2e.command import call


def test_files_mean_what_they_meant(place: Place) -> None:
    then = json.loads((place.fixture.folder / "definitions.json").read_text())
    files = sorted((place.folder / "files").iterdir())
    assert [path.name for path in files] == list(then)
    now = {path.name: defined(path, place.folder / "data") for path in files}
    assert as_then(then, now) == then


@pytest.mark.slow
def test_files_are_played_anew(place: Place) -> None:
    """Two of them, from the first match, by the rules of today, with one board; without faults."""
    data = place.folder / "data"
    for name in ("divisions.toml", "teams.toml"):
        file = place.folder / "files" / name
        file.write_text(re.sub(r"(?m)^boards = \d+$", "boards = 1", file.read_text()))
        done = call("--data", data, "run", file, "--jobs", 1)
        assert done.code == 0, done.err
        assert json.loads(call("--data", data, "faults", file, "--json").out) == []
        assert "all is well" in call("--data", data, "verify", file).out
