"""The bots of a data folder by identity, each with all names that it has in the tournaments."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.rpc.manifest import MANIFEST
from referee.text import did_you_mean
from tournaments.config.definition import Definition, EnteredBot
from tournaments.config.entrants import manifest
from tournaments.resources.samples import is_sample, sample_folder
from tournaments.storage.bots import Version
from tournaments.submissions.reference import Reference

_DIGITS: Final = 8
"""Digits of an identity in a label; the list of stored bots (`stych bots`) shows as many."""
_DIGEST: Final = re.compile(r"[0-9a-f]{6,64}")
"""A digest, or the beginning of one that a person may write instead."""


@dataclass(frozen=True, slots=True)
class KnownBot:
    """One version of a bot, as the tournaments of a data folder know it."""

    identity: str
    """The digest of its files; see `identity_of`."""
    label: str
    """Its name where several tournaments are shown; no other bot of the data folder has it."""
    bot: str
    """The name in its bot.toml; the model's name of a language model; empty if it dials in."""
    version: str
    """The version in its bot.toml; the scaffold's of a language model; empty if it dials in."""
    stored: str
    """The version of a stored bot, such as thumb@2; empty if the bot is not stored."""
    names: tuple[str, ...]
    """The names under which it was entered, sorted."""

    def is_called(self, text: str) -> bool:
        """Whether the text is a name of this version, or a name of all versions of the bot."""
        # Unknown names are "", so an empty text must match none.
        name = self.stored.partition("@")[0]
        return bool(text) and text in (self.label, self.bot, self.stored, name, *self.names)


def identity_of(tournament: str, name: str, bot: EnteredBot) -> str:
    """The identity of the bot that was entered under `name`: as a rule, the digest of its files.

    For a remote bot it is the digest of its name, for a language model that of all its settings. An
    old definition may have no digest; then no other tournament has the identity.
    """
    return bot.digest or f"{tournament}/{name}"


def known_bots(
    definitions: Iterable[Definition], versions: Sequence[Version]
) -> dict[str, KnownBot]:
    """The bots of these tournaments by identity.

    The stored bots come first, by name and number, then the others, by name and version.
    """
    # By identity, then by name: a bot may be entered under several names.
    entered: defaultdict[str, dict[str, EnteredBot]] = defaultdict(dict)
    for definition in definitions:
        for name, bot in definition.bots.items():
            entered[identity_of(definition.name, name, bot)].setdefault(name, bot)
    stored = {each.digest: each for each in versions}
    bots = [_known(identity, names, stored.get(identity)) for identity, names in entered.items()]
    bots.sort(key=lambda each: _order(each, stored.get(each.identity)))
    # Two bots may have the same name and version: an author may change files and not the version.
    times = Counter(each.label for each in bots)
    return {each.identity: each if times[each.label] == 1 else _told_apart(each) for each in bots}


def find_bots(text: str, bots: Mapping[str, KnownBot], *, folders: bool = True) -> list[KnownBot]:
    """The bots that the text names, at least one, in the order of `bots`; several may fit.

    The text may be a stored version, such as thumb@2, any name of a bot, or six or more digits with
    which a digest begins; with `folders` also the folder of a bot, or a sample. `bots` are in the
    order of `known_bots`. Raises UserError when the text names no bot, and when the bot.toml of
    that folder cannot be read.
    """
    versions = bots.values()
    if reference := Reference.of(text):
        found = _stored_as(reference, versions)
    else:
        name = _name_in(text) if folders else text
        found = [each for each in versions if each.is_called(name)]
        if not found and _DIGEST.fullmatch(text):
            found = [each for each in versions if each.identity.startswith(text)]
    if not found:
        names = {name for each in versions for name in (each.bot, *each.names, each.stored) if name}
        raise UserError(
            f"no bot called {text!r} has played here yet{did_you_mean(text, sorted(names))}"
        )
    return found


def _stored_as(reference: Reference, versions: Iterable[KnownBot]) -> list[KnownBot]:
    of_name = [each for each in versions if each.stored.partition("@")[0] == reference.name]
    # NAME@latest is the last one, as `known_bots` has them in the order of their numbers.
    if reference.number is None:
        return of_name[-1:]
    return [each for each in of_name if each.stored == str(reference)]


def _name_in(text: str) -> str:
    """The name in the bot.toml of the folder that the text names.

    Without such a folder it is NAME for a text sample/NAME, and else the text itself.
    """
    if is_sample(text):
        # `sample/thumb` is no folder, since it is another bot in each game.
        name = text.partition("/")[2]
        folder = sample_folder(name)
        return manifest(folder).name if folder else name
    folder = Path(text)
    return manifest(folder).name if (folder / MANIFEST).is_file() else text


def _known(identity: str, entered: Mapping[str, EnteredBot], version: Version | None) -> KnownBot:
    names = tuple(sorted(entered))
    bot = entered[names[0]]
    # Of a remote bot nothing but its entrant's name is known. One model may be entered with several
    # settings, so its name would not tell these apart.
    named = names[0] if bot.remote or bot.model else f"{bot.bot} {bot.version}".strip()
    stored = str(version or "")
    return KnownBot(identity, stored or named or names[0], bot.bot, bot.version, stored, names)


def _told_apart(bot: KnownBot) -> KnownBot:
    """The bot with the beginning of its identity in its label."""
    label = f"{bot.label} ({bot.identity[:_DIGITS]})"
    return KnownBot(bot.identity, label, bot.bot, bot.version, bot.stored, bot.names)


def _order(bot: KnownBot, version: Version | None) -> tuple[object, ...]:
    if version:
        return 0, version.name, version.number, (), bot.identity
    # Numbers in a version are compared as numbers, so that 1.10 comes after 1.9.
    parts = tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in _parts(bot))
    return 1, bot.bot, 0, parts, bot.identity


def _parts(bot: KnownBot) -> list[str]:
    return re.findall(r"[0-9]{1,9}|[^0-9]+", bot.version, re.ASCII)
