"""Exports of then are imported into an empty folder, checked, and continued there.

As in test_continued, "then" is the time at which the fixture was made.
"""

from pathlib import Path

import pytest

from tests.compat.fixtures import FIXTURES, Fixture, Place, without_sentence
from tests.compat.test_continued import ended_the_same, something_was_left, well
from tests.e2e.command import call, run
from tests.e2e.reference import reference
from tests.submissions.registries import ACCEPTS_ALL

pytestmark = pytest.mark.slow

EXPORTS = sorted({path.name for each in FIXTURES for path in each.folder.glob("exports/*.stych")})


def archive(fixture: Fixture, name: str) -> Path:
    """The export, if this fixture has it."""
    path = fixture.folder / "exports" / name
    if not path.exists():
        pytest.skip(f"{fixture} has no {name}")
    return path


def imported(place: Place, path: Path) -> tuple[Path, str]:
    """Import and check the export; the new data folder, and the name of the cup.

    The cup's tournament file is written anew by the import.
    """
    name, state, _ = path.name.split(".")
    data, file = place.folder / "new", place.cup(name)
    own = file.read_bytes()
    file.unlink()
    well(call("--data", data, "import", path, "--file", file))
    assert file.read_bytes() == own
    table = well(call("--data", data, "table", file, "--format", "json"))
    assert without_sentence(table.out) == place.table(name, state)
    assert "all is well" in well(call("--data", data, "verify", file)).out
    return data, name


@pytest.mark.parametrize("name", EXPORTS)
def test_it_is_imported(place: Place, name: str) -> None:
    data, cup = imported(place, archive(place.fixture, name))
    if ".finished." in name:
        ended_the_same(place, data, cup)
        well(call("--data", data, "run", place.cup(cup), "--exit-zero"))
    # `reference` plays a cup only if all of its bots are functions of the tests.
    elif cup in place.fixture.cups("inside"):
        something_was_left(place, data, cup)
        reference(place.cup(cup), data)
        ended_the_same(place, data, cup)


def test_with_its_bots_it_goes_on_elsewhere(place: Place) -> None:
    """The bots are not in an export: who has them submits them, and they are known again."""
    data, cup = imported(place, archive(place.fixture, "stored.stopped.stych"))
    something_was_left(place, data, cup)
    for bot in ("fox_thumb", "thumb-2", "thumb-3"):
        line = ("--data", data, "submit", place.bots / bot)
        well(run(*line, folder=place.folder, program=ACCEPTS_ALL))
    well(call("--data", data, "run", place.cup(cup), "--exit-zero"))
    ended_the_same(place, data, cup)
