"""A worker has no more bots than it has files for."""

import resource
from dataclasses import replace
from pathlib import Path

import pytest

from referee.conduct import Conduct
from referee.errors import UserError
from referee.rpc.bot_entry import BotEntry
from referee.rpc.manifest import read_manifest
from tests.e2e.command import BOTS
from tournaments.core.fixtures import Block, make_fixture
from tournaments.run.descriptors import fit_to_file_limit
from tournaments.run.plan import Plan


def plan(bots: int, *, fresh: bool = False) -> Plan:
    manifest = read_manifest(BOTS / "random")
    entries = {f"bot-{n}": BotEntry(f"bot-{n}", BOTS / "random", manifest) for n in range(bots)}
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
    """Stands for the soft and the hard limit of open files of this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, soft: int, hard: int) -> None:
        self.now = (soft, hard)
        monkeypatch.setattr(resource, "getrlimit", lambda _: self.now)
        monkeypatch.setattr(resource, "setrlimit", self._set)

    def _set(self, _: int, values: tuple[int, int]) -> None:
        assert values[0] <= values[1] or values[1] == resource.RLIM_INFINITY
        self.now = values


PAIR = Block(1, ("bot-0", "bot-1"))
MATCHES = [make_fixture("cup", PAIR, seating) for seating in range(2)]
"""A bot meets each deal twice, in two processes."""


def fit(plan_: Plan, at_once: int = 8) -> tuple[bool, int]:
    """Whether each match has processes of its own, and how many matches are played at once."""
    fitted, number = fit_to_file_limit(plan_, MATCHES, at_once)
    return fitted.fresh_processes, number


def test_with_files_for_all_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = Limits(monkeypatch, 1024, 4096)
    assert fit(plan(20)) == (False, 8)
    assert fit(plan(20, fresh=True)) == (True, 8)
    assert limits.now == (1024, 4096)


@pytest.mark.parametrize("hard", [4096, resource.RLIM_INFINITY])
def test_the_soft_limit_is_raised_as_far_as_it_takes(
    monkeypatch: pytest.MonkeyPatch, hard: int
) -> None:
    limits = Limits(monkeypatch, 64, hard)
    assert fit(plan(20)) == (False, 8)
    # The worker has 24 files, and 8 for each process: two of every bot, and two of each match.
    assert limits.now == (24 + 8 * (20 * 2 + 8 * 2), hard)


def test_a_block_that_is_begun_takes_what_a_whole_one_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If a match of it is left to play, its bots have a process for each of its seatings."""
    limits = Limits(monkeypatch, 64, 4096)
    fit_to_file_limit(plan(20), MATCHES[:1], 8)
    assert limits.now[0] == 24 + 8 * (20 * 2 + 8 * 2)


def test_matches_with_processes_of_their_own_come_on_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """There are files for the bots that stay, but for no match that was void."""
    Limits(monkeypatch, 24 + 8 * 20 * 2, 24 + 8 * 20 * 2)
    assert fit(plan(20)) == (True, 8)


def test_where_bots_cannot_stay_they_come_for_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with 64 files and the quickstart: as many matches at once as there are files for."""
    limits = Limits(monkeypatch, 64, 64)
    assert fit(plan(5)) == (True, 2)
    assert fit(plan(5, fresh=True)) == (True, 2)
    assert fit(plan(5, fresh=True), 1) == (True, 1)
    assert limits.now == (64, 64)


def test_with_independent_deals_one_process_of_each_bot_is_enough(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit = 24 + 8 * (5 + 8 * 2)
    Limits(monkeypatch, limit, limit)
    assert fit(plan(5)) == (True, 8)
    assert fit(replace(plan(5), deals="independent")) == (False, 8)


def test_no_files_for_a_single_match_are_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Limits(monkeypatch, 32, 32)
    with pytest.raises(UserError, match=r"2 bots .* 40 open files, .* 32: .*ulimit -n 40"):
        fit(plan(5))
