"""Boards on which there is still something to play, and the secrets that go with them.

A board is open as long as a match on it is missing. Its cards are a secret until then, since the
matches of a block, and in some formats all matches of a board, share a deal.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from referee.errors import UserError
from referee.games.registry import OptionsError, UnknownGameError, make_game
from referee.record import Record
from tournaments.config.definition import Definition
from tournaments.config.stored import stored
from tournaments.core.fixtures import Fixture
from tournaments.core.results import MatchResult
from tournaments.formats.duel import DUEL
from tournaments.formats.staged_schedule import StagedSchedule
from tournaments.storage.store import Store


class OpenBoardError(UserError):
    """The record shows cards that are still to be played with."""


def secret_boards(fixtures: Sequence[Fixture], results: Mapping[str, MatchResult]) -> set[int]:
    """Boards on which there is still something to play: nobody may see their cards."""
    # Whole boards, as the matches of a block, and in some formats all of a board, share a deal.
    return {each.block.board for each in fixtures if each.id not in results}


def closed_matches(store: Store, name: str) -> list[tuple[Fixture, MatchResult]]:
    """The matches that were played on boards that are over, in the order of play."""
    schedule, results = _advanced(store, stored(store, name))
    secret = secret_boards(schedule.fixtures, results)
    return [
        (each, results[each.id])
        for each in schedule.fixtures
        if each.id in results and each.block.board not in secret
    ]


def check_closed(store: Store, record: Record) -> None:
    """Raise OpenBoardError when a tournament in the data folder has the record's board open.

    The deal decides, and not where the record is: a copy in a file shows the same cards.
    """
    for definition in _of_record(store, record):
        schedule, results = _advanced(store, definition)
        open_now = secret_boards(schedule.fixtures, results)
        if record.board in open_now and _same_board(definition, record):
            raise OpenBoardError(
                f"match {record.id} is on board {record.board} of {definition.name}, on which"
                " matches are still to be played: its record shows their cards; it can be read"
                " when they are over"
            )


@dataclass(frozen=True, slots=True)
class ClosedBoards:
    """What everybody may see of a tournament's matches, while something can still be played."""

    secret: Collection[int]
    """The boards of which nothing may be seen yet."""
    matches: int
    """How many matches were played on the other boards."""
    left_out: int
    """How many matches were played on secret boards."""
    with_seed: bool
    """Whether the seed may be seen, from which the cards of all boards follow."""


def closed_boards(store: Store, name: str) -> ClosedBoards:
    """What everybody may see of the tournament in the data folder. Raises UserError.

    Other tournaments of the data folder that have its seed count as well: their cards are the same.
    """
    own = stored(store, name)
    alike = list(_of_seed(store, own.seed))
    secret: set[int] = set()
    for definition in alike:
        # Other options or another game are other deals.
        if (definition.game, _options_text(definition)) == (own.game, _options_text(own)):
            schedule, results = _advanced(store, definition)
            secret |= secret_boards(schedule.fixtures, results)
    schedule, results = _advanced(store, own)
    played = [each.block.board for each in schedule.fixtures if each.id in results]
    shut = sum(board not in secret for board in played)
    with_seed = not any(keeps_seed(store, each) for each in alike)
    return ClosedBoards(secret, shut, len(played) - shut, with_seed)


def is_secret_seed(store: Store, record: Record) -> bool:
    """Whether a tournament of the data folder still plays with the seed of the record."""
    return any(keeps_seed(store, each) for each in _of_record(store, record))


def keeps_seed(store: Store, definition: Definition) -> bool:
    """Whether anything can still be played with its seed, from which all cards follow."""
    schedule, results = _advanced(store, definition)
    # A later stage that is not known yet is something to play as well.
    missing = any(each.id not in results for each in schedule.fixtures)
    return (
        missing
        or not schedule.finished
        or definition.format.stays_open
        or _goes_on_with_more(definition, schedule)
    )


def _goes_on_with_more(definition: Definition, schedule: StagedSchedule) -> bool:
    """Whether it is a duel by a test that took all of its boards: it may be given more."""
    if definition.format is not DUEL or definition.sprt is None:
        return False
    return len({each.block.board for each in schedule.fixtures}) >= definition.boards


def _of_record(store: Store, record: Record) -> Iterator[Definition]:
    """The tournaments that have the seed of the record's deal."""
    # A path without a first part is of no tournament.
    return _of_seed(store, record.deal.path[0]) if record.deal.path else iter(())


def _of_seed(store: Store, seed: str) -> Iterator[Definition]:
    """The tournaments that have the seed."""
    for name in store.tournaments():
        definition = stored(store, name)
        # The seed goes first: schedules of large tournaments take time.
        if seed == definition.seed:
            yield definition


def _same_board(definition: Definition, record: Record) -> bool:
    # Without what says who shares it: in some formats that is everybody on the board.
    board = (definition.seed, definition.game, _options_text(definition), str(record.board))
    return definition.game == record.game and record.deal.path[:4] == board


def _options_text(definition: Definition) -> str:
    """All its options, as the deals of its boards are derived from them."""
    try:
        return make_game(definition.game, definition.options).options_text
    except (OptionsError, UnknownGameError):
        # By other rules than these: they stand there whole, as they were.
        return json.dumps(definition.options, sort_keys=True, separators=(",", ":"))


def _advanced(
    store: Store, definition: Definition
) -> tuple[StagedSchedule, Mapping[str, MatchResult]]:
    results = store.summaries(definition.name)
    schedule = definition.schedule()
    schedule.advance(results)
    return schedule, results
