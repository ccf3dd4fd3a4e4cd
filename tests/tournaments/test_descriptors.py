"""A worker has no more bots than it has files for."""

import resource
from dataclasses import replace
from pathlib import Path

import pytest

from referee.conduct import Conduct
from referee.rpc.local_bot import Entry
from referee.rpc.manifest import read_manifest
from tests.e2e.command import BOTS
from tournaments import descriptors
from tournaments.descriptors import fitting
from tournaments.errors import UserError
from tournaments.plan import Plan


def plan(bots: int, *, fresh: bool = False) -> Plan:
    manifest = read_manifest(BOTS / "random")
    entries = {f"bot-{n}": Entry(f"bot-{n}", BOTS / "random", manifest) for n in range(bots)}
    return Plan(
        tournament="cup",
        seed="s",
        game="fox",
        options={},
        conduct=Conduct(),
        entries=entries,
        logs=Path("logs"),
        fresh_processes=fresh,
    )


class Limits:
    """Those of this process, as if they were these."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, soft: int, hard: int) -> None:
        self.now = (soft, hard)
        monkeypatch.setattr(descriptors.resource, "getrlimit", lambda _: self.now)
        monkeypatch.setattr(descriptors.resource, "setrlimit", self._set)

    def _set(self, _: int, values: tuple[int, int]) -> None:
        assert values[0] <= values[1] or values[1] == resource.RLIM_INFINITY
        self.now = values


def test_64_files_are_enough_for_the_quickstart(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(monkeypatch, 64, 64)
    assert fitting(plan(5), 8) == 8
    assert limits.now == (64, 64)


def test_more_bots_than_files_are_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    Limits(monkeypatch, 64, 64)
    with pytest.raises(UserError, match=r"20 bots .* 184 open files, .* 64: .*ulimit -n 184"):
        fitting(plan(20), 8)


def test_the_soft_limit_is_raised_as_far_as_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(monkeypatch, 64, 4096)
    assert fitting(plan(20), 8) == 8
    assert limits.now == (184, 4096)


@pytest.mark.parametrize("hard", [1 << 20, resource.RLIM_INFINITY])
def test_a_limit_that_is_high_enough_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, hard: int
) -> None:
    limits = Limits(monkeypatch, 4096, hard)
    assert fitting(plan(20), 8) == 8
    assert limits.now == (4096, hard)


def test_fresh_processes_play_fewer_matches_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    Limits(monkeypatch, 64, 64)
    assert fitting(plan(20, fresh=True), 8) == 2
    assert fitting(plan(20, fresh=True), 1) == 1
    Limits(monkeypatch, 32, 32)
    with pytest.raises(UserError, match="2 bots"):
        fitting(replace(plan(20, fresh=True)), 8)
