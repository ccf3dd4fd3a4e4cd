"""The tournaments of a data folder, pool by pool.

A pool is all tournaments of one game with the same options and the same version of the rules. Their
matches can be rated together.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from referee.errors import UserError
from referee.games.registry import GAMES
from tournaments.config.definition import Definition
from tournaments.ratings.joined import JointRating, TournamentMatches, joint
from tournaments.run.known_bots import KnownBot, identity_of, known_bots
from tournaments.run.stand import Stand, stand
from tournaments.storage import bots
from tournaments.storage.store import Store


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament of the data folder, and how it stands."""

    definition: Definition
    stand: Stand
    identities: Mapping[str, str]
    """By entrant: the identity of its bot."""

    @property
    def name(self) -> str:
        """The name of the tournament in the data folder."""
        return self.definition.name

    @property
    def is_complete(self) -> bool:
        """Whether all its matches were played and count, and no further stage follows."""
        schedule, table = self.stand.schedule, self.stand.table
        return schedule.finished and table.matches == len(schedule.fixtures)

    def matches(self) -> TournamentMatches:
        """The matches that count, as a joint rating takes them."""
        return TournamentMatches(self.name, self.stand.counted, self.identities)


@dataclass(frozen=True, slots=True)
class Pool:
    """Tournaments of one game, with the same options and the same version of the rules."""

    tournaments: tuple[StoredTournament, ...]
    """In the order of their names; at least one."""

    @property
    def definition(self) -> Definition:
        """The definition of the first tournament. All agree in game, options and rules version."""
        return self.tournaments[0].definition

    @property
    def title(self) -> str:
        """The game and its options, as text."""
        return self.definition.game_in_words

    def joint(self) -> JointRating:
        """The joint rating of all tournaments of the pool."""
        matches = [each.matches() for each in self.tournaments]
        return joint(matches, GAMES[self.definition.game].perfect_points)


@dataclass(frozen=True, slots=True)
class StoredPlay:
    """What was played in the tournaments of a data folder, or in some of them."""

    pools: tuple[Pool, ...]
    """In the order of game, options as JSON, and version of the rules."""
    bots: Mapping[str, KnownBot]
    """The bots of these tournaments, by identity."""
    left_out: tuple[str, ...]
    """A sentence for each tournament that cannot be read here, with the reason."""

    @property
    def tournaments(self) -> list[StoredTournament]:
        """The tournaments of all pools, pool by pool."""
        return [each for pool in self.pools for each in pool.tournaments]


def stored_play(store: Store, names: Sequence[str]) -> StoredPlay:
    """What was played in the tournaments of the data folder that have these names.

    A name that the data folder does not have is passed over. Raises UserError when the stored bots
    cannot be read.
    """
    readable: list[Definition] = []
    pools: dict[tuple[str, str, int], list[StoredTournament]] = {}
    left_out: list[str] = []
    # A tournament that cannot be read must not keep the others from being shown.
    for name in sorted(names):
        try:
            tournament = _read(store, name)
        except _UnreadableError as error:
            left_out.append(f"{name} is left out: {error}")
            continue
        # Skip names that the data folder does not have: of a file with divisions, some may not have
        # been started.
        if tournament:
            readable.append(tournament.definition)
            pools.setdefault(_key(tournament.definition), []).append(tournament)
    in_order = tuple(Pool(tuple(tournaments)) for _, tournaments in sorted(pools.items()))
    known = known_bots(readable, bots.versions(store.database))
    return StoredPlay(in_order, known, tuple(left_out))


class _UnreadableError(UserError):
    """Why a tournament cannot be read here."""


def _read(store: Store, name: str) -> StoredTournament | None:
    """The tournament; None if the data folder does not have it. Raises _UnreadableError."""
    try:
        values = store.definition(name)
        definition = Definition(name, values) if values is not None else None
        if definition and (why := _problem(definition)):
            raise _UnreadableError(why)
        return _with_stand(store, definition) if definition else None
    except _UnreadableError:
        raise
    # The text of such an error has the path of the database. It is not passed on, since the
    # sentence may be shown on a public page.
    except UserError:
        raise _UnreadableError("it is damaged; `stych verify` says where") from None


def _problem(definition: Definition) -> str:
    """Why the tournament cannot be read here, as a clause; empty if it can."""
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


def _key(definition: Definition) -> tuple[str, str, int]:
    """A key that all tournaments of a pool have, and no others.

    Of two keys that differ in the rules alone, that of the later rules is the larger.
    """
    # With sorted keys, so that the text does not depend on the order of the options.
    options = json.dumps(definition.options, sort_keys=True)
    return definition.game, options, definition.rules_version


def _with_stand(store: Store, definition: Definition) -> StoredTournament:
    identities = _identities(definition.name, definition)
    return StoredTournament(definition, stand(store, definition), identities)


def _identities(tournament: str, definition: Definition) -> dict[str, str]:
    return {name: identity_of(tournament, name, bot) for name, bot in definition.bots.items()}
