"""From a tournament and a data folder to a table: only what is missing is played."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from referee.record import Record
from referee.rpc.process import private_folder
from tournaments.contests import Played
from tournaments.entrants import Entrant, build, resolve
from tournaments.errors import UserError
from tournaments.match import Plan
from tournaments.model import Tournament
from tournaments.runner import Runner
from tournaments.schedule import Fixture, round_robin
from tournaments.standings import Table, table
from tournaments.store import Store
from tournaments.teams import mixed_teams, self_play

SCHEDULES: Mapping[str, Callable[[str, Sequence[str], int, int], Iterator[Fixture]]] = {
    "round-robin": round_robin,
    "self-play": self_play,
    "mixed-teams": mixed_teams,
}
"""By format: from tournament, names, seats and boards to all matches in the order of play."""

FIXED = {
    "game": "the game",
    "options": "the game's options",
    "seed": "the seed",
    "format": "the format",
    "rules_version": "the version of the rules",
    "conduct": "the clocks and the patience ([conduct])",
    "fresh_processes": "fresh_processes",
}
"""What may not change once a match was played: key of the definition, and its name in words."""


@dataclass(frozen=True, slots=True)
class Definition:
    """What the data folder keeps of a tournament, beside its matches."""

    name: str
    values: dict[str, Any]

    @property
    def entrants(self) -> list[str]:
        """Their names, in order."""
        return sorted(self.values["entrants"])

    def fixtures(self) -> list[Fixture]:
        """All matches, in the order of play."""
        values = self.values
        key = "/".join((self.name, values["seed"], values["game"], str(values["rules_version"])))
        try:
            schedule = SCHEDULES[values["format"]]
            return list(schedule(key, self.entrants, values["seats"], values["boards"]))
        except ValueError as error:
            raise UserError(f"{self.name}: {error}") from None


def define(tournament: Tournament, entrants: Sequence[Entrant]) -> Definition:
    """The definition of a tournament with its entrants."""
    game = tournament.make_game()
    values = {
        "game": game.id,
        "options": game.options.model_dump(),
        "rules_version": game.rules_version,
        "seats": game.seats,
        "seed": tournament.seed,
        "format": tournament.who_meets_whom,
        "boards": tournament.boards,
        "conduct": tournament.conduct.model_dump(),
        "fresh_processes": tournament.play.fresh_processes,
        "entrants": {
            entrant.entry.name: {
                "bot": entrant.entry.manifest.name,
                "version": entrant.entry.manifest.version,
                "digest": entrant.digest,
            }
            for entrant in entrants
        },
    }
    return Definition(tournament.name, values)


def stored(store: Store, name: str) -> Definition:
    """The definition in the data folder. Raises UserError when nothing was played."""
    values = store.definition(name)
    if values is None:
        raise UserError(f"nothing of the tournament {name!r} was played in {store.folder} yet")
    return Definition(name, values)


def _check_unchanged(old: Definition, new: Definition) -> None:
    for key, words in FIXED.items():
        if old.values[key] != new.values[key]:
            raise _changed(new, f"{words} changed{_difference(old.values[key], new.values[key])}")
    if new.values["boards"] < old.values["boards"]:
        fewer = f"{old.values['boards']} to {new.values['boards']}"
        raise _changed(new, f"its boards would go from {fewer}; only more can be added")
    for name, bot in old.values["entrants"].items():
        now = new.values["entrants"].get(name)
        if now is None:
            raise _changed(new, f"the entrant {name!r} is gone; only new ones can be added")
        if now != bot:
            raise _changed(new, f"the bot of the entrant {name!r} is not the same any more")
    added = sorted(new.values["entrants"].keys() - old.values["entrants"].keys())
    if added and old.values["format"] == "mixed-teams":
        raise _changed(new, f"mixed teams were drawn without {added[0]!r}; none can be added")


def _difference(old: object, new: object) -> str:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return f" from {old!r} to {new!r}"
    keys = [key for key in sorted({*old, *new}) if old.get(key) != new.get(key)]
    return ": " + ", ".join(f"{key} from {old.get(key)!r} to {new.get(key)!r}" for key in keys)


def _changed(new: Definition, what: str) -> UserError:
    return UserError(
        f"{new.name} was begun with another definition: {what}."
        f" Give the tournament another name, or put it back"
    )


class Organiser:
    """Runs one tournament in one data folder."""

    def __init__(
        self, store: Store, tournament: Tournament, base: Path, *, anew: bool = False
    ) -> None:
        """Paths of bots are relative to `base`. Raises UserError for anything that does not fit.

        With `anew` all that was played under its name is forgotten, once the bots are built.
        """
        self._store = store
        self._anew = anew
        self._tournament = tournament
        self._entrants = resolve(tournament.entrants, base, tournament.game)
        self.definition = define(tournament, self._entrants)
        known = None if anew else store.definition(tournament.name)
        if known:
            _check_unchanged(Definition(tournament.name, known), self.definition)
        self.fixtures = self.definition.fixtures()
        played = set() if anew else store.played(tournament.name)
        self.missing = [fixture for fixture in self.fixtures if fixture.id not in played]

    def run(
        self,
        jobs: int,
        progress: Callable[[Sequence[Record]], None],
        stopped: Callable[[], bool],
    ) -> bool:
        """Play what is missing; True when all is played, False when `stopped` said so before."""
        self._build(stopped)
        if self._anew:
            self._store.forget(self.definition.name)
        self._store.define(self.definition.name, self.definition.values)

        def keep(records: Sequence[Record]) -> None:
            self._store.save(records)
            progress(records)

        runner = Runner(
            self._plan(),
            self.missing,
            keep,
            jobs=jobs,
            at_once=self._tournament.play.matches_at_once,
            withdrawn=withdrawn(self._store, self.definition.name),
        )
        return runner.run(stopped)

    def _build(self, stopped: Callable[[], bool]) -> None:
        try:
            with private_folder() as home:
                build(self._entrants, Path(home))
        except OSError as error:
            raise UserError(f"no temporary folder can be made: {error.strerror}") from None
        except UserError:
            # Ctrl-C reaches the build command as well: then it is not the bot that is wrong.
            if stopped():
                raise KeyboardInterrupt from None
            raise

    def _plan(self) -> Plan:
        tournament = self._tournament
        self_playing = tournament.who_meets_whom == "self-play"
        return Plan(
            tournament=tournament.name,
            seed=tournament.seed,
            game=tournament.game,
            options=tournament.options,
            conduct=tournament.conduct,
            entries={entrant.entry.name: entrant.entry for entrant in self._entrants},
            logs=logs(self._store.folder, tournament.name),
            fresh_processes=tournament.play.fresh_processes,
            processes=tournament.make_game().seats if self_playing else 1,
        )


def logs(data: Path, name: str) -> Path:
    """Where the output of a tournament's bots is kept, a folder for every run."""
    return data / "output" / name / datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


def withdrawn(store: Store, name: str) -> frozenset[str]:
    """The entrants that were withdrawn."""
    return frozenset(
        entrant
        for summary in store.summaries(name)
        for entrant, kind in summary.faults
        if kind == "withdrawn"
    )


def make_table(store: Store, definition: Definition) -> Table:
    """The table of what was played so far."""
    fixtures = {fixture.id: fixture for fixture in definition.fixtures()}
    played = [
        Played(fixtures[each.id], each.places, each.points, each.faults)
        for each in store.summaries(definition.name)
        if each.id in fixtures
    ]
    return table(definition.entrants, played, withdrawn(store, definition.name))
