"""The isolation level of a run: a plain value that workers can be given, and that confines bots."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.sandbox import runtime, visible
from referee.sandbox.cgroups import Cgroups
from referee.sandbox.confined_process import ConfinedProcess
from referee.sandbox.confinement import DESCRIPTOR_FACTOR, Confinement
from referee.sandbox.levels import IsolationLevel, bounded, bubblewrapped, landlocked
from referee.sandbox.processors import processors
from referee.sandbox.supervisor_order import SupervisorOrder
from referee.sandbox.uids import take


@dataclass(frozen=True, slots=True)
class Isolation:
    """An isolation level, and what this machine has to enforce it."""

    level: IsolationLevel
    as_root: bool
    """Whether the referee is root: then each bot gets a user of its own, except on LIMITS."""
    cgroups: Cgroups | None = None
    """Where control groups can be made; None if nowhere."""
    landlock: int = 0
    """The version of Landlock that the kernel has; 0 when it has none."""
    missing: str = ""
    """Why there is no better level; "" if no better one was tried."""
    remedy: str = ""
    """What makes a better level work: a command, or what to do in words; "" if that is unknown."""

    @property
    def confines(self) -> bool:
        """Whether a bot is kept from the files of others, as on all levels but LIMITS."""
        return self.level is not IsolationLevel.LIMITS

    @property
    def private_network(self) -> bool:
        """Whether each bot has a network of its own, in which a port can lead to its socket."""
        return self.level is IsolationLevel.BUBBLEWRAP

    @property
    def callers_are_checked(self) -> bool:
        """Whether the referee must check who calls a bot's socket.

        That is so on LANDLOCK without root: all bots run as one user, and Landlock has no rule for
        sockets that have a path.
        """
        return self.level is IsolationLevel.LANDLOCK and not self.own_users

    @property
    def own_users(self) -> bool:
        """Whether each bot runs as a user of its own."""
        return self.as_root and self.confines

    def confine(
        self, command: Sequence[str], confinement: Confinement, environment: Mapping[str, str]
    ) -> ConfinedProcess:
        """The command, confined and ready to be started; the caller must `release` it.

        Raises OSError when it cannot be started. If the bot is to blame, that is a ProgramError, a
        kind of OSError: the bot's own program is missing or cannot be run, or an earlier process of
        the bot has replaced its home or its socket. It is a PermissionError when the modes of the
        bot's files keep its user from reading them.
        """
        path = environment.get("PATH", os.defpath)
        needed = runtime.readable(command, path)
        if self.private_network and confinement.port is not None:
            # The relay is a Python program that runs beside the bot, in the bot's view.
            needed = (*needed, *runtime.interpreter())
        variables = {**environment, **runtime.environment(confinement.limits)}
        if self.level is IsolationLevel.LANDLOCK and (links := runtime.linked_sdk(command, path)):
            variables["PYTHONPATH"] = str(links)
            needed = (*needed, links)
        place = visible.resolved(confinement, needed)
        for name in (command[0], *confinement.starts):
            program = visible.find(name, place, path)
            if self.own_users:
                # Here the error is a sentence; inside it would be an exit code without a reason.
                visible.check_modes(place, program, command)
        # From here on there is something to release: two handles, then a group and a user.
        confined = ConfinedProcess(variables)
        try:
            confined.group = self.cgroups.make(place.limits) if self.cgroups else None
            confined.uid = take() if self.own_users else None
            confined.argv = self._order(command, place, confined).to_argv()
        except BaseException:
            confined.release()
            raise
        return confined

    def _order(
        self, command: Sequence[str], place: Confinement, confined: ConfinedProcess
    ) -> SupervisorOrder:
        limits, group = place.limits, confined.group
        uid = confined.uid.number if confined.uid else None
        if uid is not None:
            visible.open_to(place, uid, private=self.private_network)
        order = SupervisorOrder(
            argv=tuple(command),
            folder=str(place.folder),
            groups=group.by_controller() if group else {},
            # In a group the kernel bounds memory and processes, and open files by the memory that
            # they take, so the supervisor need not watch them. If the group does not bound the
            # share of the processors, the program is bound to some of them.
            cpus=() if group and group.holds_cpu else processors(limits.cpus),
            memory=0 if group else limits.memory,
            processes=0 if group else limits.processes,
            descriptors=0 if group else limits.open_files * DESCRIPTOR_FACTOR,
        )
        match self.level:
            case IsolationLevel.BUBBLEWRAP:
                return bubblewrapped(order, place, uid)
            case IsolationLevel.LANDLOCK:
                return landlocked(order, place, uid)
            case IsolationLevel.LIMITS:
                return bounded(order, place, None)
