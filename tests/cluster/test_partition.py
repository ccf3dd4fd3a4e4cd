"""Machines in networks of their own, whose links are taken down: what is played stays the same."""

import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.cluster.namespaces import Namespace, why_none
from tests.cluster.play import Play, sleepers
from tests.cluster.running import running
from tests.e2e.command import finish

pytestmark = [pytest.mark.long, pytest.mark.slow, pytest.mark.unconfined, pytest.mark.minutes(5)]


def test_a_network_that_is_parted_for_thirty_seconds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if why := why_none():
        pytest.skip(why)
    monkeypatch.setenv("STYCH_ISOLATION", "off")
    with ExitStack() as stack:
        networks = [stack.enter_context(Namespace()) for _ in range(2)]
        cluster = stack.enter_context(running(tmp_path, tls=True, listen="0.0.0.0:0"))
        for name, network in zip(("a", "b"), networks, strict=True):
            address = f"tls://{network.here}:{cluster.place[1]}"
            cluster.join(name, address=address, before=network.words)
        play = Play(cluster, tmp_path, 400, sleepers(tmp_path))
        play.goes_on()
        networks[0].take_down()
        time.sleep(30)
        networks[0].bring_up()
        play.goes_on()
        # Both at once, and for less than it takes to be missed.
        for network in networks:
            network.take_down()
        time.sleep(5)
        for network in networks:
            network.bring_up()
        done = finish(play.process)
        assert done.code == 0, (done.out, done.err)
        assert "a played " in done.out, done.out
        assert "b played " in done.out, done.out
        play.check()
    assert not cluster.left()
