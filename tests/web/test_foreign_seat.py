"""A person plays a game of an installed package against a stored bot, at a real server."""

import shutil
from pathlib import Path
from random import Random

import pytest

from tests.e2e.command import run
from tests.report.cups import hold
from tests.root import ROOT
from tests.submissions.registries import ACCEPTS_ALL
from tests.web.running import running
from tests.web.seats import asked, heading, visitor_at
from tests.web.sites import cup

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]
HEARTS = ROOT / "examples" / "hearts"
DECISIONS = 6


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a stored bot for Hearts; commands of the test find the game installed."""
    site = tmp_path / "site"
    shutil.copytree(HEARTS / "stych_hearts", site / "stych_hearts")
    metadata = site / "stych_hearts-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: stych-hearts\nVersion: 0.1.0\n"
    )
    (metadata / "entry_points.txt").write_text("[stych.games]\nhearts = stych_hearts:GAME\n")
    monkeypatch.setenv("PYTHONPATH", str(site))
    folder = tmp_path / "data"
    hold(folder, cup(["ann", "bob"], boards=1))
    # The bot is stored without being checked: tests/foreign checks such bots.
    submit = ("--data", folder, "submit", HEARTS / "bots" / "random")
    assert run(*submit, folder=tmp_path, program=ACCEPTS_ALL).code == 0
    return folder


async def test_hearts_against_a_stored_bot(data: Path) -> None:
    with running("--data", data, "web", "--play", "--port", 0) as (_, address):
        async with visitor_at(address) as ann:
            order = await ann.http.get("/play", params={"game": "hearts"})
            assert "random@1" in order.text
            page = await ann.sit_down("hearts", seat="0", **{"bot-1": "random@1"})
            for _ in range(DECISIONS):
                page = await ann.until_asked(page)
                form = asked(page.text)
                assert form, page.text
                # The cards are drawn by the picture of Hearts, not by the plain one.
                assert '<symbol id="hearts-' in page.text
                page = await ann.http.post(form.action, data=form.filled(Random(1)))
            left = await ann.http.post(f"{page.url.path}/leave")
            assert heading(left.text) == "This table is closed."
    [record] = (data / "joined").iterdir()
    assert b"hearts" in record.read_bytes()
