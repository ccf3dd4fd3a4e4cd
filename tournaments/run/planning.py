"""Makes the plan of the workers, from a tournament file and the fixtures to be played."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from referee.errors import UserError
from referee.models.costs import Costs
from referee.models.model_entry import check_ready
from referee.models.model_plan import ModelPlan
from referee.rpc.confining import Confining
from referee.sandbox.confinement import MB, ResourceLimits
from referee.sandbox.isolation import Isolation
from tournaments.config.definition import Definition
from tournaments.config.entrants import Entrant
from tournaments.config.tournament_file import Tournament
from tournaments.core.fixtures import Fixture
from tournaments.hosting.setting import Hosting
from tournaments.run.plan import Plan, cpu_slots_of, logs


@dataclass(frozen=True, slots=True)
class Planning:
    """What the plans of one run are made from, beside the fixtures and this machine."""

    tournament: Tournament
    base: Path
    """The folder that paths of the tournament file are relative to."""
    definition: Definition
    entrants: Sequence[Entrant]
    data: Path
    """The data folder."""
    logs: Path
    """The folder for the output of the bots in this run."""

    @classmethod
    def of(
        cls,
        tournament: Tournament,
        base: Path,
        definition: Definition,
        entrants: Sequence[Entrant],
        data: Path,
    ) -> "Planning":
        """The planning of a run that begins now; `data` is the data folder."""
        return cls(tournament, base, definition, entrants, data, logs(data, tournament.name))

    def plan(
        self,
        scheduled: Iterable[Fixture],
        hosting: Hosting | None = None,
        isolation: Isolation | None = None,
        jobs: int = 1,
    ) -> Plan:
        """The plan for `jobs` workers; `hosting` is the result of `hosting_for`.

        `scheduled` are all fixtures that are known. Bots are not confined if `isolation` is None.
        Raises UserError when a path that bots are to read is missing.
        """
        tournament = self.tournament
        # In self-play, and in duels of three seats or more, an entrant has a process for each of
        # its seats.
        lineups = (fixture.seats for fixture in scheduled)
        most_seats = max((seats.count(name) for seats in lineups for name in {*seats}), default=1)
        return Plan(
            tournament=tournament.name,
            seed=self.definition.seed,
            game=tournament.game,
            options=tournament.options,
            conduct=tournament.conduct,
            entries={each.name: each.entry for each in self.entrants if each.entry},
            logs=self.logs,
            deals=self.definition.deals,
            fresh_processes=tournament.play.fresh_processes,
            processes=most_seats,
            hosting=hosting,
            confining=Confining.under(isolation, self.limits, self.readable),
            cpu_slots=cpu_slots_of(tournament.play.thinking, jobs),
            models=self._models(),
        )

    def _models(self) -> ModelPlan | None:
        entries = {each.name: each.model for each in self.entrants if each.model}
        return ModelPlan(entries, self.tournament.budget, self.data) if entries else None

    def costs(self, missing: Iterable[Fixture]) -> Costs:
        """What language models are going to cost in the matches `missing`.

        Raises UserError when a model of these matches is not ready, for example has no API key.
        """
        costs = Costs(self.definition.name, [], self.tournament.budget.cost)
        models = {each.name: each.model for each in self.entrants if each.model}
        if not models:
            return costs
        # Imported here: it is slow to load, and hardly any tournament needs it.
        from referee.models.estimate import estimate

        seats, game = [fixture.seats for fixture in missing], self.tournament.make_game()
        asked = {name for names in seats for name in names}
        playing = {name: model for name, model in models.items() if name in asked}
        for name, model in playing.items():
            check_ready(name, model.settings)
        estimates = [estimate(name, game, model.settings, seats) for name, model in playing.items()]
        return replace(costs, estimates=estimates)

    def hosting_for(
        self, missing: Iterable[Fixture], withdrawn: Collection[str], hosting: Hosting | None
    ) -> Hosting | None:
        """`hosting` with the remote entrants and those that are awaited; None without remote ones.

        `withdrawn` are the withdrawn entrants. Raises UserError when there are remote entrants and
        `hosting` is None.
        """
        remote = self.tournament.remote
        if not remote:
            return None
        if hosting is None:
            raise UserError(f"{min(remote)} is remote: such a tournament is played by `stych host`")
        asked = {name for fixture in missing for name in fixture.seats}
        # Play need not wait for an entrant that has no match left, or forfeits all of them.
        return replace(hosting, remote=remote, awaited=(remote & asked) - frozenset(withdrawn))

    @property
    def limits(self) -> ResourceLimits:
        """What a local bot may use up when it is confined."""
        table = self.tournament.isolation
        memory, tmp = table.memory_mb * MB, table.tmp_mb * MB
        return ResourceLimits(memory=memory, processes=table.processes, cpus=table.cpus, tmp=tmp)

    @property
    def readable(self) -> tuple[Path, ...]:
        """The paths that bots may read beside their own. Raises UserError if one is missing."""
        paths = tuple((self.base / path).resolve() for path in self.tournament.isolation.readable)
        if absent := [path for path in paths if not path.exists()]:
            raise UserError(f"isolation.readable must name paths that exist; received {absent[0]}")
        return paths
