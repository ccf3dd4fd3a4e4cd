"""The stream of events tells of each block that ends, and pages that are asked for then show it."""

import json
import urllib.request
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from stych_web import live
from stych_web.streams import STILL_HERE
from tests.e2e.command import LONG
from tests.report.cups import hold
from tests.web.browser import site
from tests.web.running import read
from tests.web.serving import served
from tests.web.sites import cup

pytestmark = pytest.mark.slow


def next_event(stream: HTTPResponse) -> dict[str, Any]:
    """What the next event of the stream says, whenever it comes."""
    while not (line := stream.readline()).startswith(b"data: "):
        assert line, "the stream has ended"
    found: dict[str, Any] = json.loads(line.removeprefix(b"data: "))
    return found


def test_whole_blocks_are_told_and_shown_when_they_are_saved(tmp_path: Path) -> None:
    """Nobody asks for anything between the save and the event."""
    own = cup(boards=2)
    hold(tmp_path, own, most=2)
    with (
        served(site(tmp_path)) as address,
        urllib.request.urlopen(f"{address}/api/v1/tournaments/cup/events", timeout=LONG) as stream,
    ):
        assert next_event(stream)["matches"] == 2
        for saved in (4, 6, 12):
            # Half a block more counts for nothing, and is told by no event.
            if saved == 6:
                hold(tmp_path, own, most=5)
            hold(tmp_path, own, most=saved)
            assert next_event(stream) == {"tournament": "cup", "matches": saved, "total": 12}
            page = read(f"{address}/t/cup")
            assert f"{saved} of 12 matches count" in page
            assert json.loads(read(f"{address}/api/v1/tournaments/cup"))["matches"] == saved
        # The curves may be older than the table while matches are left, but not after the last one.
        with served(site(tmp_path)) as other:
            assert read(f"{other}/t/cup") == page


def test_who_waits_for_long_is_told_that_the_stream_is_there(tmp_path: Path) -> None:
    """Also where the server has looked at the results many times since."""
    hold(tmp_path, cup(boards=1), most=2)
    with (
        mock.patch.multiple(live, SILENCE=2.0, _PAUSE=0.02),
        served(site(tmp_path)) as address,
        urllib.request.urlopen(f"{address}/api/v1/tournaments/cup/events", timeout=LONG) as stream,
    ):
        assert next_event(stream)["matches"] == 2
        assert [stream.readline() for _ in range(2)] == [b"\n", STILL_HERE.splitlines(True)[0]]
