"""Language models play where the run is, and all else of a tournament on a cluster's machines."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.conduct import FaultKind
from referee.models.model_plan import ModelPlan
from referee.models.settings import Budget
from referee.sandbox.probe import Mode
from stych_cluster.cluster_runner import ClusterRunner
from tests.cluster.running import running
from tests.cluster.thread_cup import PLAN, Cup, ThreadLink
from tests.e2e import forked, spares
from tests.e2e.command import BOTS, call, run, write_tournament
from tests.e2e.reference import shown
from tests.e2e.test_models import check_no_key, tries
from tests.models.needs import needs_openai
from tests.models.stub import KEY, choosing, serving
from tests.records.matches import CRASHED, FakeBot, uniform
from tests.tournaments.scripted import Script
from tournaments.config.tournament_file import Play
from tournaments.core.fixtures import Fixture
from tournaments.formats.round_robin import round_robin
from tournaments.run.port import RunOrder
from tournaments.storage.store import Store

MODEL = "dan"
SPIED = """
import pickle, sys
from stych_cluster.dask_link import DaskLink
from tests.e2e import spares
from tournaments.entry import main

submit = DaskLink.submit

def spied(link, machine, work, *arguments, **more):
    with open("sent", "ab") as file:
        pickle.dump((work.__name__, arguments), file)
    return submit(link, machine, work, *arguments, **more)

DaskLink.submit = spied
sys.argv = sys.argv[1:]
spares.prepare(sys.argv)
main()
"""
"""Runs the command, and appends each task that it submits to a machine to the file `sent`.

Workers of this machine are forked (tests/e2e/spares.py).
"""


def with_model(
    cup: Cup, link: ThreadLink, fixtures: list[Fixture], *more: Iterable[Fixture]
) -> None:
    """Have the cup play `fixtures`, and then each part of `more`. MODEL is a language model.

    Its matches are played one at a time.
    """
    entries: Any = {MODEL: None}
    tournament = SimpleNamespace(play=Play(matches_at_once=1))
    planning: Any = SimpleNamespace(tournament=tournament)
    plan = replace(PLAN, models=ModelPlan(entries, Budget(), Path()))
    cup.fixtures, later = [*fixtures, *(each for part in more for each in part)], iter(more)
    order = RunOrder(plan, planning, fixtures, cup.keep, lambda: next(later, ()), tell=cup.tell)
    cup.runner = ClusterRunner(link, order, Mode.AUTO)


def failing(name: str) -> Callable[[str], FakeBot]:
    """Gives the bot of each entrant: that of `name` crashes whenever it is asked."""
    return lambda entrant: FakeBot(lambda *asked: CRASHED if entrant == name else uniform(*asked))


def test_matches_of_a_model_reach_no_machine_and_all_are_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link, script = ThreadLink("a", "b"), Script()
    cup = Cup(link, 3, monkeypatch, script)
    with_model(cup, link, cup.fixtures)
    here = [each.id for each in cup.fixtures if MODEL in each.seats]
    script.voids.update([here[0], next(each.id for each in cup.fixtures if each.id not in here)])
    try:
        assert cup.runner.run(begin=cup.begin)
    finally:
        link.end()
    cup.check_whole()
    assert sum(size for _, size in link.parcels) == len(cup.fixtures) - len(here)
    # A void there and one here are both told of, and both matches were played again.
    assert len(cup.voids) == 2
    assert here[0] in [each.match for each in cup.voids]
    assert cup.runner.faults.withdrawn == frozenset()


def test_a_row_of_faults_goes_on_from_machines_to_the_model_and_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two matches on a machine and the first one here withdraw bob, here and on the machine."""
    link, script = ThreadLink("a"), Script(seat=failing("bob"))
    cup = Cup(link, 1, monkeypatch, script)
    boards = list(round_robin("cup", ("ann", "bob", MODEL), 2, 2))
    first, second = ([each for each in boards if each.block.board == n] for n in (1, 2))
    with_model(cup, link, first, second)
    try:
        assert cup.runner.run(begin=cup.begin)
    finally:
        link.end()
    cup.check_whole()
    kinds = [each.faults[0].fault.kind for each in script.kept if each.faults]
    assert kinds == [FaultKind.CRASHED] * 3 + [FaultKind.WITHDRAWN] * 5
    assert cup.runner.faults.withdrawn == {"bob"}


def test_a_run_that_is_stopped_at_the_matches_of_a_model_leaves_no_bots_on_machines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    link, script = ThreadLink("a"), Script()
    cup = Cup(link, 3, monkeypatch, script)
    with_model(cup, link, cup.fixtures)
    there = sum(MODEL not in each.seats for each in cup.fixtures)
    try:
        assert not cup.runner.run(lambda: len(script.kept) > there, cup.begin)
        assert there < len(script.kept) < len(cup.fixtures)
        assert link.is_over("a")
    finally:
        link.end()


@pytest.mark.slow
@pytest.mark.unconfined
@pytest.mark.minutes(1)
@needs_openai
def test_a_run_with_a_model_gives_the_same_with_and_without_a_cluster_and_sends_no_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(choosing()) as stub, running(tmp_path, "one") as cluster:
        # Only now, since the machine that was started above calls no models.
        monkeypatch.setattr(forked, "MORE", [*forked.MORE, spares.MODELS])
        file = write_tournament(tmp_path / "cup.toml", [BOTS / "random", BOTS / "first"], 1)
        llm = f'model = "able", base_url = "{stub.url}", key_env = "LLM_KEY"'
        with file.open("a") as more:
            more.write(f'[[entrants]]\nname = "able"\nllm = {{ {llm} }}\n')
        data, here = tmp_path / "data", tmp_path / "here"
        words = ("--data", data, "run", file, *cluster.options)
        done = run(*words, folder=tmp_path, program=SPIED, LLM_KEY=KEY)
        assert (done.code, done.err) == (0, "")
        assert "one played 2 matches" in done.out
        with Store(data) as store:
            found = list(store.records("cup"))
        # Every answer is in one record, once.
        assert tries(found) == len(stub.calls) > 0
        sent = (tmp_path / "sent").read_bytes()
        assert b"prepare" in sent
        assert KEY.encode() not in sent
        assert stub.url.encode() not in sent
        check_no_key(tmp_path)
        assert run("--data", here, "run", file, folder=tmp_path, LLM_KEY=KEY).code == 0
    assert shown(data, file) == shown(here, file)
    verified = call("--data", data, "verify", file)
    assert (verified.code, verified.err) == (0, "")
