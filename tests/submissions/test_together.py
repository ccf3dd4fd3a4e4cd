"""Several submissions at once: none waits for another's build, none harms another."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.e2e.command import Process, finish, start, write_bot
from tests.e2e.processes import until
from tests.submissions.registries import ACCEPTS_ALL, PLAYS, in_staging, staging, stored

pytestmark = pytest.mark.slow


def submitting(bot: Path, folder: Path) -> Process:
    """The command is started, without the check, which takes longest and touches nothing shared."""
    return start("submit", bot, folder=folder, program=ACCEPTS_ALL)


def test_different_bots_and_the_same_one_twice(tmp_path: Path) -> None:
    first = write_bot(tmp_path / "one" / "bot", PLAYS)
    same = write_bot(tmp_path / "two" / "bot", PLAYS)
    newer = write_bot(tmp_path / "three" / "bot", PLAYS + "# newer\n")
    started = [submitting(bot, tmp_path) for bot in (first, same, newer)]
    with ThreadPoolExecutor() as pool:
        done = list(pool.map(finish, started))
    assert [each.code for each in done] == [0, 0, 0]
    assert sum("is there already as bot@" in each.out for each in done) == 1
    data = tmp_path / "stych-data"
    assert list(stored(data)) == ["bot@1", "bot@2"]
    assert staging(data) == []


def test_who_comes_while_another_builds_leaves_the_others_staging_alone(tmp_path: Path) -> None:
    wait = '["sh", "-c", "echo > .building; until test -e .go; do sleep 0.05; done"]'
    slow = submitting(write_bot(tmp_path / "slow", PLAYS, build=wait), tmp_path)
    until(lambda: bool(in_staging(tmp_path / "stych-data", ".building")))
    [building] = in_staging(tmp_path / "stych-data", ".building")
    quick = finish(submitting(write_bot(tmp_path / "quick", PLAYS), tmp_path))
    assert quick.code == 0
    assert len(staging(tmp_path / "stych-data")) == 1
    building.with_name(".go").touch()
    assert finish(slow).code == 0
    assert list(stored(tmp_path / "stych-data")) == ["quick@1", "slow@1"]
