"""The machines of one run: they join, are compared with it, prepare, and leave."""

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
from stych_cluster.machine_end import MachineEnd, MachineStage
from stych_cluster.parcels import CannotPlay, Lacking, Parcel, Ready, RunSetting
from tournaments.core.words import how_many

_LOOK_SECONDS: Final = 1.0
"""How often it is asked which machines there are."""
_END_SECONDS: Final = 10.0
"""Seconds for machines to end a run of which all was played."""


class Fleet:
    """All machines that ever joined the run, and what becomes of them."""

    def __init__(
        self,
        link: ClusterLink,
        setting: RunSetting,
        entries: Mapping[str, BotEntry],
        mode: Mode,
        say: Callable[[str], None],
    ) -> None:
        """`entries` are the bots as they are here; `say` tells of machines that come and go."""
        self._link = link
        self.setting = setting
        self._entries = entries
        self._mode = mode
        self._say = say
        self._there: dict[str, MachineEnd] = {}
        """Those that are there now, by address."""
        self._preparing: dict[int, MachineEnd] = {}
        """By task."""
        self._why: dict[MachineEnd, str] = {}
        """Why machines are out."""
        self._due = 0.0
        self._is_waiting = False
        """Whether it was told that nobody is there."""
        self.all: list[MachineEnd] = []

    @property
    def ready(self) -> list[MachineEnd]:
        """The machines that play now, or could."""
        return [each for each in self._there.values() if each.stage is MachineStage.READY]

    @property
    def under_way(self) -> int:
        """How many fixtures machines have."""
        parcels = (each for end in self._there.values() for each in end.under_way.values())
        return sum(len(parcel.fixtures) for parcel in parcels)

    def look(self) -> list[Parcel]:
        """See which machines are there, once a second; returns the parcels of those that left.

        Raises RunError when nobody can tell.
        """
        if time.monotonic() < self._due:
            return []
        self._due = time.monotonic() + _LOOK_SECONDS
        # A machine that comes back has another address: what it had is not there any more.
        seen = self._link.machines()
        lost = [
            parcel for address in self._there.keys() - seen.keys() for parcel in self._left(address)
        ]
        for address in sorted(seen.keys() - self._there.keys()):
            self._joined(address, seen[address])
        if not self._there and not self._is_waiting:
            self._say("no machine is there: waiting; `stych worker ADDRESS` starts one")
        self._is_waiting = not self._there
        return lost

    def _joined(self, address: str, seen: SeenMachine) -> None:
        machine = MachineEnd(address, replace(seen, name=self._own_name(seen.name)))
        self._there[address] = machine
        self.all.append(machine)
        if why := unfit(seen.info, self.setting.plan.game, self._mode):
            self.put_out(machine, why)
            return
        self._prepare(machine, {})

    def _own_name(self, name: str) -> str:
        """The name, with a number where another one that is there has it."""
        names = {each.name for each in self._there.values()}
        numbered = (f"{name} ({number})" for number in count(2))
        return next(each for each in chain([name], numbered) if each not in names)

    def _prepare(self, machine: MachineEnd, archives: Mapping[str, bytes]) -> None:
        task = self._link.submit(machine.address, tasks.prepare, self.setting, archives)
        self._preparing[task] = machine

    def _left(self, address: str) -> list[Parcel]:
        machine = self._there.pop(address)
        parcels = list(machine.under_way.values())
        mine = [task for task, each in self._preparing.items() if each is machine]
        for task in mine:
            del self._preparing[task]
        self._link.forget([*machine.under_way, *mine])
        machine.under_way.clear()
        number = sum(len(each.fixtures) for each in parcels)
        again = (
            f"; {how_many(number, 'match')} of its last parcels are played again" if number else ""
        )
        self._say(f"{machine.name} is gone{again}")
        return parcels

    def put_out(self, machine: MachineEnd, why: str) -> None:
        """Let the machine play nothing of this run any more. `why` is a clause."""
        if machine.stage is not MachineStage.OUT:
            machine.stage = MachineStage.OUT
            self._why[machine] = why
            self._say(f"{machine.name} does not play: {why}")

    def take(self, answer: Answer) -> bool:
        """Take an answer to a preparation; False when it is one to something else."""
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
                self.put_out(machine, why)
            case _:
                self.put_out(machine, answer.error)
        return True

    def _send(self, machine: MachineEnd, digests: tuple[str, ...]) -> None:
        names = {digest: name for name, digest in self.setting.digests.items()}
        try:
            archives = {each: packed(self._entries[names[each]]) for each in digests}
        except UserError as error:
            self.put_out(machine, f"a bot cannot be sent there: {error}")
            return
        self._prepare(machine, archives)

    def _about(self, machine: MachineEnd) -> str:
        info = machine.seen.info
        assert info is not None  # noqa: S101
        speeds = [each.seen.info.speed for each in self.all if each.seen.info]
        jobs = how_many(info.jobs, "worker")
        speed = (
            f", {100 * info.speed / speeds[0]:.0f} % of the first one's speed" if speeds[0] else ""
        )
        return f"{machine.name} plays: {jobs}, isolation {info.isolation}{speed}"

    def check(self, *, begun: bool) -> None:
        """Raise UserError when no machine that is there can play; RunError once play has begun."""
        if not self._there or any(
            each.stage is not MachineStage.OUT for each in self._there.values()
        ):
            return
        reasons = "; ".join(f"{each.name}: {self._why[each]}" for each in self._there.values())
        text = f"no machine of the cluster can play {self.setting.plan.tournament}: {reasons}"
        if begun:
            raise RunError(f"{text}. What was played is kept, and the next run goes on")
        raise UserError(f"{text}; no match was played")

    def tell_withdrawn(self, names: frozenset[str]) -> None:
        """Tell the machines who is withdrawn, also in the parcels that they have."""
        for machine in self.ready:
            self._link.submit(machine.address, tasks.withdraw, self.setting.id, names)

    def finish(self) -> None:
        """End the run on all machines, and wait for that a little."""
        run = self.setting.id
        left = {
            self._link.submit(each.address, tasks.finish, run, each.take_saved())
            for each in self.ready
        }
        end = time.monotonic() + _END_SECONDS
        while left and time.monotonic() < end:
            left -= {each.task for each in self._link.answers(1.0)}

    def give_up(self) -> None:
        """Give up all that machines have: there they end the run."""
        parcels = [task for each in self._there.values() for task in each.under_way]
        self._link.forget([*parcels, *self._preparing])
