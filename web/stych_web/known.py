"""The bots of a data folder over all its tournaments: their history, and two side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.errors import UserError
from stych_web.site import NotFoundError, WebSite
from tournaments.present.history import newest_in_words, sentences
from tournaments.present.meeting import shown_meetings
from tournaments.present.versus import (
    BlockRow,
    ShownMeetings,
    block_rows,
    seating_heads,
    sentence,
)
from tournaments.run.bot_history import PoolHistory, histories
from tournaments.run.known_bots import KnownBot, find_bots
from tournaments.run.pools import KeptPlay, kept_play
from tournaments.storage.store import Store

_LONGEST: Final = 200
"""Characters of a name that is looked for."""
_BLOCKS: Final = 60
"""Blocks that are shown one by one: for each some matches are played again."""


@dataclass(frozen=True, slots=True)
class KnownLine:
    """A bot of the list, and where it has played."""

    bot: KnownBot
    tournaments: Sequence[tuple[str, str]]
    """Each with the name under which it played there."""


@dataclass(frozen=True, slots=True)
class KnownView:
    """All bots that took part in what is shown."""

    lines: Sequence[KnownLine]
    left_out: Sequence[str]
    """Which tournaments cannot be read, and why, a sentence each."""


@dataclass(frozen=True, slots=True)
class HistoryView:
    """All versions of a bot, pool by pool."""

    title: str
    versions: Sequence[KnownBot]
    pools: Sequence[tuple[PoolHistory, str, Sequence[str]]]
    """Each with what it says in one sentence, and with what its figures rest on."""
    others: Sequence[KnownBot]
    """Bots that it can be compared with."""
    left_out: Sequence[str]
    """Which tournaments cannot be read, and why, a sentence each."""


@dataclass(frozen=True, slots=True)
class PoolMeetings:
    """How two bots did against each other, by one set of rules."""

    title: str
    sentence: str
    heads: Sequence[str]
    rows: Sequence[BlockRow]
    more: int
    """Blocks that are not shown."""


@dataclass(frozen=True, slots=True)
class VersusView:
    """Two bots against each other."""

    bots: tuple[KnownBot, KnownBot]
    pools: Sequence[PoolMeetings]


@dataclass(frozen=True, slots=True)
class KnownPlay:
    """What was played in the tournaments that are shown."""

    kept: KeptPlay

    @property
    def bots(self) -> Mapping[str, KnownBot]:
        """The bots that took part, by identity."""
        return self.kept.bots

    def named(self, text: str) -> list[KnownBot]:
        """The bots of this identity or name. Raises NotFoundError."""
        if text in self.bots:
            return [self.bots[text]]
        try:
            # Never a folder: a page names no path of the machine.
            return find_bots(text[:_LONGEST], self.bots, folders=False)
        except UserError as error:
            raise NotFoundError(str(error)) from None


def known_in(site: WebSite, store: Store) -> KnownPlay:
    """What was played in the tournaments that are shown. Raises UserError."""
    return KnownPlay(kept_play(store, site.names()))


def meetings_in(
    play: KnownPlay, store: Store, one: str, other: str
) -> tuple[tuple[KnownBot, KnownBot], list[ShownMeetings]]:
    """The newest bots of these names, and their meetings. Raises NotFoundError and UserError."""
    if not one or not other:
        raise NotFoundError("two bots are compared by their names: /versus?one=ANN&other=BOB")
    bots = play.named(one)[-1], play.named(other)[-1]
    if bots[0] == bots[1]:
        raise NotFoundError(f"both are names of one bot, {bots[0].label}")
    return bots, shown_meetings(store, play.kept, bots, _BLOCKS)


def known_view(site: WebSite) -> KnownView:
    """All bots that took part in what is shown. Raises UserError."""

    def made(store: Store) -> KnownView:
        play = known_in(site, store)
        lines = [KnownLine(bot, _played(play.kept, bot)) for bot in play.bots.values()]
        return KnownView(lines, play.kept.left_out)

    # A page of the menu is there also before anything was played.
    if not site.heads():
        return KnownView([], [])
    return site.made("bots", made)


def history_view(site: WebSite, text: str) -> HistoryView:
    """The versions of the bot that is called so. Raises NotFoundError and UserError."""

    def made(store: Store) -> HistoryView:
        play = known_in(site, store)
        versions = play.named(text)
        found = histories(play.kept, versions)
        pools = [(each, newest_in_words(each), [*sentences(each)]) for each in found]
        own = {each.identity for each in versions}
        others = [each for key, each in play.bots.items() if key not in own]
        # Of several versions the name that they have in common.
        title = versions[0].label if len(versions) == 1 else versions[0].bot or versions[0].label
        return HistoryView(title, versions, pools, others, play.kept.left_out)

    return site.made(("history", text), made)


def versus_view(site: WebSite, one: str, other: str) -> VersusView:
    """Two bots, block by block, on closed boards. Raises NotFoundError and UserError."""

    def made(store: Store) -> VersusView:
        bots, found = meetings_in(known_in(site, store), store, one, other)
        return VersusView(bots, [_pool(bots, each) for each in found])

    return site.made(("versus", one, other), made)


def _pool(bots: tuple[KnownBot, KnownBot], own: ShownMeetings) -> PoolMeetings:
    pool = own.meetings.pool
    return PoolMeetings(
        title=f"{pool.title}, rules {pool.definition.rules_version}",
        sentence=sentence(bots, own.meetings),
        heads=seating_heads(bots, own),
        rows=[*block_rows(bots, own)],
        more=len(own.meetings.blocks) - len(own.blocks),
    )


def _played(play: KeptPlay, bot: KnownBot) -> list[tuple[str, str]]:
    return [
        (each.name, entrant)
        for each in play.tournaments
        for entrant, identity in each.identities.items()
        if identity == bot.identity
    ]
