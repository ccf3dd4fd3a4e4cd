"""What the data folder keeps of a tournament beside its matches, and what of it may change."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from referee.conduct import Conduct
from referee.errors import UserError
from referee.games.registry import GAMES
from tournaments.config.entrants import Entrant
from tournaments.config.seating import seats_hint
from tournaments.config.tournament_file import Tournament
from tournaments.core.dealing import Deals
from tournaments.core.seeds import drawn
from tournaments.formats import FORMATS, Field
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.formats.swiss import usual_rounds
from tournaments.ratings.sequential import Sprt

FIXED = {
    "game": "the game",
    "options": "the game's options",
    "seed": "the seed",
    "format": "the format",
    "hero": "the hero",
    "rules_version": "the version of the rules",
    "conduct": "the clocks and the patience ([conduct])",
    "fresh_processes": "fresh_processes",
    "deals": "the deals",
}
"""What may not change once a match was played: key of the definition, and its name in words."""

_FIXED_IN = {
    "swiss": {"boards": "the boards of a pairing"},
    "duel": {"better_by": "better_by", "error": "the error"},
}
"""What else may not change in a format whose later stages depend on it."""

_JOINING = ("rounds", "mixed-teams", "ladder")
"""The formats in which a new entrant takes part from the next board on; else from the first."""


@dataclass(frozen=True, slots=True)
class Definition:
    """What the data folder keeps of a tournament, beside its matches."""

    name: str
    values: dict[str, Any]

    @property
    def entrants(self) -> list[str]:
        """Their names, in order."""
        return sorted(self.values["entrants"])

    @property
    def digests(self) -> dict[str, str]:
        """Of the entrants' bots, by name."""
        return {name: bot["digest"] for name, bot in self.values["entrants"].items()}

    @property
    def deals(self) -> Deals:
        """Which matches share a deal; a tournament that does not say was begun by the old rule."""
        deals: Deals = self.values.get("deals") or "board"
        return deals

    @property
    def sprt(self) -> Sprt | None:
        """The test that a duel is ended by."""
        margin = self.values.get("better_by")
        return Sprt(margin, self.values["error"]) if margin else None

    @property
    def rounds(self) -> int:
        """Of a Swiss tournament; else 0."""
        if self.values["format"] != "swiss":
            return 0
        return self.values.get("rounds") or usual_rounds(len(self.entrants), self.values["seats"])

    def schedule(self) -> StagedSchedule:
        """All matches, as far as they are known without results. Raises UserError."""
        values = self.values
        field = Field(
            tournament="/".join(
                (self.name, values["seed"], values["game"], str(values["rules_version"]))
            ),
            entrants={name: bot.get("joined", 1) for name, bot in values["entrants"].items()},
            seats=values["seats"],
            boards=values["boards"],
            raised=tuple((first, boards) for first, boards in values.get("raised", ())),
            hero=values.get("hero") or "",
            rounds=values.get("rounds") or 0,
            resolved=values.get("resolved") or 0.0,
            sprt=self.sprt,
            cooperative=GAMES[values["game"]].cooperative,
            kinds=self.digests,
        )
        try:
            return StagedSchedule(FORMATS[values["format"]](field))
        except ValueError as error:
            hint = seats_hint(self.name, values)
            raise UserError(f"{self.name}: {error}{hint}") from None


def define(
    tournament: Tournament,
    entrants: Sequence[Entrant],
    before: Definition | None = None,
    last_board: int = 0,
) -> Definition:
    """The definition of a tournament with its entrants.

    With a definition from before and the last board that was played, this is how it goes on. A
    tournament without a seed has that of before, or else a new one, which only the result knows.
    Raises UserError for what must not change.
    """
    game = tournament.make_game()
    values = {
        "game": game.id,
        "options": game.options.model_dump(),
        "rules_version": game.rules_version,
        "seats": game.seats,
        "seed": tournament.seed or (before.values["seed"] if before else drawn()),
        "format": tournament.who_meets_whom,
        "boards": tournament.boards,
        "hero": tournament.hero,
        "rounds": tournament.rounds,
        "resolved": tournament.stop.resolved,
        "better_by": tournament.stop.better_by,
        "error": tournament.stop.error,
        "conduct": tournament.conduct.model_dump(),
        "fresh_processes": tournament.play.fresh_processes,
        "deals": tournament.dealt,
        "entrants": {entrant.name: _entrant(entrant) for entrant in entrants},
    }
    new = Definition(tournament.name, values)
    if before:
        _keep_deals(before, new, tournament)
        _join(before, new, last_board)
        _raise(before, new, last_board)
        check_continues(before, new)
    return new


