"""The bots of a data folder by identity: all names that each goes under, in all tournaments."""

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
from tournaments.resources.samples import is_sample
from tournaments.storage.bots import Version
from tournaments.submissions.reference import Reference

# As many as the list of stored bots shows (`stych bots`).
_DIGITS: Final = 8
_DIGEST: Final = re.compile(r"[0-9a-f]{6,64}")


@dataclass(frozen=True, slots=True)
class KnownBot:
    """One version of a bot, as the tournaments of a data folder know it."""

    identity: str
    """The digest of its files; see `identity_of`."""
    label: str
    """What it is called where several tournaments are shown: no other bot has the same."""
    bot: str
    """Its own name, from its bot.toml; of a language model the model's; empty if it dials in."""
    version: str
    """Its author's version."""
    stored: str
    """How it is stored, such as thumb@2; empty if it is not."""
    names: tuple[str, ...]
    """The names under which it was entered, in order."""

    def is_called(self, text: str) -> bool:
        """Whether the text is one of its names, or names all versions of it."""
        # What is not known of a bot is empty, and so nobody's name.
        name = self.stored.partition("@")[0]
        return bool(text) and text in (self.label, self.bot, self.stored, name, *self.names)


def identity_of(tournament: str, name: str, bot: EnteredBot) -> str:
    """What tells the bot of an entrant from all others: the digest of its files.

    Of one that dials in it is that of its name, and of a language model that of all its settings.
    """
    return bot.digest or f"{tournament}/{name}"


def known_bots(
    definitions: Iterable[Definition], versions: Sequence[Version]
) -> dict[str, KnownBot]:
    """The bots of these tournaments by identity: stored ones by number, then others by version."""
    # By name as well, since one bot may be entered under several.
    entered: defaultdict[str, dict[str, EnteredBot]] = defaultdict(dict)
    for definition in definitions:
        for name, bot in definition.bots.items():
            entered[identity_of(definition.name, name, bot)].setdefault(name, bot)
    stored = {each.digest: each for each in versions}
    found = [_known(identity, own, stored.get(identity)) for identity, own in entered.items()]
    found.sort(key=lambda each: _order(each, stored.get(each.identity)))
    # Two may have one name and version: nothing keeps an author from changing files alone.
    times = Counter(each.label for each in found)
    return {each.identity: each if times[each.label] == 1 else _told_apart(each) for each in found}


def find_bots(text: str, bots: Mapping[str, KnownBot], *, folders: bool = True) -> list[KnownBot]:
    """The bots that the text names, at least one: all versions, or the one that it says.

    It is a stored version, such as thumb@2; any of the names of a bot; the folder of one; or six or
    more digits that a digest begins with. Raises UserError where there is none.
    """
    known = bots.values()
    if reference := Reference.of(text):
        found = _stored_as(reference, known)
    else:
        name = _own_name(text) if folders else text
        found = [each for each in known if each.is_called(name)]
        if not found and _DIGEST.fullmatch(text):
            found = [each for each in known if each.identity.startswith(text)]
    if not found:
        names = {name for each in known for name in (each.bot, *each.names, each.stored) if name}
        raise UserError(
            f"no bot called {text!r} has played here yet{did_you_mean(text, sorted(names))}"
        )
    return found


def _stored_as(reference: Reference, known: Iterable[KnownBot]) -> list[KnownBot]:
    own = [each for each in known if each.stored.partition("@")[0] == reference.name]
    # They are in the order of their numbers.
    if reference.number is None:
        return own[-1:]
    return [each for each in own if each.stored == str(reference)]


def _own_name(text: str) -> str:
    """The bot's own name where the text is a folder or a sample; else the text."""
    if is_sample(text):
        return text.partition("/")[2]
    folder = Path(text)
    return manifest(folder).name if (folder / MANIFEST).is_file() else text


def _known(identity: str, entered: Mapping[str, EnteredBot], version: Version | None) -> KnownBot:
    names = tuple(sorted(entered))
    bot = entered[names[0]]
    # Nothing but its name says what a remote bot is, and a model's own name says not enough.
    own = names[0] if bot.remote or bot.model else f"{bot.bot} {bot.version}".strip()
    stored = str(version or "")
    return KnownBot(identity, stored or own or names[0], bot.bot, bot.version, stored, names)


def _told_apart(bot: KnownBot) -> KnownBot:
    label = f"{bot.label} ({bot.identity[:_DIGITS]})"
    return KnownBot(bot.identity, label, bot.bot, bot.version, bot.stored, bot.names)


def _order(bot: KnownBot, version: Version | None) -> tuple[object, ...]:
    if version:
        return 0, version.name, version.number, (), bot.identity
    # 1.10 comes after 1.9.
    parts = tuple((0, int(each), "") if each.isdigit() else (1, 0, each) for each in _parts(bot))
    return 1, bot.bot, 0, parts, bot.identity


def _parts(bot: KnownBot) -> list[str]:
    return re.findall(r"[0-9]{1,9}|[^0-9]+", bot.version, re.ASCII)
