"""What the environment says of a machine that Dask's own command starts."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee.errors import UserError
from referee.sandbox.probe import Mode
from stych_cluster.preload import dask_setup, settings_of


def test_the_variables_stand_for_the_options() -> None:
    given = {"STYCH_DATA": "/tmp/own", "STYCH_JOBS": "3", "STYCH_ISOLATION": "off"}
    settings = settings_of(given)
    assert settings.folder == Path("/tmp/own/cluster").resolve()
    assert (settings.jobs, settings.mode) == (3, Mode.OFF)
    assert settings_of({}).mode is Mode.AUTO


def test_the_address_of_a_database_is_no_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    settings = settings_of({"STYCH_DATA": "postgresql://db.example/cups"})
    assert settings.folder.is_relative_to(tmp_path.resolve())
    assert settings.folder.parent.name.startswith("db.example-cups-")


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("STYCH_JOBS", "x", "STYCH_JOBS is a number from 1 to 256; received 'x'"),
        ("STYCH_JOBS", "0", "STYCH_JOBS is a number from 1 to 256; received '0'"),
        ("STYCH_ISOLATION", "x", "STYCH_ISOLATION is one of auto, require, off; received 'x'"),
        ("STYCH_DATA", "mysql://x", "the address of a database is postgresql"),
    ],
)
def test_what_cannot_be_meant_ends_it_in_a_sentence(
    name: str,
    value: str,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(UserError, match=why):
        settings_of({name: value})
    monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit) as end:
        asyncio.run(dask_setup(SimpleNamespace(startup_information={})))
    assert end.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith(f"stych: {why}")
    assert said.count("\n") == 1
