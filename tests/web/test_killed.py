"""A server that is killed loses no match that was over, and no process of it runs on."""

import signal
from pathlib import Path
from random import Random

import pytest

from tests.e2e.processes import alive, descendants, until
from tests.web.running import read, running
from tests.web.seats import asked, visitor_at

pytestmark = [pytest.mark.slow, pytest.mark.unconfined]


async def test_a_server_that_is_killed_while_somebody_plays(data: Path) -> None:
    web = ("--data", data, "web", "--play", "--port", 0)
    with running(*web) as (process, address):
        async with visitor_at(address) as ann:
            first = await ann.sit_down("fox")
            await ann.play_on(first, Random(1))
            kept = {path.name: path.read_bytes() for path in (data / "joined").iterdir()}
            assert len(kept) == 1
            page = await ann.until_asked(await ann.sit_down("fox"))
            assert asked(page.text)
            table = await ann.http.get("api/v1/tournaments/cup")
        playing = descendants(process.pid)
        assert playing
        process.send_signal(signal.SIGKILL)
        process.wait()
        until(lambda: not alive(playing))
    # The match that was over is kept as it was. The one under way may be kept as well: its referee
    # is a process of its own, which learns that the server is gone.
    assert kept == {name: (data / "joined" / name).read_bytes() for name in kept}
    with running(*web) as (_, address):
        assert read(f"{address}api/v1/tournaments/cup") == table.text
        with pytest.raises(OSError, match="404"):
            read(address.rstrip("/") + page.url.path)
