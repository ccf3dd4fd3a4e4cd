"""A machine of a cluster: it stores bots, prepares runs, and plays parcels of them."""

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from referee.errors import StychError
from referee.rpc.confining import Confining
from referee.sandbox.isolation import Isolation
from referee.sandbox.probe import Mode, find_isolation
from stych_cluster.about import MachineInfo
from stych_cluster.bot_cache import BotCache
from stych_cluster.machine_run import MachineRun
from stych_cluster.parcels import (
    CannotPlay,
    Lacking,
    Parcel,
    ParcelReport,
    Preparation,
    Ready,
    RunSetting,
)
from tournaments.run.descriptors import fit_to_file_limit
from tournaments.run.plan import Plan, cpu_slots_of, logs

Wanted = Callable[[], bool]
"""A function that tells whether a runner still waits for the result."""
_MOST_ENDED_RUNS: Final = 4
"""The most runs that are remembered after they ended here before their runner finished them.

A later parcel of a failed run that is remembered is answered with the reason."""


@dataclass(frozen=True, slots=True)
class MachineSettings:
    """The settings of a machine, as its owner chose them."""

    folder: Path
    """The folder of its bots and their output."""
    jobs: int
    """How many worker processes it has for each run."""
    mode: Mode
    """Whether and how bots are isolated."""
    name: str = ""
    """The name of the machine in reports; "" for the name that Dask gives it."""


class Machine:
    """Plays parcels for the runners of a cluster. Methods may be called from several threads."""

    def __init__(self, settings: MachineSettings) -> None:
        self._settings = settings
        self._cache = BotCache(settings.folder / "bots")
        self._runs: dict[str, MachineRun] = {}
        """By id of the run."""
        self._lock = threading.Lock()
        """Held while the bots of a run are built and started."""
        self._is_closed = False

    def info(self) -> MachineInfo:
        """What the machine tells the cluster of itself.

        Raises IsolationError when the isolation that its owner wants does not work.
        """
        return MachineInfo.here(self._isolation, self._settings.jobs, self._settings.name)

    @cached_property
    def _isolation(self) -> Isolation | None:
        # Tried with Python alone: the bots are not known yet, and each is started before it plays.
        return find_isolation(self._settings.mode, ("python",))

    def prepare(
        self, setting: RunSetting, archives: Mapping[str, bytes], wanted: Wanted
    ) -> Preparation:
        """Build and start every bot of the run.

        `archives` holds, by digest, the bots that an earlier answer named as lacking. The answer
        says what failed, if anything did: neither StychError nor OSError is raised.
        """
        try:
            for digest, archive in archives.items():
                self._cache.take(digest, archive)
            digests = setting.digests.values()
            with ExitStack() as bots:
                # Protected from now on: another run may end, and trim the cache, meanwhile.
                bots.enter_context(self._cache.using(digests))
                if lacking := self._cache.lacking(digests):
                    return Lacking(lacking)
                return self._prepare_run(setting, bots, lambda: wanted() and not self._is_closed)
        except StychError as error:
            return CannotPlay(str(error))
        except OSError as error:
            return CannotPlay(
                f"its folder {self._settings.folder} cannot be used: {error.strerror}"
            )

    def play(self, setting: RunSetting, parcel: Parcel, wanted: Wanted) -> ParcelReport:
        """Play a parcel of a run that was prepared.

        A run that ended here without a problem, as after a time without parcels, is prepared again.
        """
        # Without the lock, since another run holds it as long as its bots are being built.
        run = self._runs.get(setting.id)
        if run is None or (run.is_over and not run.problem):
            preparation = self.prepare(setting, {}, wanted)
            if isinstance(preparation, Lacking):
                return ParcelReport((), problem="bots of the run are not here any more")
            if isinstance(preparation, CannotPlay):
                return ParcelReport((), problem=preparation.why)
            run = self._runs[setting.id]
        return run.play(parcel, wanted)

    def withdraw(self, run_id: str, names: frozenset[str]) -> None:
        """Let these entrants forfeit from now on in the run, if it is here."""
        if run := self._runs.get(run_id):
            run.withdraw(names)

    def finish(self, run_id: str, saved: Iterable[int]) -> None:
        """End a run that gets no more parcels, after opening the deals of the parcels `saved`."""
        if run := self._runs.pop(run_id, None):
            run.finish(saved)

    def close(self) -> None:
        """End all runs, also those that are being prepared. No run begins any more."""
        self._is_closed = True
        # A thread that holds the lock stops building now, or has just begun a run.
        with self._lock:
            self.end()

    def end(self) -> None:
        """End all runs that have begun, with their workers and bots."""
        for run in list(self._runs.values()):
            run.end()
        self._runs.clear()

    def _prepare_run(self, setting: RunSetting, bots: ExitStack, wanted: Wanted) -> Preparation:
        """Begin the run if it is not under way, and wait until its bots have started."""
        # One run at a time: standard error of this process is redirected while a worker starts.
        with self._lock:
            if self._is_closed:
                return CannotPlay("it is being ended")
            run = self._runs.get(setting.id)
            if run is None or run.is_over:
                run = self._runs[setting.id] = self._new_run(setting, bots, wanted)
                ended = [key for key, each in list(self._runs.items()) if each.is_over]
                for key in ended[:-_MOST_ENDED_RUNS]:
                    self._runs.pop(key, None)
            if run.wait_started(wanted):
                return Ready()
            return CannotPlay(run.problem or "it was stopped while bots were started")

    def _new_run(self, setting: RunSetting, bots: ExitStack, wanted: Wanted) -> MachineRun:
        """Begin a new run, which takes over the contexts in `bots`."""
        plan, jobs = self._plan(setting, wanted), self._settings.jobs
        plan, at_once = fit_to_file_limit(plan, [setting.widest], setting.at_once)
        return MachineRun(
            plan, bots.pop_all(), jobs=jobs, at_once=at_once, withdrawn=setting.withdrawn
        )

    def _plan(self, setting: RunSetting, wanted: Wanted) -> Plan:
        """The plan, completed for this machine. Builds the bots.

        Raises StychError when a bot cannot be built, or bots are to read a path that is not here.
        """
        plan, jobs = setting.plan, self._settings.jobs
        entries = {
            name: replace(entry, folder=self._cache.folder(setting.digests[name]))
            for name, entry in plan.entries.items()
        }
        for path in setting.readable:
            if not path.exists():
                raise StychError(f"[isolation] readable names {path}, which it does not have")
        isolation = self._isolation
        for name, entry in entries.items():
            digest = setting.digests[name]
            self._cache.build(digest, entry.manifest, isolation, lambda: not wanted())
        return replace(
            plan,
            entries=entries,
            logs=logs(self._settings.folder, plan.tournament),
            confining=Confining.under(isolation, setting.limits, setting.readable),
            cpu_slots=cpu_slots_of(setting.thinking, jobs),
        )