def _entrant(entrant: Entrant) -> dict[str, Any]:
    if entrant.entry is None:
        return {"remote": True, "bot": "", "version": "", "digest": entrant.digest, "joined": 1}
    manifest = entrant.entry.manifest
    return {
        "bot": manifest.name,
        "version": manifest.version,
        "digest": entrant.digest,
        "joined": 1,
    }


def _keep_deals(old: Definition, new: Definition, tournament: Tournament) -> None:
    """What was begun without a word of deals goes on by the rule that was the only one then."""
    if "deals" not in old.values and tournament.deals != "independent":
        del new.values["deals"]
    elif tournament.deals is None and (old.deals, new.deals) == ("duplicate", "independent"):
        raise UserError(
            f"{new.name} was begun with duplicate deals, which {min(tournament.remote)} could"
            ' remember, as it is remote: write deals = "duplicate" if it is trusted not to, or give'
            " the tournament another name"
        )


def _join(old: Definition, new: Definition, last_board: int) -> None:
    known = old.values["entrants"]
    late = last_board + 1 if new.values["format"] in _JOINING else 1
    for name, bot in new.values["entrants"].items():
        bot["joined"] = known[name].get("joined", 1) if name in known else late


def _raise(old: Definition, new: Definition, last_board: int) -> None:
    """The boards of a ladder are more from the next one on: what was played must stay as it is."""
    was, now = old.values["boards"], new.values["boards"]
    raised = old.values.get("raised", [])
    if new.values["format"] == "ladder" and was != now:
        raised = [*(raised or [[1, was]]), [last_board + 1, now]]
    if raised:
        new.values["raised"] = raised


def check_continues(old: Definition, new: Definition) -> None:
    """Raises UserError when a tournament that was the old one cannot become the new one."""
    for key, words in {**FIXED, **_FIXED_IN.get(old.values["format"], {})}.items():
        was, now = _was_and_is(key, old, new)
        if was != now:
            # A seed that was drawn is a secret until the end.
            told = "" if key == "seed" else _difference(was, now)
            raise _changed(new, f"{words} changed{told}")
    if new.values["boards"] < old.values["boards"]:
        fewer = f"{old.values['boards']} to {new.values['boards']}"
        raise _changed(new, f"its boards would go from {fewer}; only more can be added")
    if (was := old.rounds) > (now := new.rounds):
        raise _changed(new, f"its rounds would go from {was} to {now}; only more can be added")
    for name, bot in old.values["entrants"].items():
        entered = new.values["entrants"].get(name)
        if entered is None:
            raise _changed(new, f"the entrant {name!r} is gone; only new ones can be added")
        if entered != {"joined": 1, **bot}:
            raise _changed(new, f"the bot of the entrant {name!r} is not the same any more")
    added = sorted(new.values["entrants"].keys() - old.values["entrants"].keys())
    if added and old.values["format"] in ("swiss", "duel"):
        raise _changed(new, f"a {old.values['format']} was begun without {added[0]!r}")


def _was_and_is(key: str, old: Definition, new: Definition) -> tuple[object, object]:
    """The values of the key, where what is missing in the old one means what it meant then."""
    if key == "deals":
        return old.deals, new.deals
    was = old.values.get(key)
    return _written_out(was) if key == "conduct" else was, new.values[key]


def _written_out(conduct: Any) -> Any:
    """With the keys that are newer than it is."""
    return {**Conduct().model_dump(), **conduct} if isinstance(conduct, dict) else conduct


def _difference(old: object, new: object) -> str:
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return f" from {old!r} to {new!r}"
    keys = [key for key in sorted({*old, *new}) if old.get(key) != new.get(key)]
    return ": " + ", ".join(f"{key} from {old.get(key)!r} to {new.get(key)!r}" for key in keys)


class ChangedError(UserError):
    """What was begun under this name was something else."""


def _changed(new: Definition, what: str) -> ChangedError:
    return ChangedError(
        f"{new.name} was begun with another definition: {what}."
        f" Give the tournament another name, or put it back"
    )
