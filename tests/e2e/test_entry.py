"""Where the command begins, before anything of it is loaded."""

import sys

import pytest

from tournaments import entry


def test_windows_is_told_of_wsl_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit) as end:
        entry.main()
    monkeypatch.undo()
    said = capsys.readouterr().err
    assert (end.value.code, said.count("\n"), "WSL" in said) == (2, 1, True)
