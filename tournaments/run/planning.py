"""From a tournament as its file has it, and what is missing of it, to the plan of its workers."""

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
    """All that a plan is made from and that does not change from run to run."""

    tournament: Tournament
    base: Path
    """The folder that paths of the tournament file are relative to."""
    definition: Definition
    entrants: Sequence[Entrant]
    data: Path
    """The data folder."""
    logs: Path
    """Where the bots' output goes."""

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
        """The plan for `jobs` workers; `hosting` as `hosting_for` gives it.

        `scheduled` are all fixtures that are known. Raises UserError for a path that bots are to
        read and that is not there.
        """
        tournament = self.tournament
        # In self-play and in duels of many seats an entrant holds several: a process for each.
        lineups = (fixture.seats for fixture in scheduled)
        held = max((seats.count(name) for seats in lineups for name in {*seats}), default=1)
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
            processes=held,
            hosting=hosting,
            confining=Confining.under(isolation, self.limits, self.readable),
            cpu_slots=cpu_slots_of(tournament.play.thinking, jobs),
            models=self._models(),
        )

    def _models(self) -> ModelPlan | None:
        entries = {each.name: each.model for each in self.entrants if each.model}
        return ModelPlan(entries, self.tournament.budget, self.data) if entries else None

    def costs(self, missing: Iterable[Fixture]) -> Costs:
        """What language models are going to cost in these matches.

        Raises UserError when what one of them needs is not there.
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
        found = [estimate(name, game, model.settings, seats) for name, model in playing.items()]
        return replace(costs, estimates=found)

    def hosting_for(
        self, missing: Iterable[Fixture], gone: Collection[str], hosting: Hosting | None
    ) -> Hosting | None:
        """Where remote entrants dial in, with those who are awaited; None when there are none.

        `gone` are withdrawn. Raises UserError when there is no `hosting` for a remote entrant.
        """
        remote = self.tournament.remote
        if not remote:
            return None
        if hosting is None:
            raise UserError(f"{min(remote)} is remote: such a tournament is played by `stych host`")
        asked = {name for fixture in missing for name in fixture.seats}
        # Nobody waits for an entrant that has no match left to play.
        return replace(hosting, remote=remote, awaited=(remote & asked) - frozenset(gone))

    @property
    def limits(self) -> ResourceLimits:
        """What a local bot may use, when it is confined."""
        own = self.tournament.isolation
        memory, tmp = own.memory_mb * MB, own.tmp_mb * MB
        return ResourceLimits(memory=memory, processes=own.processes, cpus=own.cpus, tmp=tmp)

    @property
    def readable(self) -> tuple[Path, ...]:
        """The paths that bots may read beside their own. Raises UserError for one not there."""
        found = tuple((self.base / path).resolve() for path in self.tournament.isolation.readable)
        if absent := [path for path in found if not path.exists()]:
            raise UserError(f"isolation.readable must name what there is; received {absent[0]}")
        return found
