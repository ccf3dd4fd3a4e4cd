"""Errors of the system in a submission are told in a sentence that names what has the trouble."""

from pathlib import Path

import pytest

from referee.errors import UserError
from tests.e2e.command import write_bot
from tests.submissions.registries import submitted
from tournaments.submissions import sources, submitting


def full(*_: object, **__: object) -> str:
    raise OSError(28, "No space left on device")


def refused(bot: Path, data: Path) -> str:
    with pytest.raises(UserError) as caught:
        submitted(bot, data)
    return str(caught.value)


@pytest.mark.parametrize(("part", "what"), [("run_build", "built"), ("refusal", "checked")])
def test_a_full_disk_in_a_build_or_check_is_not_told_of_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str, what: str
) -> None:
    monkeypatch.setattr(submitting, part, full)
    folder = write_bot(tmp_path / "bot", build='"true"')
    if part == "refusal":
        monkeypatch.setattr(submitting, "run_build", lambda *_, **__: "")
    said = refused(folder, tmp_path / "data")
    assert said == f"{folder} cannot be {what}: No space left on device"


def test_a_file_that_goes_away_while_it_is_copied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_bot(tmp_path / "bot")
    monkeypatch.setattr(sources, "walk", lambda *_: [("gone.py",)])
    said = refused(folder, tmp_path / "data")
    assert said == f"{folder}/gone.py cannot be read: No such file or directory"
