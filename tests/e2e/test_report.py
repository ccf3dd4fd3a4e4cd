"""`stych report`: the page where it is wanted, and one sentence when there can be none."""

from pathlib import Path

import pytest

from tests.e2e.command import BOTS, call, write_tournament
from tests.e2e.reference import reference
from tests.report.reading import Page

pytestmark = pytest.mark.unconfined


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = write_tournament(tmp_path / "any.toml", [BOTS / "random", BOTS / "first"], 3)
    reference(made, tmp_path / "data")
    return made


@pytest.mark.slow
def test_a_page_in_the_current_folder(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = call("--data", tmp_path / "data", "report", file)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("Wrote cup.html: 0.1 MB, 6 matches to replay.")
    shown = Page((tmp_path / "cup.html").read_text(encoding="utf-8"))
    assert len(shown.views) == 6 * 3


@pytest.mark.slow
def test_a_page_elsewhere_and_its_options(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "page.html"
    done = call("--data", tmp_path / "data", "report", file, "--out", out, "--replays", 2)
    assert (done.code, done.err) == (0, "")
    first = out.read_bytes()
    assert len(Page(first.decode()).views) == 2 * 3
    assert call("--data", tmp_path / "data", "report", file, "--out", out, "--no-seed").code == 0
    assert "kept a secret" in out.read_text(encoding="utf-8")
    call("--data", tmp_path / "data", "report", file, "--out", out, "--replays", 2)
    assert out.read_bytes() == first


@pytest.mark.slow
def test_one_sentence_for_what_cannot_be(file: Path, tmp_path: Path) -> None:
    never = write_tournament(tmp_path / "never.toml", [BOTS / "random"], name='"never"')
    for arguments, words in (
        ((tmp_path / "no.toml",), "there is no tournament file"),
        ((never,), "nothing of the tournament 'never' was played"),
        ((file, "--out", file / "x.html"), "cannot be written"),
        ((file, "--out", tmp_path), "cannot be written"),
    ):
        done = call("--data", tmp_path / "data", "report", *arguments)
        assert done.code == 2
        assert words in done.err
        assert len(done.err.strip().splitlines()) == 1
