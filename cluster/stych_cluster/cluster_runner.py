"""A runner whose matches are played by the machines of a cluster.

Matches on a deal with a language model are played on this machine, after all other known matches.
Only the runner saves matches. When a machine is gone, only the parcels that it had are lost: other
machines play their matches again, under the same ids.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from typing import Final

from referee.errors import RunError
from referee.record import Record
from referee.sandbox.probe import Mode
from stych_cluster import tasks
from stych_cluster.apart import standing_apart
from stych_cluster.fleet import Fleet
from stych_cluster.link import Answer, ClusterLink
from stych_cluster.machine_handle import MachineHandle
from stych_cluster.parcel_queue import ParcelQueue, group_key, parcel_size
from stych_cluster.parcels import PARCELS_AT_ONCE, Parcel, ParcelReport
from stych_cluster.setting import setting_of
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.core.words import how_many
from tournaments.hosting.notices import ClusterNews
from tournaments.run.local_runners import LocalRunners
from tournaments.run.port import RunOrder
from tournaments.run.withdrawal import FaultCount

_TICK_SECONDS: Final = 0.2
"""How long a step of the runner waits for an answer of a machine, at most."""


class ClusterRunner:
    """Plays the fixtures of one order on the machines of a cluster, and some on this machine."""

    def __init__(self, link: ClusterLink, order: RunOrder, mode: Mode, jobs: int = 1) -> None:
        """Up to `jobs` workers of this machine play the matches on deals with language models."""
        self._link = link
        self._order = order
        self._mode = mode
        self._jobs = jobs
        self._queue = ParcelQueue(order.plan.deals)
        self._local: list[Fixture] = []
        """The fixtures that are to be played on this machine."""
        self._unsaved: dict[str, Fixture] = {}
        """By id: the fixtures that machines were given, until their matches are saved."""
        self._last_parcel = 0
        """The number of the last parcel that was given out."""
        self._begin: Callable[[], None] = lambda: None
        """Is called when play begins; `_begun` tells whether that was done."""
        self._begun = False
        self.faults = FaultCount(order.plan.conduct.faults_in_a_row, withdrawn=order.withdrawn)
        self._add(order.fixtures)

    def run(
        self,
        stopped: Callable[[], bool] = lambda: False,
        begin: Callable[[], None] | None = None,
        *,
        all_bots: bool = False,
    ) -> bool:
        """Play until nothing is left, or until `stopped` is true; returns whether all was played.

        `begin` is called once, before the first match, when one machine has started the bots of the
        queued fixtures, or with `all_bots` all bots of the plan. If all fixtures are for this
        machine, `begin` is called as by a local runner. While no machine is there, the runner waits
        for one. Raises UserError when no machine can play and play has not begun, or a path that
        bots are to read is missing; RunError when no machine can play any more or the scheduler is
        gone; and for matches of language models what a local runner raises.
        """
        self._begin = begin or self._begin
        fleet = self._fleet(all_bots=all_bots)
        try:
            while self._play(fleet, stopped) and self._play_here(stopped):
                if not (more := list(self._order.more())):
                    return True
                self._add(more)
            return False
        finally:
            self._end(fleet)

    def try_bots(self, stopped: Callable[[], bool], *, all_bots: bool = False) -> bool:
        """Only start the bots; False if `stopped` became true. Raises as `run` does.

        A machine starts the bots of the queued fixtures, and this machine those of the local ones.
        """
        fleet = self._fleet(all_bots=all_bots)
        try:
            while self._queue and not fleet.ready:
                if stopped():
                    return False
                self._step(fleet)
        finally:
            self._end(fleet)
        if not self._local:
            return True
        return LocalRunners().make(self._local_order(), jobs=1).try_bots(stopped, all_bots=all_bots)

    def _fleet(self, *, all_bots: bool) -> Fleet:
        order = self._order
        setting = setting_of(order, None if all_bots else self._queue.names())
        return Fleet(self._link, setting, order.plan.entries, self._mode, self._say)

    def _add(self, fixtures: Iterable[Fixture]) -> None:
        """Divide fixtures: those on a deal with a language model are local, others are queued.

        Local fixtures that were added before must have been played.
        """
        added, deals = list(fixtures), self._order.plan.deals
        models = self._order.plan.models
        names = models.entries.keys() if models else frozenset[str]()
        # All matches on a deal stay together, or nobody could tell when the deal may be opened.
        local = {group_key(each, deals) for each in added if not names.isdisjoint(each.seats)}
        self._local = [each for each in added if group_key(each, deals) in local]
        self._queue.extend(each for each in added if group_key(each, deals) not in local)

    # -- on machines

    def _play(self, fleet: Fleet, stopped: Callable[[], bool]) -> bool:
        """Play all fixtures of the queue; False if `stopped` became true."""
        while self._queue or fleet.under_way:
            if stopped():
                return False
            self._step(fleet)
            if fleet.ready:
                self._begin_once()
                self._hand_out(fleet)
        return True

    def _step(self, fleet: Fleet) -> None:
        for parcel in fleet.look():
            self._put_back(parcel)
        for answer in self._link.answers(_TICK_SECONDS):
            if not fleet.take(answer):
                self._take(fleet, answer)
        fleet.check(begun=self._begun)

    def _begin_once(self) -> None:
        if not self._begun:
            self._begun = True
            self._begin()

    def _hand_out(self, fleet: Fleet) -> None:
        ready = fleet.ready
        all_rates = sum(each.rate for each in ready)
        # Round by round, so that no machine has two parcels while another one has none.
        for parcels in range(PARCELS_AT_ONCE):
            for machine in ready:
                if self._queue and len(machine.under_way) == parcels:
                    self._give(fleet, machine, all_rates)

    def _give(self, fleet: Fleet, machine: MachineHandle, all_rates: float) -> None:
        first = machine.workers * fleet.setting.at_once
        size = parcel_size(machine.rate, all_rates, len(self._queue), first)
        fixtures = self._queue.take(size)
        self._last_parcel += 1
        parcel = Parcel(self._last_parcel, fixtures, machine.take_saved(), self.faults.withdrawn)
        self._unsaved.update((each.id, each) for each in fixtures)
        task = self._link.submit(machine.address, tasks.play, fleet.setting, parcel, is_parcel=True)
        machine.under_way[task] = parcel

    def _take(self, fleet: Fleet, answer: Answer) -> None:
        machine = next((each for each in fleet.all if answer.task in each.under_way), None)
        # The task was a withdrawal, or its machine has left.
        if machine is None:
            return
        parcel = machine.under_way.pop(answer.task)
        report = answer.value
        if not isinstance(report, ParcelReport):
            self._put_back(parcel)
            fleet.exclude(machine, answer.error)
            return
        # The machine is told of a parcel only after its matches are saved.
        self._save(fleet, machine, report)
        machine.saved.append(parcel.number)
        self._put_back(parcel)
        if report.problem:
            fleet.exclude(machine, report.problem)

    def _save(self, fleet: Fleet, machine: MachineHandle, report: ParcelReport) -> None:
        for each in report.reports:
            if isinstance(each, Void):
                self._order.tell(each)
        # Whatever a machine reports, only matches that were given out are saved, and each once.
        records = [each for each in report.reports if isinstance(each, Record)]
        records = [each for each in records if self._unsaved.pop(each.id, None)]
        machine.note(report, records)
        if not records:
            return
        self._order.save(records)
        before = self.faults.withdrawn
        for record in records:
            self.faults.note(record)
        if self.faults.withdrawn != before:
            fleet.tell_withdrawn(self.faults.withdrawn)

    def _put_back(self, parcel: Parcel) -> None:
        """Put the matches of the parcel that were not saved back at the front of the queue."""
        self._queue.put_back([each for each in parcel.fixtures if each.id in self._unsaved])

    # -- on this machine

    def _play_here(self, stopped: Callable[[], bool]) -> bool:
        if not self._local:
            return True
        runner = LocalRunners().make(self._local_order(), jobs=self._jobs)
        # Faults in a row are counted on from the matches that machines played.
        runner.faults = self.faults
        self._local = []
        return runner.run(stopped, self._begin_once)

    def _local_order(self) -> RunOrder:
        return replace(
            self._order,
            fixtures=self._local,
            more=lambda: (),
            withdrawn=self.faults.withdrawn,
        )

    # -- the end

    def _end(self, fleet: Fleet) -> None:
        fleet.give_up()
        # All reports are saved, and machines without a scheduler end their bots by themselves.
        with suppress(RunError):
            fleet.finish()
        for machine in fleet.all:
            if machine.played:
                self._say(_summary(machine))
        for machine, faults, expected in standing_apart(fleet.all):
            self._say(
                f"{machine.name} stands apart: {how_many(faults, 'fault')} where the same bots"
                f" would have had {expected:.1f} elsewhere; its matches count all the same"
            )

    def _say(self, text: str) -> None:
        self._order.tell(ClusterNews(text))


def _summary(machine: MachineHandle) -> str:
    rate = machine.played / machine.seconds if machine.seconds else 0.0
    faults = Counter(machine.faults).total()
    parts = [how_many(faults, "fault")] if faults else []
    parts += [how_many(machine.voids, "void")] if machine.voids else []
    more = f", {', '.join(parts)}" if parts else ""
    return f"{machine.name} played {how_many(machine.played, 'match')}, {rate:.1f} a second{more}"
