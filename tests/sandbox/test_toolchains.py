"""The build tools of a confined build: the folder of Go, and links to files in the user's home."""

from pathlib import Path

import pytest

from referee.sandbox import toolchains
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel


def test_without_go_no_folder_of_this_process_counts_as_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("src", "pkg", "bin"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    assert toolchains._go_root(str(tmp_path / "bin")) == []
    (tmp_path / "bin" / "go").touch(mode=0o755)
    assert toolchains._go_root(str(tmp_path / "bin")) == [tmp_path]
    (tmp_path / "pkg").rmdir()
    assert toolchains._go_root(str(tmp_path / "bin")) == []


def test_only_another_user_on_landlock_gets_no_links_to_a_closed_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.chmod(0o700)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert not toolchains.may_link(Isolation(IsolationLevel.LANDLOCK, as_root=True))
    assert toolchains.may_link(Isolation(IsolationLevel.LANDLOCK, as_root=False))
    assert toolchains.may_link(Isolation(IsolationLevel.BUBBLEWRAP, as_root=True))
