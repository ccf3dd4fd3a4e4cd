"""The bots of the shown tournaments, as plain values: a list, their histories, and pairs."""

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
from tournaments.run.pools import StoredPlay, stored_play
from tournaments.storage.store import Store

_LONGEST: Final = 200
"""Characters of a name that is searched for; the rest is ignored."""
_BLOCKS: Final = 60
"""Blocks of a pool that are shown one by one at most. To show a block, its matches have to be
replayed, which takes time."""


@dataclass(frozen=True, slots=True)
class BotsLine:
    """A bot of the list, and where it took part."""

    bot: KnownBot
    tournaments: Sequence[tuple[str, str]]
    """Pairs: a tournament, and the name under which the bot took part in it."""


@dataclass(frozen=True, slots=True)
class BotsView:
    """All bots that took part in the shown tournaments."""

    lines: Sequence[BotsLine]
    left_out: Sequence[str]
    """For each tournament that cannot be read, a sentence that says why."""


@dataclass(frozen=True, slots=True)
class HistoryView:
    """All versions of a bot, pool by pool."""

    title: str
    """The name that all the versions have in common; the label of a single version."""
    versions: Sequence[KnownBot]
    pools: Sequence[tuple[PoolHistory, str, Sequence[str]]]
    """For each pool its history, a sentence about the newest version, which may be empty, and the
    sentences that say what the figures rest on."""
    others: Sequence[KnownBot]
    """All other bots of the shown tournaments; the page offers to compare two bots."""
    left_out: Sequence[str]
    """For each tournament that cannot be read, a sentence that says why."""


@dataclass(frozen=True, slots=True)
class PoolMeetings:
    """How two bots did against each other in one pool: one game with the same options and rules."""

    title: str
    sentence: str
    heads: Sequence[str]
    """The heads of the columns for the seatings, in the order of the cells of each row."""
    rows: Sequence[BlockRow]
    more: int
    """How many blocks of the pool are not shown."""


@dataclass(frozen=True, slots=True)
class VersusView:
    """Two bots against each other, in each pool in which they met."""

    bots: tuple[KnownBot, KnownBot]
    pools: Sequence[PoolMeetings]


@dataclass(frozen=True, slots=True)
class ShownPlay:
    """The shown tournaments, and the bots that took part in them."""

    stored: StoredPlay
    """The tournaments, as the data folder has them."""

    @property
    def bots(self) -> Mapping[str, KnownBot]:
        """All bots that took part, by identity."""
        return self.stored.bots

    def find(self, text: str) -> list[KnownBot]:
        """The bots of this identity or name, the newest version last. Raises NotFoundError.

        There is at least one.
        """
        if text in self.bots:
            return [self.bots[text]]
        try:
            # The text is never taken for a folder: a page must not look at paths of the machine.
            return find_bots(text[:_LONGEST], self.bots, folders=False)
        except UserError as error:
            raise NotFoundError(str(error)) from None


def shown_play(site: WebSite, store: Store) -> ShownPlay:
    """The shown tournaments and their bots, read from `store`. Raises UserError."""
    return ShownPlay(stored_play(store, site.names()))


def meetings_in(
    play: ShownPlay, store: Store, one: str, other: str
) -> tuple[tuple[KnownBot, KnownBot], list[ShownMeetings]]:
    """The newest bots of the names `one` and `other`, and their meetings, pool by pool.

    Raises NotFoundError for an empty name, a name of no bot, or two names of one bot. Raises
    UserError when the data folder cannot be read.
    """
    if not one or not other:
        raise NotFoundError("two bots are compared by their names: /versus?one=ANN&other=BOB")
    bots = play.find(one)[-1], play.find(other)[-1]
    if bots[0] == bots[1]:
        raise NotFoundError(f"both are names of one bot, {bots[0].label}")
    return bots, shown_meetings(store, play.stored, bots, _BLOCKS)


def bots_view(site: WebSite) -> BotsView:
    """All bots that took part in the shown tournaments. Raises UserError."""

    def make(store: Store) -> BotsView:
        play = shown_play(site, store)
        lines = [BotsLine(bot, _tournaments(play.stored, bot)) for bot in play.bots.values()]
        return BotsView(lines, play.stored.left_out)

    # The menu leads to this page, so it has to exist also before anything was played.
    if not site.heads():
        return BotsView([], [])
    return site.cached("bots", make)


def history_view(site: WebSite, text: str) -> HistoryView:
    """The history of all versions that `text` names. Raises NotFoundError and UserError."""

    def make(store: Store) -> HistoryView:
        play = shown_play(site, store)
        versions = play.find(text)
        pools = [
            (each, newest_in_words(each), [*sentences(each)])
            for each in histories(play.stored, versions)
        ]
        identities = {each.identity for each in versions}
        others = [bot for identity, bot in play.bots.items() if identity not in identities]
        # Several versions have the name in bot.toml in common; a label belongs to one version.
        title = versions[0].label if len(versions) == 1 else versions[0].bot or versions[0].label
        return HistoryView(title, versions, pools, others, play.stored.left_out)

    return site.cached(("history", text), make)


def versus_view(site: WebSite, one: str, other: str) -> VersusView:
    """The two bots, block by block, on boards that are over. Raises as `meetings_in` does."""

    def make(store: Store) -> VersusView:
        bots, meetings = meetings_in(shown_play(site, store), store, one, other)
        return VersusView(bots, [_pool(bots, each) for each in meetings])

    return site.cached(("versus", one, other), make)


def _pool(bots: tuple[KnownBot, KnownBot], shown: ShownMeetings) -> PoolMeetings:
    pool = shown.meetings.pool
    return PoolMeetings(
        title=f"{pool.title}, rules {pool.definition.rules_version}",
        sentence=sentence(bots, shown.meetings),
        heads=seating_heads(bots, shown),
        rows=[*block_rows(bots, shown)],
        more=len(shown.meetings.blocks) - len(shown.blocks),
    )


def _tournaments(play: StoredPlay, bot: KnownBot) -> list[tuple[str, str]]:
    """The tournaments of the bot, as in `BotsLine.tournaments`."""
    return [
        (each.name, entrant)
        for each in play.tournaments
        for entrant, identity in each.identities.items()
        if identity == bot.identity
    ]
