"""Runs a tournament in a data folder; what was played before is not played again."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from referee.errors import UserError
from referee.models.costs import Costs
from referee.record import Record
from referee.rpc.build import Watch, unwatched
from referee.sandbox.isolation import Isolation
from tournaments.config.definition import Definition
from tournaments.config.entrants import build, programs, resolve
from tournaments.config.tournament_file import Tournament
from tournaments.core.fixtures import Fixture
from tournaments.core.voids import Void
from tournaments.hosting.notices import Notice
from tournaments.hosting.setting import Hosting
from tournaments.run.following import defined
from tournaments.run.local_runners import LocalRunners
from tournaments.run.plan import Plan
from tournaments.run.planning import Planning
from tournaments.run.port import Runners, RunOrder, Tell
from tournaments.run.stand import Stand, live_table, stand_now, withdrawn
from tournaments.storage.rows import summary
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry


class Organiser:
    """Runs one tournament in one data folder, and tells how it stands.

    Nothing is saved before `run` has started every bot.
    """

    def __init__(
        self,
        store: Store,
        tournament: Tournament,
        base: Path,
        *,
        anew: bool = False,
        built: set[Path] | None = None,
        runners: Runners | None = None,
    ) -> None:
        """Resolve the bots, whose paths are relative to `base`, and schedule what is missing.

        With `anew` all that was played under its name is forgotten, once the bots were started. The
        organisers of one command share the folders that were `built`, so that none is built again.
        `runners` play, by default on this machine. Raises UserError for anything that does not fit.
        """
        self._store = store
        self._runners = runners or LocalRunners()
        self._anew = anew
        self._built = set() if built is None else built
        self._tournament = tournament
        name = tournament.name
        # Read before everything else: if it is another one when play begins, some other process has
        # played on, and the rest of what is read here may be of before or after that.
        self._head = store.head(name)
        known = None if anew else store.definition(name)
        before = Definition(name, known) if known else None
        self.begun = before is not None
        """Whether this goes on with what was begun before."""
        self.is_kept = self.begun
        """Whether the data folder has the tournament, which it has not before bots were started."""
        pinned = before.digests if before else {}
        self._entrants = resolve(tournament, base, BotRegistry(store), pinned)
        self.definition = defined(store, tournament, self._entrants, before)
        self._planning = Planning.of(
            tournament, base, self.definition, self._entrants, store.folder
        )
        self._results = {} if anew else store.summaries(name)
        self._table = live_table(self.definition)
        self.schedule = self.definition.schedule()
        self.missing = self.schedule.advance(self._results)
        """The fixtures to be played now; later stages may follow when they are played."""
        self.played_before = len(self.schedule.fixtures) - len(self.missing)
        """How many of its matches were played in earlier runs."""

    @property
    def programs(self) -> list[str]:
        """The programs of this machine that the bots need."""
        return programs(self._entrants)

    @property
    def seed(self) -> str:
        """The seed, given or drawn when it was begun: a secret until the end."""
        return self.definition.seed

    @property
    def readable(self) -> tuple[Path, ...]:
        """The paths that bots may read beside their own. Raises UserError for one not there."""
        return self._planning.readable

    def plan(
        self, hosting: Hosting | None = None, isolation: Isolation | None = None, jobs: int = 1
    ) -> Plan:
        """The plan of what is missing, for `jobs` workers.

        Raises UserError when there is no `hosting` for remote entrants, or when a path that bots
        are to read is not there.
        """
        gone = withdrawn(self._results)
        hosting = self._planning.hosting_for(self.missing, gone, hosting)
        return self._planning.plan(self.schedule.fixtures, hosting, isolation, jobs)

    def costs(self) -> Costs:
        """What language models are going to cost in the known matches, as `Planning.costs`."""
        return self._planning.costs(self.missing)

    def total(self) -> int:
        """How many matches the tournament has, as far as they are known."""
        return len(self.schedule.fixtures)

    def stand(self) -> Stand:
        """How the tournament stands by what was played so far."""
        return stand_now(self._table, self.schedule, self._results)

    def run(
        self,
        jobs: int,
        progress: Callable[[Sequence[Record]], None],
        stopped: Callable[[], bool],
        hosting: Hosting | None = None,
        tell: Tell = lambda _: None,
        isolate: Callable[[], Isolation | None] = lambda: None,
    ) -> bool:
        """Play what is missing; True when all is played, False when `stopped` said so before.

        Remote entrants dial in where `hosting` says; `tell` hears of who comes and goes. Local ones
        are built and confined by what `isolate` finds, which is asked before anything runs.
        Raises UserError while another process plays the tournament, when it did since this
        organiser was made, as `plan` does, and when a bot cannot be built; KeyboardInterrupt when
        it is stopped while a bot is built; and what its runner raises.
        """
        with self._store.database.alone(self.definition.name):
            plan = self._prepared(jobs, stopped, isolate, hosting)
            return self._run(plan, jobs, progress, stopped, tell)

    def build_bots(
        self, stopped: Callable[[], bool], isolate: Callable[[], Isolation | None], watch: Watch
    ) -> None:
        """Build the local bots, which `watch` shows; `run` finds them built. Raises as it does."""
        with self._store.database.alone(self.definition.name):
            self._check_still_so()
            self._build(stopped, isolate, watch)

    def try_bots(
        self,
        stopped: Callable[[], bool],
        isolate: Callable[[], Isolation | None] = lambda: None,
        hosting: Hosting | None = None,
    ) -> bool:
        """Build and start the local bots, and play nothing; False when it was `stopped`.

        Raises UserError as `run` does, and NotStartedError.
        """
        with self._store.database.alone(self.definition.name):
            # Without a lobby: nobody is to dial in for a trial.
            plan = replace(self._prepared(1, stopped, isolate, hosting), hosting=None)
            gone = withdrawn(self._results)
            order = RunOrder(plan, self._planning, self.missing, lambda _: None, withdrawn=gone)
            runner = self._runners.make(order, jobs=1)
            return runner.try_bots(stopped, all_bots=self.definition.is_adaptive)

    def _prepared(
        self,
        jobs: int,
        stopped: Callable[[], bool],
        isolate: Callable[[], Isolation | None],
        hosting: Hosting | None,
    ) -> Plan:
        self._check_still_so()
        isolation = self._build(stopped, isolate)
        return self.plan(hosting, isolation, jobs)

    def _run(
        self,
        plan: Plan,
        jobs: int,
        progress: Callable[[Sequence[Record]], None],
        stopped: Callable[[], bool],
        tell: Tell,
    ) -> bool:
        end = math.inf

        def begin() -> None:
            """Save the definition: all bots were started. The minutes count from here."""
            # Before this nothing is saved: a tournament that this machine cannot play would be
            # begun, and could not be changed any more.
            nonlocal end
            if minutes := self._tournament.stop.minutes:
                end = time.monotonic() + 60 * minutes
            if self._anew:
                self._store.forget(self.definition.name)
                if plan.models:
                    plan.models.forget(self.definition.name)
            self._store.define(self.definition.name, self.definition.values)
            self.is_kept = True

        def keep(records: Sequence[Record]) -> None:
            # A match counts only once it is on the disk, so it is saved before anybody hears of it.
            self._store.save(records)
            self._results |= {record.id: summary(record) for record in records}
            progress(records)

        def more() -> list[Fixture]:
            self.missing = self.schedule.advance(self._results)
            return self.missing

        def hear(notice: Notice | Void) -> None:
            # In the journal first, for the same reason.
            if isinstance(notice, Void):
                self._store.annul(self.definition.name, notice)
            tell(notice)

        gone = withdrawn(self._results)
        order = RunOrder(plan, self._planning, self.missing, keep, more, gone, hear)
        return self._runners.make(order, jobs=jobs).run(
            lambda: stopped() or time.monotonic() > end, begin, all_bots=self.definition.is_adaptive
        )

    def _check_still_so(self) -> None:
        name = self.definition.name
        if not self._anew and self._store.head(name) != self._head:
            raise UserError(f"{name} was played on by another process meanwhile: run it again")

    def _build(
        self,
        stopped: Callable[[], bool],
        isolate: Callable[[], Isolation | None],
        watch: Watch = unwatched,
    ) -> Isolation | None:
        """Build the bots if any play here; returns the isolation of this machine then."""
        if not self._runners.play_here(self._planning):
            return None
        isolation = isolate()
        try:
            build(self._entrants, stopped, isolation, self._built, watch)
            return isolation
        except OSError as error:
            raise UserError(f"no temporary folder can be made: {error.strerror}") from None
        except UserError:
            # A build that was stopped is no bot that is wrong.
            if stopped():
                raise KeyboardInterrupt from None
            raise
