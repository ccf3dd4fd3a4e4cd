"""A tournament on a cluster whose machines and workers are threads of this process."""

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from queue import Empty, SimpleQueue
from typing import Any

import pytest

from referee.conduct import Conduct
from referee.sandbox.probe import Mode
from stych_cluster import cluster_runner, fleet, tasks
from stych_cluster.cluster_runner import ClusterRunner
from stych_cluster.link import Answer, SeenMachine
from stych_cluster.machine_run import MachineRun
from stych_cluster.parcels import CannotPlay, Ready, RunSetting
from tests.cluster.here import here
from tests.records.matches import make_plan
from tests.tournaments.scripted import Script
from tournaments.core.dealing import deal_of
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.formats.round_robin import round_robin
from tournaments.hosting.notices import ClusterNews, Notice
from tournaments.run.port import RunOrder

NAMES = ("ann", "bob", "cyd", "dan")
PLAN = make_plan(*NAMES, options={"target": 1}, conduct=Conduct(faults_in_a_row=3))


def fixtures(boards: int) -> list[Fixture]:
    return list(round_robin("cup", NAMES, 2, boards))


class ThreadLink:
    """A link to machines that are threads; `seen` has those that are there now."""

    def __init__(self, *names: str, unable: str = "") -> None:
        self.seen: dict[str, SeenMachine] = {}
        self.parcels: list[tuple[str, int]] = []
        """The machine and the number of fixtures of each parcel that was submitted."""
        self.withdrawals: list[tuple[str, frozenset[str]]] = []
        self._unable = unable
        self._runs: dict[str, MachineRun] = {}
        self._done: SimpleQueue[tuple[str, Answer]] = SimpleQueue()
        self._number = 0
        self._wanted: set[int] = set()
        for name in names:
            self.join(name)

    def join(self, name: str) -> None:
        self.seen[name] = SeenMachine(name, here())

    def kill(self, name: str) -> None:
        """Remove a machine, with all its answers that were not fetched."""
        self.seen.pop(name, None)
        if run := self._runs.pop(name, None):
            run.end()

    def is_over(self, name: str) -> bool:
        """Whether the machine plays nothing of the run any more."""
        return self._runs[name].is_over

    def end(self) -> None:
        for name in list(self._runs):
            self.kill(name)

    def machines(self) -> Mapping[str, SeenMachine]:
        return dict(self.seen)

    def submit(
        self, machine: str, work: Callable[..., Any], *arguments: Any, is_parcel: bool = False
    ) -> int:
        self._number += 1
        self._wanted.add(self._number)
        if is_parcel:
            self.parcels.append((machine, len(arguments[1].fixtures)))
        do = threading.Thread(
            target=self._do, args=(self._number, machine, work, *arguments), daemon=True
        )
        do.start()
        return self._number

    def _do(self, number: int, machine: str, work: Callable[..., Any], *arguments: Any) -> None:
        try:
            value = self._value(number, machine, work, *arguments)
            self._done.put((machine, Answer(number, value)))
        except Exception as error:
            self._done.put((machine, Answer(number, error=str(error))))

    def _value(self, number: int, machine: str, work: Callable[..., Any], *arguments: Any) -> Any:
        if work is tasks.prepare:
            if self._unable:
                return CannotPlay(self._unable)
            self._runs[machine] = self._run(arguments[0])
            assert self._runs[machine].wait_started(lambda: True)
            return Ready()
        run = self._runs[machine]
        if work is tasks.play:
            return run.play(arguments[1], lambda: number in self._wanted)
        if work is tasks.withdraw:
            self.withdrawals.append((machine, arguments[1]))
            return run.withdraw(arguments[1])
        assert work is tasks.finish
        return run.finish(arguments[1])

    def _run(self, setting: RunSetting) -> MachineRun:
        withdrawn = setting.withdrawn
        return MachineRun(PLAN, nullcontext(), jobs=2, at_once=3, withdrawn=withdrawn)

    def answers(self, seconds: float) -> list[Answer]:
        try:
            machine, answer = self._done.get(timeout=min(seconds, 0.01))
        except Empty:
            return []
        return [answer] if machine in self.seen else []

    def forget(self, tasks: Iterable[int]) -> None:
        self._wanted -= set(tasks)


class Cup:
    """A tournament that is played over a `ThreadLink`."""

    def __init__(
        self, link: ThreadLink, boards: int, monkeypatch: pytest.MonkeyPatch, script: Script
    ) -> None:
        self.fixtures = fixtures(boards)
        self.script = script
        self.voids: list[Void] = []
        self.news: list[str] = []
        self.batches = 0
        self.begun = 0
        script.install(monkeypatch)
        monkeypatch.setattr(fleet, "_LOOK_SECONDS", 0.0)
        monkeypatch.setattr(fleet, "_END_SECONDS", 0.5)
        setting = self._setting()
        monkeypatch.setattr(cluster_runner, "setting_of", lambda *_: setting)
        planning: Any = None
        order = RunOrder(PLAN, planning, self.fixtures, self.keep, tell=self.tell)
        self.runner = ClusterRunner(link, order, Mode.AUTO)
        self.do: Callable[[int], None] = lambda _: None
        """Called with the number of matches that are saved, each time that some were saved."""

    def _setting(self) -> RunSetting:
        widest = self.fixtures[0]
        limits: Any = None
        return RunSetting("run", PLAN, {}, limits, (), thinking=0, at_once=3, widest=widest)

    def keep(self, records: Any) -> None:
        self.batches += 1
        self.script.keep(records)
        self.do(len(self.script.kept))

    def tell(self, notice: Notice | Void) -> None:
        if isinstance(notice, Void):
            self.voids.append(notice)
        if isinstance(notice, ClusterNews):
            self.news.append(notice.text)

    def begin(self) -> None:
        assert not self.script.kept
        self.begun += 1

    def check_whole(self) -> None:
        """Check that play began once and every match is saved once, and when deals were opened.

        A deal must not be opened before all matches on it are saved.
        """
        kept = [each.id for each in self.script.kept]
        assert sorted(kept) == sorted(each.id for each in self.fixtures)
        on_deal: dict[Any, set[str]] = {}
        for each in self.fixtures:
            on_deal.setdefault(deal_of(each, PLAN.deals), set()).add(each.id)
        for deal, then in self.script.openings:
            assert on_deal[deal] <= then, f"{deal} was opened while it was played"
        assert self.begun == 1
