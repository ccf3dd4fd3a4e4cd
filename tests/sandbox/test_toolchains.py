"""The build tools of a confined build: what it may read, and where its caches lie."""

from pathlib import Path

import pytest

from referee.sandbox import toolchains


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
