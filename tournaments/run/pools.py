"""The tournaments of a data folder, pool by pool.

A pool has the tournaments of one game with the same options and the same version of the rules:
their matches can be rated together.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from referee.errors import UserError
from referee.games.registry import GAMES
from tournaments.config.definition import Definition
from tournaments.ratings.joined import JointRating, TournamentMatches, joint
from tournaments.run.known_bots import KnownBot, identity_of, known_bots
from tournaments.run.stand import Stand, stand
from tournaments.storage import bots
from tournaments.storage.store import Store


@dataclass(frozen=True, slots=True)
class KeptTournament:
    """A tournament of the data folder, and how it stands."""

    definition: Definition
    stand: Stand
    identities: Mapping[str, str]
    """By entrant: the identity of its bot."""

    @property
    def name(self) -> str:
        """The name under which it is kept."""
        return self.definition.name

    @property
    def is_complete(self) -> bool:
        """Whether all that is known of it was played, and counts."""
        schedule, table = self.stand.schedule, self.stand.table
        return schedule.finished and table.matches == len(schedule.fixtures)

    def matches(self) -> TournamentMatches:
        """What a joint rating takes of it."""
        return TournamentMatches(self.name, self.stand.counted, self.identities)


@dataclass(frozen=True, slots=True)
class Pool:
    """Tournaments of one game, with the same options and the same version of the rules."""

    tournaments: tuple[KeptTournament, ...]
    """In order of names; at least one."""

    @property
    def definition(self) -> Definition:
        """That of its first tournament, for all that they have in common."""
        return self.tournaments[0].definition

    @property
    def title(self) -> str:
        """The game and its options, as text."""
        return self.definition.game_in_words

    def joint(self) -> JointRating:
        """The joint rating of its tournaments."""
        own = [each.matches() for each in self.tournaments]
        return joint(own, GAMES[self.definition.game].perfect_points)


@dataclass(frozen=True, slots=True)
class KeptPlay:
    """What is known of the tournaments of a data folder, or of some of them."""

    pools: tuple[Pool, ...]
    """By game and options."""
    bots: Mapping[str, KnownBot]
    """Their bots by identity."""
    left_out: tuple[str, ...]
    """The tournaments that cannot be read here, each with why, as sentences."""

    @property
    def tournaments(self) -> list[KeptTournament]:
        """All of them, pool by pool."""
        return [each for pool in self.pools for each in pool.tournaments]


def kept_play(store: Store, names: Sequence[str]) -> KeptPlay:
    """What was played in these tournaments of the data folder. Raises UserError."""
    readable: list[Definition] = []
    pools: dict[str, list[KeptTournament]] = {}
    left_out: list[str] = []
    # One that cannot be read must not keep the others from being shown.
    for name in sorted(names):
        try:
            found = _read(store, name)
        except _UnreadableError as error:
            left_out.append(f"{name} is left out: {error}")
            continue
        # Those of which nothing is kept are passed over: of a file with divisions some may be
        # missing.
        if found:
            readable.append(found.definition)
            pools.setdefault(_key(found.definition), []).append(found)
    in_order = tuple(Pool(tuple(own)) for _, own in sorted(pools.items()))
    known = known_bots(readable, bots.versions(store.database))
    return KeptPlay(in_order, known, tuple(left_out))


class _UnreadableError(UserError):
    """Why a tournament cannot be read here."""


def _read(store: Store, name: str) -> KeptTournament | None:
    """What is kept of the tournament, if there is anything. Raises _UnreadableError."""
    try:
        values = store.definition(name)
        definition = Definition(name, values) if values is not None else None
        if definition and (why := _problem(definition)):
            raise _UnreadableError(why)
        return _kept(store, definition) if definition else None
    except _UnreadableError:
        raise
    # What is wrong inside of the database names its path, which not everybody is to know who reads
    # this.
    except UserError:
        raise _UnreadableError("it is damaged; `stych verify` says where") from None


def _problem(definition: Definition) -> str:
    """Why the tournament cannot be read here; empty if it can."""
    try:
        if definition.game not in GAMES:
            return f"the game {definition.game} is not installed"
        _key(definition)
        _identities(definition.name, definition)
        definition.schedule()
    except (AttributeError, KeyError, TypeError, ValueError):
        return "its definition is damaged"
    except UserError as error:
        return str(error)
    return ""


def _key(definition: Definition) -> str:
    """The same text for tournaments of one pool."""
    # By text, as options are a dict; sorted, since an older definition may have another order.
    own: list[Any] = [definition.game, definition.options, definition.rules_version]
    return json.dumps(own, sort_keys=True)


def _kept(store: Store, definition: Definition) -> KeptTournament:
    identities = _identities(definition.name, definition)
    return KeptTournament(definition, stand(store, definition), identities)


def _identities(tournament: str, definition: Definition) -> dict[str, str]:
    return {name: identity_of(tournament, name, bot) for name, bot in definition.bots.items()}
