"""Boards on which there is still something to play, and the secrets that go with them.

A board is open as long as a match on it is missing. Its cards are a secret until then, since the
matches of a block, and in some formats all matches of a board, share a deal. Tournaments of one
seed share the deals of a game, so that a board may be over in one of them and open in another.
"""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from referee.errors import UserError
from referee.games.registry import OptionsError, UnknownGameError, make_game
from referee.record import Record
from referee.sharing import deal_path
from tournaments.config.definition import Definition
from tournaments.config.stored import stored
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult
from tournaments.formats.duel import DUEL
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.storage.store import Store

_TO_BOARD: Final = 4
"""Parts of a deal's path up to its board: seed, game, options, board."""


class OpenBoardError(UserError):
    """The record shows cards that are still to be played with."""


def secret_boards(fixtures: Sequence[Fixture], results: Mapping[str, MatchResult]) -> set[int]:
    """Boards on which there is still something to play: nobody may see their cards."""
    # Whole boards, as the matches of a block, and in some formats all of a board, share a deal.
    return {each.block.board for each in fixtures if each.id not in results}


@dataclass(frozen=True, slots=True)
class _Known:
    """A tournament of the data folder, with what its results lead to."""

    name: str
    deals: tuple[str, ...]
    """With what the paths of its deals begin, before the board."""
    fixtures: Sequence[Fixture]
    results: Mapping[str, MatchResult]
    boards: frozenset[int]
    """Those of the fixtures."""
    open_now: frozenset[int]
    """Boards on which matches are missing."""
    keeps_seed: bool
    """Whether anything can still be played with its seed, from which all cards follow."""

    def may_play(self, deals: Sequence[str], board: int) -> bool:
        """Whether anything may still be played on the board of these deals."""
        # A stage that is not known yet, or a newcomer, may bring a board that is not there now.
        left = board in self.open_now or (self.keeps_seed and board not in self.boards)
        return left and self.deals == tuple(deals)


@dataclass(frozen=True, slots=True)
class ClosedBoards:
    """What everybody may see of a tournament's matches, while something can still be played."""

    secret: Collection[int]
    """The boards of which nothing may be seen yet."""
    matches: Sequence[tuple[Fixture, MatchResult]]
    """Those that were played on the other boards, in the order of play."""
    left_out: int
    """How many matches were played on secret boards."""
    with_seed: bool
    """Whether the seed may be seen, from which the cards of all boards follow."""


class OpenBoards:
    """What is still a secret in a data folder, as it stood when it was first asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._definitions: dict[str, Definition] = {}
        # Schedules of large tournaments take time: each is advanced once, and only if it matters.
        self._known: dict[str, _Known] = {}

    def closed(self, name: str) -> ClosedBoards:
        """What everybody may see of the tournament. Raises NothingPlayedError.

        Other tournaments of the data folder that have its seed count as well: their cards are the
        same.
        """
        definition = stored(self._store, name)
        own = self._advanced(definition)
        secret = {each for each in own.boards if self._player(own.deals, each) is not None}
        played = [(each, own.results[each.id]) for each in own.fixtures if each.id in own.results]
        shown = [pair for pair in played if pair[0].block.board not in secret]
        with_seed = not self.keeps_seed(definition.seed)
        return ClosedBoards(secret, shown, len(played) - len(shown), with_seed)

    def is_open(self, record: Record) -> bool:
        """Whether a tournament has the record's board open."""
        return self._player_of(record) is not None

    def check_closed(self, record: Record) -> None:
        """Raise OpenBoardError when a tournament has the record's board open.

        The deal decides, and not where the record is: a copy in a file shows the same cards.
        """
        if name := self._player_of(record):
            raise OpenBoardError(
                f"match {record.id} is on board {record.board} of {name}, on which matches are"
                " still to be played: its record shows their cards; it can be read when they are"
                " over"
            )

    def keeps_seed(self, seed: str) -> bool:
        """Whether anything can still be played with the seed, from which all cards follow."""
        return any(each.keeps_seed for each in self._of_seed(seed))

    def _player_of(self, record: Record) -> str | None:
        """The name of a tournament that may still play the record's deal; None for none."""
        *deals, board = record.deal.path[:_TO_BOARD] or ("",)
        return self._player(deals, record.board) if board == str(record.board) else None

    def _player(self, deals: Sequence[str], board: int) -> str | None:
        """The same for a board of these deals."""
        found = self._of_seed(deals[0]) if deals else []
        return next((each.name for each in found if each.may_play(deals, board)), None)

    def _of_seed(self, seed: str) -> list[_Known]:
        """The tournaments that have the seed."""
        if not self._definitions:
            names = self._store.tournaments()
            self._definitions = {name: stored(self._store, name) for name in names}
        found = [each for each in self._definitions.values() if each.seed == seed]
        return [self._advanced(each) for each in found]

    def _advanced(self, definition: Definition) -> _Known:
        if definition.name not in self._known:
            results = self._store.summaries(definition.name)
            schedule = definition.schedule()
            schedule.advance(results)
            self._known[definition.name] = _known(definition, schedule, results)
        return self._known[definition.name]


def _known(
    definition: Definition, schedule: StagedSchedule, results: Mapping[str, MatchResult]
) -> _Known:
    boards = frozenset(each.block.board for each in schedule.fixtures)
    open_now = frozenset(secret_boards(schedule.fixtures, results))
    # A later stage that is not known yet is something to play as well.
    keeps_seed = (
        bool(open_now)
        or not schedule.finished
        or definition.format.stays_open
        or _goes_on_with_more(definition, len(boards))
    )
    return _Known(
        name=definition.name,
        deals=_deals(definition),
        fixtures=schedule.fixtures,
        results=results,
        boards=boards,
        open_now=open_now,
        keeps_seed=keeps_seed,
    )


def _deals(definition: Definition) -> tuple[str, ...]:
    """With what the paths of its deals begin: without the board, and who shares a deal on it."""
    try:
        game = make_game(definition.game, definition.options)
    except (OptionsError, UnknownGameError):
        # By other rules than these: the options stand there whole, as they were.
        options = json.dumps(definition.options, sort_keys=True, separators=(",", ":"))
        return definition.seed, definition.game, options
    return deal_path(definition.seed, game, 0)[: _TO_BOARD - 1]


def _goes_on_with_more(definition: Definition, boards: int) -> bool:
    """Whether it is a duel by a test that took all of its boards: it may be given more."""
    if definition.format is not DUEL or definition.sprt is None:
        return False
    return boards >= definition.boards
