"""Runs a tournament in a data folder; saved matches are played again only with `anew`."""

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
from tournaments.run.following import define_from_store
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

    Nothing is saved before `run` has started the local bots that are to play.
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
        """Resolve the bots, whose paths are relative to `base`, and schedule the missing matches.

        With `anew`, `run` forgets what was played under the name, once bots were started. `built`
        has folders that were built already; the organisers of a command share it. `runners` is by
        default this machine. Raises UserError for a bot or a change that is not possible.
        """
        self._store = store
        self._runners = runners or LocalRunners()
        self._anew = anew
        self._built = set() if built is None else built
        self._tournament = tournament
        name = tournament.name
        # Read first. If the head is another one when play begins, some process has played on, and
        # what is read below may be from before or after that.
        self._head = store.head(name)
        values = None if anew else store.definition(name)
        before = Definition(name, values) if values else None
        self.was_begun = before is not None
        """Whether this goes on with a tournament that was begun before."""
        self.is_saved = self.was_begun
        """Whether the data folder has this tournament: a new one is saved after bots started."""
        pinned = before.digests if before else {}
        self._entrants = resolve(tournament, base, BotRegistry(store), pinned)
        self.definition = define_from_store(store, tournament, self._entrants, before)
        self._planning = Planning.of(
            tournament, base, self.definition, self._entrants, store.folder
        )
        self._results = {} if anew else store.summaries(name)
        self._table = live_table(self.definition)
        self.schedule = self.definition.schedule()
        self.missing = self.schedule.advance(self._results)
        """The missing fixtures of the current stage; a later stage may follow when none is left."""
        self.played_before = len(self.schedule.fixtures) - len(self.missing)
        """How many matches of the tournament were played in earlier runs."""

    @property
    def programs(self) -> list[str]:
        """The programs of this machine with which the commands of the local bots begin."""
        return programs(self._entrants)

    @property
    def seed(self) -> str:
        """The seed, given or drawn: a secret as long as anything can be played with it."""
        return self.definition.seed

    @property
    def readable(self) -> tuple[Path, ...]:
        """The paths that bots may read beside their own. Raises UserError if one is missing."""
        return self._planning.readable

    def plan(
        self, hosting: Hosting | None = None, isolation: Isolation | None = None, jobs: int = 1
    ) -> Plan:
        """The plan of the missing matches, for `jobs` workers.

        Raises UserError when there is no `hosting` for remote entrants, or when a path that bots
        are to read is missing.
        """
        hosting = self._planning.hosting_for(self.missing, withdrawn(self._results), hosting)
        return self._planning.plan(self.schedule.fixtures, hosting, isolation, jobs)

    def costs(self) -> Costs:
        """What language models will cost in the known missing matches, as `Planning.costs`."""
        return self._planning.costs(self.missing)

    def total(self) -> int:
        """The number of matches in all stages that are known."""
        return len(self.schedule.fixtures)

    def stand(self) -> Stand:
        """How the tournament stands by the matches that were saved so far."""
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
        """Play the missing matches; returns whether all were played.

        It ends early when `stopped` is true, or after the minutes of `stop.minutes` in the file.
        `progress` gets records that were saved, and `tell` notices and voids. Remote entrants dial
        in where `hosting` says. Local bots are built and confined by the isolation that `isolate`
        returns; it is called before any bot is built. Raises UserError while another process plays,
        when one has played on since this organiser was made (not with `anew`), as `plan` does, and
        when a bot cannot be built; KeyboardInterrupt when a build is stopped; and as the runner.
        """
        with self._store.database.alone(self.definition.name):
            plan = self._prepared(jobs, stopped, isolate, hosting)
            return self._run(plan, jobs, progress, stopped, tell)

    def build_bots(
        self, stopped: Callable[[], bool], isolate: Callable[[], Isolation | None], watch: Watch
    ) -> None:
        """Build the local bots, shown by `watch`, so that `run` need not. Raises as `run` does."""
        with self._store.database.alone(self.definition.name):
            self._check_not_played_on()
            self._build(stopped, isolate, watch)

    def try_bots(
        self,
        stopped: Callable[[], bool],
        isolate: Callable[[], Isolation | None] = lambda: None,
        hosting: Hosting | None = None,
    ) -> bool:
        """Build the local bots, start those that are to play, and play nothing.

        False when it was `stopped` as the bots were started. `hosting` is needed if there are
        remote entrants, which do not dial in here. Raises as `run` does.
        """
        with self._store.database.alone(self.definition.name):
            # Without a lobby: no remote bot should dial in for a trial.
            plan = replace(self._prepared(1, stopped, isolate, hosting), hosting=None)
            out = withdrawn(self._results)
            order = RunOrder(plan, self._planning, self.missing, lambda _: None, withdrawn=out)
            runner = self._runners.make(order, jobs=1)
            return runner.try_bots(stopped, all_bots=self.definition.is_adaptive)

    def _prepared(
        self,
        jobs: int,
        stopped: Callable[[], bool],
        isolate: Callable[[], Isolation | None],
        hosting: Hosting | None,
    ) -> Plan:
        self._check_not_played_on()
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
            """Save the definition: local bots were started. `stop.minutes` count from here."""
            # Otherwise a tournament that this machine cannot play would count as begun.
            nonlocal end
            if minutes := self._tournament.stop.minutes:
                end = time.monotonic() + 60 * minutes
            if self._anew:
                self._store.forget(self.definition.name)
                if plan.models:
                    plan.models.forget(self.definition.name)
            self._store.define(self.definition.name, self.definition.values)
            self.is_saved = True

        def save(records: Sequence[Record]) -> None:
            # A match counts only once it is on the disk, so it is saved before anybody hears of it.
            self._store.save(records)
            self._results |= {record.id: summary(record) for record in records}
            progress(records)

        def more() -> list[Fixture]:
            self.missing = self.schedule.advance(self._results)
            return self.missing

        def hear(notice: Notice | Void) -> None:
            # A void is in the journal before anybody hears of it, as a record is saved.
            if isinstance(notice, Void):
                self._store.annul(self.definition.name, notice)
            tell(notice)

        out = withdrawn(self._results)
        order = RunOrder(plan, self._planning, self.missing, save, more, out, hear)
        return self._runners.make(order, jobs=jobs).run(
            lambda: stopped() or time.monotonic() > end, begin, all_bots=self.definition.is_adaptive
        )

    def _check_not_played_on(self) -> None:
        name = self.definition.name
        if not self._anew and self._store.head(name) != self._head:
            raise UserError(f"{name} was played on by another process meanwhile: run it again")

    def _build(
        self,
        stopped: Callable[[], bool],
        isolate: Callable[[], Isolation | None],
        watch: Watch = unwatched,
    ) -> Isolation | None:
        """Build the local bots; returns their isolation, None if it is off or none plays here."""
        if not self._runners.plays_here(self._planning):
            return None
        isolation = isolate()
        try:
            build(self._entrants, stopped, isolation, self._built, watch)
            return isolation
        except OSError as error:
            raise UserError(f"no temporary folder can be made: {error.strerror}") from None
        except UserError:
            # A build fails when it is stopped; that is no error of the bot.
            if stopped():
                raise KeyboardInterrupt from None
            raise
