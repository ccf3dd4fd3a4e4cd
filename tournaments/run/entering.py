"""Enters a stored bot in a ladder: adds an entrant to the tournament file, as its operator would.

An entry that `stych run` would refuse is refused before anything is written.
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
from tournaments.run.following import define_from_store
from tournaments.storage.bots import Version
from tournaments.storage.store import Store
from tournaments.submissions.reference import Reference
from tournaments.submissions.registry import BotRegistry
from tournaments.system.whole_file import whole_file

_NAME_CHARACTERS: Final = 29
"""The most characters of a bot's name in an entrant's name. "-v" and up to nine digits follow, and
a name has at most 40 characters."""
_WRITE_BITS: Final = 0o222
"""The bits of a file's mode that let somebody write to it: the owner, the group or others."""


class ClosedLadderError(UserError):
    """No bot can enter the ladder. The error that caused this is for the operator alone."""


@dataclass(frozen=True, slots=True)
class LadderEntry:
    """A ladder of a tournament file, and whether a version is in it."""

    ladder: str
    entrant: str
    """The name under which the version takes part; "" where it does not."""


def entrant_name(version: Version) -> str:
    """The name under which a version enters: with its number, as several versions may take part."""
    return f"{version.name[:_NAME_CHARACTERS]}-v{version.number}"


def ladder_entries(store: Store, file: Path, version: Version) -> list[LadderEntry]:
    """All ladders of the file whose game the version plays.

    Raises UserError when the file, or a ladder in the data folder, cannot be read.
    """
    return [
        LadderEntry(ladder.name, _entered_as(ladder, version, _digests(store, ladder.name)))
        for ladder in competition.read(file).tournaments
        if ladder.effective_format.stays_open and ladder.game in version.manifest.games
    ]


def enter(store: Store, file: Path, ladder: str, version: Version) -> str:
    """Enter the version, which plays when the file is run next; returns the entrant's name.

    Raises ClosedLadderError when the ladder takes no bot at all. Raises UserError when this version
    cannot enter, when there is no such ladder, and when the file was changed at the same time.
    """
    place = competition.located(file).resolve()
    _check_open(place, ladder)
    before, text = competition.read(file), _text(place, ladder)
    division, tournament = _find(before, ladder)
    digests = _digests(store, ladder)
    if name := _entered_as(tournament, version, digests):
        raise UserError(f"{version} is in {ladder} already, as {name}")
    name = entrant_name(version)
    # The name of an entrant that is not in the file any more stays taken: its results have it.
    if name in {_name_of(each.name, each.bot) for each in tournament.entrants} | digests.keys():
        raise UserError(f"another entrant of {ladder} is called {name} already")
    added = text + _lines(name, version, division)
    after = _changed(file, added, before, ladder)
    _check_plays(store, after, ladder)
    if _text(place, ladder) != text:
        raise UserError(f"the file of {ladder} was changed just now: try again")
    _write(place, added, ladder)
    return name


def _digests(store: Store, ladder: str) -> Mapping[str, str]:
    """By entrant, the digest of its bot, if the ladder was begun; else empty."""
    values = store.definition(ladder)
    return Definition(ladder, values).digests if values else {}


def _entered_as(ladder: Tournament, version: Version, digests: Mapping[str, str]) -> str:
    """The name under which the version is in the ladder; "" if it is not.

    `digests` are those of the ladder in the data folder.
    """
    for entrant in ladder.entrants:
        name = _name_of(entrant.name, entrant.bot)
        # An entrant `thumb@latest` stays the version that was the latest when it began: its digest
        # says which that was.
        if digests.get(name) == version.digest or entrant.bot == str(version):
            return name
    return ""


def _name_of(name: str | None, bot: str | None) -> str:
    if name:
        return name
    # The name of a bot in a folder stands in its bot.toml, which only `resolve` reads.
    reference = Reference.of(bot or "")
    return reference.name if reference else ""


def _find(file: Competition, ladder: str) -> tuple[str, Tournament]:
    """The name of the ladder's division, "" without divisions, and the ladder. Raises UserError."""
    for division, tournament in file.divisions.items():
        if tournament.name == ladder and tournament.effective_format.stays_open:
            return division, tournament
    raise UserError(f"there is no ladder {ladder!r} here")


def _check_open(place: Path, ladder: str) -> None:
    # `os.access` allows root everything, but an operator closes a ladder by `chmod a-w`.
    if not (os.access(place, os.W_OK) and place.stat().st_mode & _WRITE_BITS):
        raise ClosedLadderError(f"{ladder} is closed: its file cannot be written to")


def _text(place: Path, ladder: str) -> str:
    try:
        return read_text(place, TOURNAMENT_BYTES)
    except OSError as error:
        raise ClosedLadderError(f"{ladder} is closed: its file cannot be read") from error


def _lines(name: str, version: Version, division: str) -> str:
    # The names have only letters, digits and a few marks, none of which TOML has to escape.
    lines = ["", "[[entrants]]", f'name = "{name}"', f'bot = "{version}"']
    if division:
        lines.append(f'divisions = ["{division}"]')
    return "\n".join(["", *lines, ""])


def _changed(file: Path, text: str, before: Competition, ladder: str) -> Competition:
    """The competition in the file with this text: one entrant more in the ladder, else the same.

    Raises ClosedLadderError when the text means anything else.
    """
    closed = ClosedLadderError(f"{ladder} is closed: its file takes no other entrant")
    try:
        after = competition.with_text(file, text)
    except UserError as error:
        raise closed from error
    for division, old in before.divisions.items():
        new = after.divisions[division]
        entrants = new.entrants[:-1] if old.name == ladder else new.entrants
        if (
            len(entrants) != len(old.entrants)
            or new.model_copy(update={"entrants": entrants}) != old
        ):
            raise closed
    return after


def _check_plays(store: Store, after: Competition, ladder: str) -> None:
    """Raise UserError unless `stych run` would go on with the newcomer, the last entrant.

    It is a ClosedLadderError when the newcomer is not the reason.
    """
    _, tournament = _find(after, ladder)
    registry, values = BotRegistry(store), store.definition(ladder)
    before = Definition(ladder, values) if values else None
    # The newcomer is resolved by itself first: its author is told what is wrong with it.
    alone = tournament.model_copy(update={"entrants": tournament.entrants[-1:], "null_pair": None})
    resolve(alone, after.folder, registry)
    try:
        entrants = resolve(tournament, after.folder, registry, before.digests if before else {})
        define_from_store(store, tournament, entrants, before)
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
