"""Makes the definition of a tournament, and checks what a later run may change of it."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from referee.conduct import Conduct
from referee.errors import UserError
from tournaments.config.definition import Definition
from tournaments.core.seeds import check_new_seed, draw_seed
from tournaments.formats.format import Newcomers
from tournaments.formats.registry import FORMATS
from tournaments.ratings.rating import Rating
from tournaments.ratings.sequential import ScoredBy

# Imported only for type checks: `stych verify` needs this file, but no code that starts bots.
if TYPE_CHECKING:
    from tournaments.config.entrants import Entrant
    from tournaments.config.tournament_file import Tournament

FIXED: Final = {
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
"""Keys of a definition that may not change when a tournament goes on, with their names in words; a
format may have further ones (`Format.fixed`)."""


def define(
    tournament: "Tournament",
    entrants: Sequence["Entrant"],
    before: Definition | None = None,
    last_board: int = 0,
    placed: Mapping[str, Rating] | None = None,
) -> Definition:
    """The definition of a tournament with its entrants.

    For a tournament that goes on, `before` is its last definition and `last_board` the highest
    board with a match (0 if there is none). Without a seed in the file it has the seed of `before`,
    or else a drawn one, which is nowhere but in the result. `placed` has ratings of entrants from
    the tournaments that a ladder follows; those of entrants in `before` are ignored. Raises
    UserError for a change that is not allowed, and for a new seed with characters that are not
    printable.
    """
    if tournament.seed and not before:
        check_new_seed(tournament.seed, tournament.name)
    game = tournament.make_game()
    values = {
        "game": game.id,
        "options": game.options.model_dump(),
        "rules_version": game.rules_version,
        "seats": game.seats,
        "seed": tournament.seed or (before.seed if before else draw_seed()),
        "format": tournament.effective_format.name,
        "boards": tournament.boards,
        "hero": tournament.hero,
        "rounds": tournament.rounds,
        "resolved": tournament.stop.resolved,
        "better_by": tournament.stop.better_by,
        "error": tournament.stop.error,
        "by": tournament.stop.scored_by,
        "conduct": tournament.conduct.model_dump(),
        "fresh_processes": tournament.play.fresh_processes,
        "deals": tournament.effective_deals,
        "entrants": {entrant.name: _entrant(entrant) for entrant in entrants},
    }
    # A tournament whose definition lacks one of these two keys was begun by the rules from before
    # the key, and goes on by those.
    if tournament.effective_format.seats_by_turns and (not before or "even_seats" in before.values):
        values["even_seats"] = True
    if tournament.stop.scored_by and (not before or "every_block" in before.values):
        values["every_block"] = True
    if tournament.follows:
        values["follows"] = list(tournament.follows)
        values["placed"] = _placed(placed or {}, before)
    new = Definition(tournament.name, values)
    if before:
        _keep_deals(before, new, tournament)
        _keep_test(before, new)
        _join(before, new, last_board)
        _note_more_boards(before, new, last_board)
        check_continues(before, new)
    return new


def _entrant(entrant: "Entrant") -> dict[str, Any]:
    if model := entrant.model:
        return {
            "bot": model.settings.model,
            "version": model.version,
            "digest": entrant.digest,
            "joined": 1,
            "model": True,
        }
    # Which program a remote bot is cannot be known here, so the rating is that of its name.
    if entrant.entry is None:
        return {"remote": True, "bot": "", "version": "", "digest": entrant.digest, "joined": 1}
    manifest = entrant.entry.manifest
    return {
        "bot": manifest.name,
        "version": manifest.version,
        "digest": entrant.digest,
        "joined": 1,
    }


def _placed(ratings: Mapping[str, Rating], before: Definition | None) -> dict[str, Any]:
    """The ratings by which a ladder places its entrants, as JSON.

    Entrants in `before` stay placed as they were, or unplaced: with other ratings the matches that
    they have played would be scheduled in another way.
    """
    old: dict[str, Any] = before.values.get("placed", {}) if before else {}
    old_names = before.entrants if before else []
    new = {
        name: {"mu": rating.mu, "sigma": rating.sigma}
        for name, rating in ratings.items()
        if name not in old_names
    }
    return {**old, **new}


def _keep_deals(old: Definition, new: Definition, tournament: "Tournament") -> None:
    """Let a tournament go on with the kind of deals with which it was begun.

    If `old` has no key `deals`, the key is left out of `new` as well, and the tournament goes on by
    the rule of that time, "board". Only "independent" in the file stays in `new`, and is refused
    later as a change. Raises UserError if remote entrants make "independent" the default of a
    tournament with duplicate deals.
    """
    if "deals" not in old.values and tournament.deals != "independent":
        del new.values["deals"]
    elif tournament.deals is None and (old.deals, new.deals) == ("duplicate", "independent"):
        raise UserError(
            f"{new.name} was begun with duplicate deals, which {min(tournament.remote)} could"
            ' remember, as it is remote: write deals = "duplicate" if it is trusted not to, or give'
            " the tournament another name"
        )


def _keep_test(old: Definition, new: Definition) -> None:
    """Let a duel that was begun before there was a key `by` go on without the key."""
    if "by" not in old.values and new.values["by"] != ScoredBy.POINTS:
        del new.values["by"]


def _join(old: Definition, new: Definition, last_board: int) -> None:
    """Set the first board of each entrant of `new`: that of `old`, or that of a newcomer."""
    known = old.values["entrants"]
    # In a format that draws each board anew, a newcomer on a board that was played would change who
    # met whom there. In other formats the newcomer only adds matches to the board.
    newcomer = last_board + 1 if new.format.newcomers is Newcomers.FROM_THE_NEXT else 1
    for name, bot in new.values["entrants"].items():
        bot["joined"] = known[name].get("joined", 1) if name in known else newcomer


def _note_more_boards(old: Definition, new: Definition, last_board: int) -> None:
    """For a ladder, note in `new` from which board on the number of boards has another value.

    The boards before were scheduled with the old number, and must be scheduled the same again.
    """
    was, now = old.boards, new.boards
    raised = old.values.get("raised", [])
    if new.format.stays_open and was != now:
        raised = [*(raised or [[1, was]]), [last_board + 1, now]]
    if raised:
        new.values["raised"] = raised


def check_continues(old: Definition, new: Definition) -> None:
    """Raise ChangedError, a UserError, if a tournament cannot go on with the definition `new`.

    When values that were not checked are malformed, raises KeyError, TypeError, AttributeError,
    ValueError or ArithmeticError.
    """
    form = FORMATS.get(old.values["format"])
    for key, words in {**FIXED, **(form.fixed if form else {})}.items():
        was, now = _was_and_is(key, old, new)
        if was != now:
            # A seed that was drawn is a secret until the end, so no message quotes one.
            difference = "" if key == "seed" else _difference(was, now)
            raise _changed_error(new, f"{words} changed{difference}")
    if new.boards < old.boards:
        fewer = f"{old.boards} to {new.boards}"
        raise _changed_error(new, f"its boards would go from {fewer}; only more can be added")
    if form and (was := old.rounds) > (now := new.rounds):
        raise _changed_error(
            new, f"its rounds would go from {was} to {now}; only more can be added"
        )
    for name, bot in old.values["entrants"].items():
        entered = new.values["entrants"].get(name)
        if entered is None:
            raise _changed_error(new, f"the entrant {name!r} is gone; only new ones can be added")
        # A rating belongs to a version of a bot: another version would get the matches of this one.
        if entered != {"joined": 1, **bot}:
            raise _changed_error(new, f"the bot of the entrant {name!r} is not the same any more")
    added = sorted(new.values["entrants"].keys() - old.values["entrants"].keys())
    if added and form and form.newcomers is Newcomers.NEVER:
        raise _changed_error(new, f"a {form.name} was begun without {added[0]!r}")


def _was_and_is(key: str, old: Definition, new: Definition) -> tuple[object, object]:
    """The old and the new value of the key, with the default of its time for a missing one."""
    if key == "deals":
        return old.deals, new.deals
    was, now = old.values.get(key), new.values.get(key)
    if key == "by":
        return was or ScoredBy.PLACES.value, now or ScoredBy.PLACES.value
    return _with_defaults(was) if key == "conduct" else was, now


def _with_defaults(conduct: Any) -> Any:
    """The values of [conduct], with the defaults of keys that are newer than the tournament."""
    return {**Conduct().model_dump(), **conduct} if isinstance(conduct, dict) else conduct


def _difference(old: object, new: object) -> str:
    """The end of a sentence: both values, or of two dicts only the keys that differ."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return f" from {old!r} to {new!r}"
    keys = [key for key in sorted({*old, *new}) if old.get(key) != new.get(key)]
    return ": " + ", ".join(f"{key} from {old.get(key)!r} to {new.get(key)!r}" for key in keys)


class ChangedError(UserError):
    """A tournament of this name was begun with a definition that cannot become the new one."""


def _changed_error(new: Definition, what: str) -> ChangedError:
    return ChangedError(
        f"{new.name} was begun with another definition: {what}."
        " Give the tournament another name, or undo the change"
    )
