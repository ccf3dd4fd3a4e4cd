"""What workers write to standard error goes to a file of bounded size, and not to the terminal."""

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from referee.rpc.output import HEAD, TAIL
from tests.e2e.command import BOTS
from tests.records.matches import make_plan
from tests.tournaments.odd_workers import SPOKEN, fails, speaks
from tests.tournaments.test_runner_processes import fixtures, real
from tournaments.core.errors import WorkersDieError
from tournaments.run import worker_handle
from tournaments.run.runner import LocalRunner
from tournaments.run.worker_handle import WorkerHandle
from tournaments.system.library_log import LibraryLog


def test_what_a_process_writes_is_kept_and_is_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = LibraryLog(tmp_path / "run" / "referee-1.log")
    with log.holding():
        process = subprocess.Popen(["sh", "-c", "echo it failed >&2"])
    log.process_started()
    process.wait()
    log.write(b"ours\n")
    os.write(2, b"shown")
    assert log.close() == str(tmp_path / "run" / "referee-1.log")
    assert sorted(log.path.read_text().splitlines()) == ["it failed", "ours"]
    assert capfd.readouterr().err == "shown"


def test_nothing_written_is_no_file(tmp_path: Path) -> None:
    log = LibraryLog(tmp_path / "referee-1.log")
    assert (log.close(), log.close(), list(tmp_path.iterdir())) == ("", "", [])


def test_a_flood_of_words_is_bounded(tmp_path: Path) -> None:
    log = LibraryLog(tmp_path / "referee-1.log")
    with log.holding():
        process = subprocess.Popen(["sh", "-c", "head -c 3000000 /dev/zero >&2; echo end >&2"])
    log.process_started()
    process.wait()
    log.close()
    assert HEAD + TAIL <= log.path.stat().st_size < HEAD + TAIL + 100
    assert log.path.read_bytes().endswith(b"end\n")


def test_where_nothing_can_be_written_the_words_are_lost_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    log = LibraryLog(tmp_path / "file" / "referee-1.log")
    log.write(b"it failed")
    log.close()
    assert (tmp_path / "file").read_bytes() == b""


@pytest.mark.slow
@pytest.mark.usefixtures("forked")
def test_a_worker_writes_to_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worker_handle, "work", speaks)
    worker = WorkerHandle.start(replace(make_plan(), logs=tmp_path), 7)
    worker.process.join()
    worker.dismiss()
    assert (tmp_path / "referee-7.log").read_text() == SPOKEN
    assert capfd.readouterr().err == ""


@pytest.mark.slow
@pytest.mark.usefixtures("forked")
def test_workers_that_die_name_the_file_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worker_handle, "work", fails)
    plan = real(tmp_path, ann=BOTS / "first", bob=BOTS / "first")
    said = r"the last exit code was 1; what it wrote is in .*referee-3\.log$"
    with pytest.raises(WorkersDieError, match=said):
        LocalRunner(plan, fixtures(plan, 1), lambda _: None).run()
    assert capfd.readouterr().err == ""
    assert "KeyError: 'a fault of ours'" in (tmp_path / "referee-3.log").read_text()
