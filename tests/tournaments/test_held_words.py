"""What workers write to standard error is held back while bots are tried, then told or dropped."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.command import BOTS
from tests.records.matches import make_plan
from tests.tournaments.odd_workers import GRPC, THREAD, aborts, fails, speaks_twice
from tests.tournaments.test_runner_processes import fixtures, real
from tournaments.core.errors import NoWorkersError
from tournaments.run import worker_handle
from tournaments.run.runner import LocalRunner
from tournaments.run.worker_handle import WorkerHandle
from tournaments.system.held_words import HeldWords


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), ("", False)),
        (("Traceback:", "  here", "KeyError: 3", ""), ("KeyError: 3", False)),
        (("Traceback:", "  here", "MemoryError"), ("MemoryError", True)),
        ((GRPC.format("thd", THREAD), GRPC.format("pool", "it failed")), (THREAD, True)),
    ],
)
def test_the_reason_is_the_last_line_about_a_shortage_else_the_last(
    lines: tuple[str, ...], expected: tuple[str, bool], capfd: pytest.CaptureFixture[str]
) -> None:
    held = HeldWords()
    with held.holding():
        os.write(2, "\n".join(lines).encode())
    assert held.reason() == expected
    assert capfd.readouterr().err == ""
    held.tell()
    assert capfd.readouterr().err == "\n".join(lines)
    held.drop()


@pytest.mark.slow
@pytest.mark.usefixtures("forked")
def test_after_bots_were_tried_a_worker_writes_to_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worker_handle, "work", speaks_twice)
    held = HeldWords()
    worker = WorkerHandle.start(replace(make_plan(), logs=tmp_path), 1, held)
    worker.process.join()
    worker.dismiss()
    assert held.reason() == ("while bots are tried", False)
    assert capfd.readouterr().err == ""
    assert (tmp_path / "referee-1.log").read_text() == "in a match"
    held.drop()


@pytest.mark.slow
@pytest.mark.usefixtures("forked")
def test_workers_without_threads_are_told_in_a_sentence_and_their_words_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worker_handle, "work", aborts)
    plan = real(tmp_path, ann=BOTS / "first", bob=BOTS / "first")
    said = f"the last one was killed by SIGABRT and said: {THREAD}; allow more processes"
    with pytest.raises(NoWorkersError, match=re.escape(said)):
        LocalRunner(plan, fixtures(plan, 1), lambda _: None).run(begin=lambda: None)
    assert capfd.readouterr().err == ""


@pytest.mark.slow
@pytest.mark.usefixtures("forked")
def test_a_failure_that_no_shortage_explains_is_told_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(worker_handle, "work", fails)
    plan = real(tmp_path, ann=BOTS / "first", bob=BOTS / "first")
    with pytest.raises(NoWorkersError, match="exited with code 1 and said: KeyError: 'a fault"):
        LocalRunner(plan, fixtures(plan, 1), lambda _: None).run(begin=lambda: None)
    assert "Traceback" in capfd.readouterr().err
