"""Checks a single match against the journal, its row, the rules and the definition.

Whether the match is in the schedule is checked by `tournaments.verify.tournament`.
"""

import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from referee.games.registry import make_game
from referee.record import Record, RecordError, read_measured, read_record
from referee.record_check import verify
from referee.sharing import deal_path
from tournaments.core.results import MatchResult
from tournaments.run.plan import bot_seed, salt_of
from tournaments.storage.journal import SavedMatch
from tournaments.storage.rows import summary, summary_text
from tournaments.verify.raw_match import RawMatch, unlike_journal
from tournaments.verify.setting import Setting


@dataclass(frozen=True, slots=True)
class MatchCheck:
    """The result of the check of one match; plain, since another process sends it."""

    id: str
    problems: tuple[str, ...]
    """The problems, as clauses; empty when all is well."""
    summary: MatchResult | None = None
    """The summary of the record; None if it cannot be read or is the record of another match."""
    place: tuple[int, int, tuple[str, ...]] = (0, 0, ())
    """The board, the seating, and the names by seat."""
    deal_path_end: tuple[str, ...] = ()
    """The parts of the deal's path after the board: see `tournaments.core.dealing.sharers`."""
    actions: int = 0
    """How many actions the record has; all were replayed if there are no problems."""


def check_match(name: str, setting: Setting, raw: RawMatch, entry: SavedMatch | None) -> MatchCheck:
    """Check the row `raw` of a match of the tournament `name`, and the record in it.

    `entry` is that of the match in the journal; None if there is none.
    """
    try:
        line = zlib.decompress(raw.record)
    except zlib.error as error:
        return MatchCheck(raw.id, (f"its record cannot be unpacked: {error}",))
    problems = list(unlike_journal(line, raw.measured, entry))
    try:
        record = read_record(line)
    except RecordError as error:
        return MatchCheck(raw.id, (*problems, str(error)))
    try:
        read_measured(raw.measured)
    except RecordError:
        problems.append("its measured part cannot be read")
    # All later checks would be of another match.
    if record.id != raw.id:
        return MatchCheck(raw.id, (*problems, f"its record is that of match {record.id!r}"))
    try:
        verify(record)
    except RecordError as error:
        problems.append(str(error))
    result = summary(record)
    problems += _unlike_row(record, result, raw)
    problems += _unlike_tournament(record, name, setting)
    seats = tuple(seat.entrant for seat in record.seats)
    place = (record.board, record.seating, seats)
    # The first four parts are seed, game, options and board (docs/records.md, The deal).
    path_end, actions = record.deal.path[4:], len(record.actions)
    return MatchCheck(raw.id, tuple(problems), result, place, path_end, actions)


def _unlike_row(record: Record, result: MatchResult, raw: RawMatch) -> Iterator[str]:
    """How the other columns of the row differ from its record, as clauses."""
    # Not every zlib packs alike, so the packed bytes are compared by their checksum.
    if zlib.crc32(raw.record) != raw.checksum:
        yield "the packed record and its checksum do not agree"
    expected = {
        "board": (raw.board, record.board),
        "summary": (raw.summary, summary_text(result).encode()),
        "faults": (raw.faults, len(record.faults)),
    }
    for column, (stored, computed) in expected.items():
        if stored != computed:
            yield f"the {column} beside its record is not what the record says"


def _salt(setting: Setting, match: str) -> str | None:
    # In tournaments without the key `deals`, which are older than salts, commitments have none.
    return salt_of(setting.seed, match).hex() if setting.deals else None


def _unlike_tournament(record: Record, name: str, setting: Setting) -> Iterator[str]:
    """How the record differs from the definition, and from what is derived from it, as clauses."""
    game = make_game(setting.game, setting.options)
    facts = {
        "tournament": (record.tournament, name),
        "game": (record.game, setting.game),
        "options": (record.options, game.options.model_dump()),
        "conduct": (record.conduct, setting.conduct),
        "deal": (record.deal.path[:4], deal_path(setting.seed, game, record.board)),
        "salt": (record.deal.salt, _salt(setting, record.id)),
    }
    for what, (recorded, expected) in facts.items():
        if recorded != expected:
            yield f"its {what} is not that of the tournament"
    for number, seat in enumerate(record.seats):
        bot = setting.entrants.get(seat.entrant)
        if bot is None:
            yield f"seat {number} is {seat.entrant!r}, who is no entrant"
        elif not bot.remote and (seat.bot, seat.version) != (bot.bot, bot.version):
            yield f"the bot in seat {number} is not that of {seat.entrant}"
        if seat.bot_seed != bot_seed(setting.seed, record.id, number):
            yield f"the seed of the bot in seat {number} does not follow from the tournament's"
