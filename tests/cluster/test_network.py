"""A network that is slow, that breaks off, or that is silent: what is played stays the same."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.cluster.kills import GONE
from tests.cluster.play import Play, sleepers
from tests.cluster.proxy import Proxy
from tests.cluster.running import Cluster, running
from tests.e2e.command import LONG, finish, run
from tests.e2e.processes import until

pytestmark = [pytest.mark.slow, pytest.mark.unconfined, pytest.mark.minutes(3)]

SILENT = 240.0
"""Seconds after which a silence was surely noticed."""


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cluster]:
    monkeypatch.setenv("STYCH_ISOLATION", "off")
    with running(tmp_path, tls=True) as cluster:
        yield cluster


@pytest.fixture
def proxy(cluster: Cluster) -> Iterator[Proxy]:
    with Proxy(*cluster.place) as proxy:
        yield proxy


def far(proxy: Proxy) -> str:
    """The scheduler's address through the proxy."""
    return f"tls://127.0.0.1:{proxy.port}"


def _is_dialled(proxy: Proxy, before: int) -> bool:
    return proxy.connections > before


def test_connections_of_a_machine_that_are_slow_and_break(
    cluster: Cluster, proxy: Proxy, tmp_path: Path
) -> None:
    proxy.delay(0.05)
    cluster.join("far", address=far(proxy))
    play = Play(cluster, tmp_path, 50)
    play.goes_on()
    for disturb in (partial(proxy.cut, reset=True), proxy.tear):
        before = proxy.connections
        disturb()
        # It dials again, by itself.
        until(partial(_is_dialled, proxy, before), LONG)
        play.goes_on()
    done = finish(play.process)
    assert done.code == 0, done.err
    # Not twice for certain: the torn connection may have been one for signs of life alone.
    assert done.out.count("far is gone") >= 1, done.out
    assert done.out.count("far plays: ") >= 2, done.out
    play.check()


@pytest.mark.long
@pytest.mark.parametrize("how", ["cut", "reset", "torn", "held"])
def test_connections_of_a_run_that_break(
    cluster: Cluster, proxy: Proxy, tmp_path: Path, how: str
) -> None:
    proxy.delay(0.05)
    cluster.join("near")
    play = Play(cluster, tmp_path, 100, sleepers(tmp_path), far(proxy))
    play.goes_on()
    if how == "torn":
        proxy.tear()
    elif how == "held":
        proxy.hold()
    else:
        proxy.cut(reset=how == "reset")
    done = finish(play.process, SILENT)
    assert done.code == 1, done
    assert GONE in done.err, done
    proxy.let_go()
    done = run(*play.words, folder=tmp_path)
    assert done.code == 0, done.err
    play.check()


@pytest.mark.long
def test_a_machine_that_is_silent_is_left_and_comes_back(
    cluster: Cluster, proxy: Proxy, tmp_path: Path
) -> None:
    """Its connections are there all the time, as through a proxy that hangs."""
    cluster.join("near")
    machine = cluster.join("far", address=far(proxy))
    play = Play(cluster, tmp_path, 100, sleepers(tmp_path))
    play.goes_on()
    proxy.hold()
    assert machine.poll() is None
    done = finish(play.process, SILENT)
    assert done.code == 0, done.err
    assert "far is gone" in done.out, done.out
    play.check()
    # What it says at last harms nobody, and it plays again.
    proxy.let_go()
    cluster.kill("near")
    again = Play(cluster, tmp_path / "again", 20)
    done = finish(again.process)
    assert done.code == 0, done.err
    assert "far plays: " in done.out, done.out
    again.check()


@pytest.mark.long
def test_a_network_that_stands_still_for_a_while(
    cluster: Cluster, proxy: Proxy, tmp_path: Path
) -> None:
    cluster.join("near")
    cluster.join("far", address=far(proxy))
    play = Play(cluster, tmp_path, 150, sleepers(tmp_path))
    play.goes_on()
    for _ in range(3):
        proxy.hold()
        play.goes_on()
        proxy.let_go()
        play.goes_on()
    done = finish(play.process)
    assert done.code == 0, done.err
    play.check()
