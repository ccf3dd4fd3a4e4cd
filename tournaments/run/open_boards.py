"""Boards on which there is still something to play, and the secrets that go with them.

A board is open as long as a match on it is still to be played. Its cards are a secret until then,
since the matches of a block, and in some formats all matches on a board, share a deal. Tournaments
with the same seed, game and options share deals as well. So a board may be closed in one of them
and open in another.
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
"""The number of parts of a deal's path up to the board: seed, game, options, board."""


class OpenBoardError(UserError):
    """The record shows cards of a deal on which matches are still to be played."""


def secret_boards(fixtures: Sequence[Fixture], results: Mapping[str, MatchResult]) -> set[int]:
    """The boards of fixtures without a result. Nobody may see the cards of these boards."""
    # Whole boards, since the matches of a block, and in some formats all on a board, share a deal.
    return {each.block.board for each in fixtures if each.id not in results}


@dataclass(frozen=True, slots=True)
class _AdvancedTournament:
    """A tournament of the data folder, with its schedule as far as its results lead."""

    name: str
    deals: tuple[str, ...]
    """The parts of the paths of its deals before the board: seed, game, options."""
    fixtures: Sequence[Fixture]
    results: Mapping[str, MatchResult]
    boards: frozenset[int]
    """The boards of the fixtures."""
    open_now: frozenset[int]
    """The boards on which matches are missing."""
    is_seed_in_use: bool
    """Whether anything can still be played with its seed, from which all cards follow."""

    def may_play(self, deals: Sequence[str], board: int) -> bool:
        """Whether the tournament may still play on the board of deals whose paths begin so."""
        # A stage that is not known yet, or a newcomer, may bring a board that is not there now.
        is_left = board in self.open_now or (self.is_seed_in_use and board not in self.boards)
        return is_left and self.deals == tuple(deals)


@dataclass(frozen=True, slots=True)
class ClosedBoards:
    """What everybody may see of a tournament at this moment."""

    secret: Collection[int]
    """The boards on which no match may be seen yet."""
    matches: Sequence[tuple[Fixture, MatchResult]]
    """The matches that were played on the other boards, in the order of play."""
    left_out: int
    """How many matches were played on secret boards."""
    with_seed: bool
    """Whether the seed may be seen, from which the cards of all boards follow."""


class OpenBoards:
    """What is still a secret in a data folder.

    A tournament is read when it is first needed, and not again: make a new object for each request.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._definitions: dict[str, Definition] = {}
        # By name. The schedule of a large tournament takes time, so each is advanced once, and only
        # when its seed is asked for.
        self._advanced: dict[str, _AdvancedTournament] = {}

    def closed(self, name: str) -> ClosedBoards:
        """What everybody may see of the tournament. Raises NothingPlayedError.

        A board is secret as well when another tournament of the data folder with the same seed may
        still play on it: the cards are the same.
        """
        definition = stored(self._store, name)
        asked = self._advance(definition)
        secret = {
            board for board in asked.boards if self._who_may_play(asked.deals, board) is not None
        }
        played = [
            (fixture, asked.results[fixture.id])
            for fixture in asked.fixtures
            if fixture.id in asked.results
        ]
        shown = [pair for pair in played if pair[0].block.board not in secret]
        with_seed = not self.is_seed_in_use(definition.seed)
        return ClosedBoards(secret, shown, len(played) - len(shown), with_seed)

    def is_open(self, record: Record) -> bool:
        """Whether a tournament of the data folder may still play the record's deal."""
        return self._who_may_play_deal(record) is not None

    def check_closed(self, record: Record) -> None:
        """Raise OpenBoardError when a tournament of the data folder may still play the deal.

        The record may be from anywhere: a copy in a file shows the same cards.
        """
        if name := self._who_may_play_deal(record):
            raise OpenBoardError(
                f"match {record.id} is on board {record.board} of {name}, on which matches are"
                " still to be played: its record shows their cards; it can be read when they are"
                " over"
            )

    def is_seed_in_use(self, seed: str) -> bool:
        """Whether anything can still be played with the seed, from which all cards follow."""
        return any(each.is_seed_in_use for each in self._of_seed(seed))

    def _who_may_play_deal(self, record: Record) -> str | None:
        """The name of a tournament that may still play the record's deal; None for none."""
        *deals, board = record.deal.path[:_TO_BOARD] or ("",)
        return self._who_may_play(deals, record.board) if board == str(record.board) else None

    def _who_may_play(self, deals: Sequence[str], board: int) -> str | None:
        """The name of a tournament that may still play on the board of these deals, or None."""
        candidates = self._of_seed(deals[0]) if deals else []
        return next((each.name for each in candidates if each.may_play(deals, board)), None)

    def _of_seed(self, seed: str) -> list[_AdvancedTournament]:
        """The tournaments that have the seed."""
        if not self._definitions:
            names = self._store.tournaments()
            self._definitions = {name: stored(self._store, name) for name in names}
        of_seed = [each for each in self._definitions.values() if each.seed == seed]
        return [self._advance(each) for each in of_seed]

    def _advance(self, definition: Definition) -> _AdvancedTournament:
        if definition.name not in self._advanced:
            results = self._store.summaries(definition.name)
            schedule = definition.schedule()
            schedule.advance(results)
            self._advanced[definition.name] = _with_results(definition, schedule, results)
        return self._advanced[definition.name]


def _with_results(
    definition: Definition, schedule: StagedSchedule, results: Mapping[str, MatchResult]
) -> _AdvancedTournament:
    boards = frozenset(each.block.board for each in schedule.fixtures)
    open_now = frozenset(secret_boards(schedule.fixtures, results))
    # A later stage, which is not known yet, will be played with the seed as well.
    is_seed_in_use = (
        bool(open_now)
        or not schedule.finished
        or definition.format.stays_open
        or _may_get_more_boards(definition, len(boards))
    )
    return _AdvancedTournament(
        name=definition.name,
        deals=_deals(definition),
        fixtures=schedule.fixtures,
        results=results,
        boards=boards,
        open_now=open_now,
        is_seed_in_use=is_seed_in_use,
    )


def _deals(definition: Definition) -> tuple[str, ...]:
    """The parts of the paths of its deals before the board: seed, game, options."""
    try:
        game = make_game(definition.game, definition.options)
    except (OptionsError, UnknownGameError):
        # The game is not installed, or has other options by now. The definition has all options, as
        # they stand in the paths.
        options = json.dumps(definition.options, sort_keys=True, separators=(",", ":"))
        return definition.seed, definition.game, options
    return deal_path(definition.seed, game, 0)[: _TO_BOARD - 1]


def _may_get_more_boards(definition: Definition, boards: int) -> bool:
    """Whether it is a duel with a sequential test that took all its boards; it may get more."""
    if definition.format is not DUEL or definition.sprt is None:
        return False
    return boards >= definition.boards
