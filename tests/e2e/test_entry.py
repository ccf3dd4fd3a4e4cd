"""Where the command begins, before anything of it is loaded."""

import sys

import pytest

from tournaments import cli, entry


def test_windows_is_told_of_wsl_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit) as end:
        entry.main()
    monkeypatch.undo()
    said = capsys.readouterr().err
    assert (end.value.code, said.count("\n"), "WSL" in said) == (2, 1, True)


def test_too_little_memory_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def short() -> None:
        raise MemoryError

    monkeypatch.setattr(cli, "app", short)
    with pytest.raises(SystemExit) as end:
        cli.main()
    said = capsys.readouterr().err
    assert (end.value.code, said.count("\n"), "ulimit -v" in said) == (2, 1, True)
