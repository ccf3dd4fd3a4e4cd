"""A stored bot enters a ladder: the tournament file gets another entrant, as its operator adds one.

What `stych run` would refuse is refused before anything is written.
"""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.files import TOURNAMENT_BYTES
from referee.toml import read_text
from tournaments.config import competition
from tournaments.config.competition import Competition
from tournaments.config.definition import Definition
from tournaments.config.entrants import resolve
from tournaments.config.tournament_file import Tournament
from tournaments.run.following import defined
from tournaments.storage.bots import Version
from tournaments.storage.store import Store
from tournaments.submissions.reference import Reference
from tournaments.submissions.registry import BotRegistry
from tournaments.system.whole_file import whole_file

_LONGEST: Final = 29
"""Characters of a bot's name in that of its entrant, which ends in the version."""
_ANYBODY: Final = 0o222


class ClosedLadderError(UserError):
    """No newcomer can enter the ladder, whoever it is. What caused it is for the operator alone."""


@dataclass(frozen=True, slots=True)
class LadderEntry:
    """A ladder of a tournament file, and whether a version is in it."""

    ladder: str
    entrant: str
    """The name under which the version takes part; "" where it does not."""


def entrant_name(version: Version) -> str:
    """Under which name a version enters: of one bot several may take part."""
    return f"{version.name[:_LONGEST]}-v{version.number}"


def ladder_entries(store: Store, file: Path, version: Version) -> list[LadderEntry]:
    """All ladders of the file whose game the version plays. Raises UserError."""
    return [
        LadderEntry(each.name, _entered_as(each, version, _begun(store, each.name)))
        for each in competition.read(file).tournaments
        if each.who_meets_whom.stays_open and each.game in version.manifest.games
    ]


def enter(store: Store, file: Path, ladder: str, version: Version) -> str:
    """Enter the version; it plays when the file is next run. The name under which it takes part.

    Raises ClosedLadderError, and UserError for a version that cannot be entered.
    """
    place = competition.located(file).resolve()
    _check_open(place, ladder)
    before, text = competition.read(file), _text(place, ladder)
    division, own = _found(before, ladder)
    begun = _begun(store, ladder)
    if name := _entered_as(own, version, begun):
        raise UserError(f"{version} is in {ladder} already, as {name}")
    name = entrant_name(version)
    # Also one that was there before, as a name is what is rated.
    if name in {_name_of(each.name, each.bot) for each in own.entrants} | begun.keys():
        raise UserError(f"another entrant of {ladder} is called {name} already")
    added = text + _lines(name, version, division)
    after = _changed(file, added, before, ladder)
    _check_plays(store, after, ladder)
    if _text(place, ladder) != text:
        raise UserError(f"the file of {ladder} was changed just now: try again")
    _write(place, added, ladder)
    return name


def _begun(store: Store, ladder: str) -> Mapping[str, str]:
    """The digests of the entrants with which the ladder goes on, by name."""
    known = store.definition(ladder)
    return Definition(ladder, known).digests if known else {}


def _entered_as(ladder: Tournament, version: Version, begun: Mapping[str, str]) -> str:
    for each in ladder.entrants:
        name = _name_of(each.name, each.bot)
        # Begun with `latest`, an entrant goes on with the version that was the latest then.
        if begun.get(name) == version.digest or each.bot == str(version):
            return name
    return ""


def _name_of(name: str | None, bot: str | None) -> str:
    if name:
        return name
    # That of a bot in a folder stands in its bot.toml, which is read when all are resolved.
    reference = Reference.of(bot or "")
    return reference.name if reference else ""


def _found(held: Competition, ladder: str) -> tuple[str, Tournament]:
    """The ladder and its division. Raises UserError."""
    for division, each in held.divisions.items():
        if each.name == ladder and each.who_meets_whom.stays_open:
            return division, each
    raise UserError(f"there is no ladder {ladder!r} here")


def _check_open(place: Path, ladder: str) -> None:
    # Asked by its mode too: who may write to everything would open what its operator has closed.
    if not (place.stat().st_mode & _ANYBODY and os.access(place, os.W_OK)):
        raise ClosedLadderError(f"{ladder} is closed: its file cannot be written to")


def _text(place: Path, ladder: str) -> str:
    try:
        return read_text(place, TOURNAMENT_BYTES)
    except OSError as error:
        raise ClosedLadderError(f"{ladder} is closed: its file cannot be read") from error


def _lines(name: str, version: Version, division: str) -> str:
    # All of these are of characters that need no escape.
    lines = ["", "[[entrants]]", f'name = "{name}"', f'bot = "{version}"']
    if division:
        lines.append(f'divisions = ["{division}"]')
    return "\n".join(["", *lines, ""])


def _changed(file: Path, text: str, before: Competition, ladder: str) -> Competition:
    """What the file holds with the text: one entrant more in the ladder, and nothing else."""
    closed = ClosedLadderError(f"{ladder} is closed: its file takes no other entrant")
    try:
        after = competition.with_text(file, text)
    except UserError as error:
        raise closed from error
    for division, own in before.divisions.items():
        now = after.divisions[division]
        entrants = now.entrants[:-1] if own.name == ladder else now.entrants
        if (
            len(entrants) != len(own.entrants)
            or now.model_copy(update={"entrants": entrants}) != own
        ):
            raise closed
    return after


def _check_plays(store: Store, after: Competition, ladder: str) -> None:
    """Raise UserError unless `stych run` would go on with the newcomer."""
    _, own = _found(after, ladder)
    registry, known = BotRegistry(store), store.definition(ladder)
    begun = Definition(ladder, known) if known else None
    # By itself first: what is wrong with the newcomer is for its author to know.
    alone = own.model_copy(update={"entrants": own.entrants[-1:], "null_pair": None})
    resolve(alone, after.folder, registry)
    try:
        entrants = resolve(own, after.folder, registry, begun.digests if begun else {})
        defined(store, own, entrants, begun)
    except UserError as error:
        raise ClosedLadderError(f"{ladder} is closed: it cannot be played on as it is") from error


def _write(place: Path, text: str, ladder: str) -> None:
    mode = stat.S_IMODE(place.stat().st_mode)
    try:
        with whole_file(place) as file:
            os.fchmod(file.fileno(), mode)
            file.write(text.encode())
    except UserError as error:
        raise ClosedLadderError(f"{ladder} is closed: its file cannot be written") from error
