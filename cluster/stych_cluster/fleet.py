"""The machines of one run: they join, are checked whether they fit it, prepare, and leave."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain, count
from typing import Final

from referee.errors import RunError, UserError
from referee.rpc.bot_entry import BotEntry
from referee.sandbox.probe import Mode
from stych_cluster import tasks
from stych_cluster.about import unfit
from stych_cluster.archives import packed
from stych_cluster.link import Answer, ClusterLink, SeenMachine
from stych_cluster.machine_handle import MachineHandle, MachineStage
from stych_cluster.parcels import CannotPlay, Lacking, Parcel, Ready, RunSetting
from tournaments.core.words import how_many

_LOOK_SECONDS: Final = 1.0
"""Seconds between two looks at which machines there are."""
_END_SECONDS: Final = 10.0
"""The most seconds to wait until machines without a parcel have ended the run."""


class Fleet:
    """All machines that ever joined the run, each with its stage."""

    def __init__(
        self,
        link: ClusterLink,
        setting: RunSetting,
        entries: Mapping[str, BotEntry],
        mode: Mode,
        say: Callable[[str], None],
    ) -> None:
        """`entries` are the bots of the plan by name, with their folders on this machine.

        `mode` is the isolation that is asked for. `say` is given a sentence when a machine joins,
        leaves, or cannot play.
        """
        self._link = link
        self.setting = setting
        self._entries = entries
        self._mode = mode
        self._say = say
        self._present: dict[str, MachineHandle] = {}
        """By address: the machines that are there now."""
        self._preparing: dict[int, MachineHandle] = {}
        """By task: the machines that were asked to prepare."""
        self._reasons: dict[MachineHandle, str] = {}
        """By excluded machine: the reason, as a clause."""
        self._due = 0.0
        """When to look at the machines again, by `time.monotonic`."""
        self._is_waiting = False
        """Whether there was no machine at the last look."""
        self.all: list[MachineHandle] = []
        """All machines in the order in which they joined, also those that left."""

    @property
    def ready(self) -> list[MachineHandle]:
        """The machines that are there and can play."""
        return [each for each in self._present.values() if each.stage is MachineStage.READY]

    @property
    def under_way(self) -> int:
        """How many fixtures are in the parcels that machines have."""
        return sum(
            len(parcel.fixtures)
            for machine in self._present.values()
            for parcel in machine.under_way.values()
        )

    def look(self) -> list[Parcel]:
        """Ask which machines are there, at most once a second, and prepare those that are new.

        Returns the parcels of machines that left. Raises RunError when the scheduler is gone.
        """
        if time.monotonic() < self._due:
            return []
        self._due = time.monotonic() + _LOOK_SECONDS
        # A machine that comes back has another address, and counts as a new one without parcels.
        seen = self._link.machines()
        lost = [
            parcel
            for address in self._present.keys() - seen.keys()
            for parcel in self._remove(address)
        ]
        for address in sorted(seen.keys() - self._present.keys()):
            self._add(address, seen[address])
        if not self._present and not self._is_waiting:
            self._say("no machine is there: waiting; `stych worker ADDRESS` starts one")
        self._is_waiting = not self._present
        return lost

    def _add(self, address: str, seen: SeenMachine) -> None:
        machine = MachineHandle(address, replace(seen, name=self._unique_name(seen.name)))
        self._present[address] = machine
        self.all.append(machine)
        if why := unfit(seen.info, self.setting.plan.game, self._mode):
            self.exclude(machine, why)
            return
        self._prepare(machine, {})

    def _unique_name(self, name: str) -> str:
        """The name, such as `NAME (2)` when another machine that is there has the name `NAME`."""
        names = {each.name for each in self._present.values()}
        numbered = (f"{name} ({number})" for number in count(2))
        return next(each for each in chain([name], numbered) if each not in names)

    def _prepare(self, machine: MachineHandle, archives: Mapping[str, bytes]) -> None:
        task = self._link.submit(machine.address, tasks.prepare, self.setting, archives)
        self._preparing[task] = machine

    def _remove(self, address: str) -> list[Parcel]:
        """Remove the machine, and return the parcels that it had."""
        machine = self._present.pop(address)
        parcels = list(machine.under_way.values())
        preparations = [task for task, each in self._preparing.items() if each is machine]
        for task in preparations:
            del self._preparing[task]
        self._link.forget([*machine.under_way, *preparations])
        machine.under_way.clear()
        number = sum(len(each.fixtures) for each in parcels)
        again = (
            f"; {how_many(number, 'match')} of its last parcels are played again" if number else ""
        )
        self._say(f"{machine.name} is gone{again}")
        return parcels

    def exclude(self, machine: MachineHandle, why: str) -> None:
        """Give the machine nothing more of this run, and say why; `why` is a clause.

        Nothing is done for a machine that is excluded already.
        """
        if machine.stage is not MachineStage.EXCLUDED:
            machine.stage = MachineStage.EXCLUDED
            self._reasons[machine] = why
            self._say(f"{machine.name} does not play: {why}")

    def take(self, answer: Answer) -> bool:
        """Take the answer to a preparation; returns False when it answers another task."""
        machine = self._preparing.pop(answer.task, None)
        if machine is None:
            return False
        match answer.value:
            case Ready():
                machine.stage = MachineStage.READY
                self._say(self._about(machine))
            case Lacking(digests):
                self._send(machine, digests)
            case CannotPlay(why):
                self.exclude(machine, why)
            case _:
                self.exclude(machine, answer.error)
        return True

    def _send(self, machine: MachineHandle, digests: tuple[str, ...]) -> None:
        names = {digest: name for name, digest in self.setting.digests.items()}
        try:
            archives = {each: packed(self._entries[names[each]]) for each in digests}
        except UserError as error:
            self.exclude(machine, f"a bot cannot be sent there: {error}")
            return
        self._prepare(machine, archives)

    def _about(self, machine: MachineHandle) -> str:
        info = machine.seen.info
        # A machine without a description was excluded when it joined.
        assert info is not None  # noqa: S101
        speeds = [each.seen.info.speed for each in self.all if each.seen.info]
        jobs = how_many(info.jobs, "worker")
        speed = (
            f", {100 * info.speed / speeds[0]:.0f} % of the first one's speed" if speeds[0] else ""
        )
        return f"{machine.name} plays: {jobs}, isolation {info.isolation}{speed}"

    def check(self, *, begun: bool) -> None:
        """Raise an error if there are machines, and all of them are excluded.

        It is a RunError if play has `begun`, else a UserError.
        """
        if not self._present or any(
            each.stage is not MachineStage.EXCLUDED for each in self._present.values()
        ):
            return
        reasons = "; ".join(
            f"{each.name}: {self._reasons[each]}" for each in self._present.values()
        )
        text = f"no machine of the cluster can play {self.setting.plan.tournament}: {reasons}"
        if begun:
            raise RunError(f"{text}. What was played is kept, and the next run goes on")
        raise UserError(f"{text}; no match was played")

    def tell_withdrawn(self, names: frozenset[str]) -> None:
        """Tell the machines which entrants are withdrawn, also from the parcels that they have."""
        for machine in self.ready:
            self._link.submit(machine.address, tasks.withdraw, self.setting.id, names)

    def finish(self) -> None:
        """End the run on the ready machines without a parcel; wait for that up to _END_SECONDS.

        Machines with a parcel are left to `give_up`. Raises RunError when the scheduler is gone.
        """
        run = self.setting.id
        pending = {
            self._link.submit(each.address, tasks.finish, run, each.take_saved())
            for each in self.ready
            if not each.under_way
        }
        end = time.monotonic() + _END_SECONDS
        while pending and time.monotonic() < end:
            # Answers of other tasks are not needed any more: the run is over.
            pending -= {each.task for each in self._link.answers(1.0)}

    def give_up(self) -> None:
        """Give up all parcels and preparations: a machine that has one ends the run by itself."""
        parcels = [task for each in self._present.values() for task in each.under_way]
        self._link.forget([*parcels, *self._preparing])
