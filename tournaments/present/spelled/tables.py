"""Matches spelled out as three tables: matches, their decisions and their events.

docs/parquet.md describes every column.
"""

import json
from itertools import chain
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from referee.record import Record
from tournaments.present.spelled.course import Course, NotReplayed
from tournaments.present.spelled.schemas import SCHEMAS
from tournaments.present.spelled.texts import GameTexts, TextCache

_Numbers = npt.NDArray[np.int64]
# Numbers below this are made distinct with a lookup table, which is quicker than to sort them.
_LOOKUP_SIZE: Final = 1 << 16


class MatchBatch:
    """Collects matches, and makes tables of them.

    They are of one game with the same options, or all of rules that are not installed.
    """

    def __init__(self) -> None:
        # A row for each match. The lists below have a value for each decision or event, match after
        # match.
        self._matches: list[dict[str, Any]] = []
        # None for matches whose rules are not installed.
        self._texts: GameTexts | None = None
        self._seats: list[int] = []
        self._legal: list[tuple[int, ...]] = []
        self._actions: list[int] = []
        self._events: list[int] = []
        # For each match its `Course.events_before`, with a 0 before the first item.
        self._events_before: list[_Numbers] = []

    @property
    def is_empty(self) -> bool:
        """Whether no match has been added."""
        return not self._matches

    @property
    def size(self) -> int:
        """The number of actions and events of the matches."""
        return len(self._actions) + len(self._events)

    def fits(self, course: Course | NotReplayed) -> bool:
        """Whether a match of this course can be added: its numbers must mean the same."""
        return not self._matches or _texts_of(course) is self._texts

    def add(self, record: Record, course: Course | NotReplayed, *, with_seed: bool) -> None:
        """Add a match, for whose course `fits` must be true.

        `with_seed` says whether its row has the path of the deal, which contains the seed.
        """
        self._texts = _texts_of(course)
        self._matches.append(_match(record, course, with_seed=with_seed))
        self._actions += record.actions
        self._events += record.events
        if isinstance(course, Course):
            # Without the last item of each list, which is for the moment after the last action.
            self._seats += course.seats[:-1]
            self._legal += course.legal[:-1]
            self._events_before.append(np.array([0, *course.events_before]))

    def tables(self) -> dict[str, pa.Table]:
        """The three tables by name, with the columns of `SCHEMAS`.

        Raises OverflowError or pa.ArrowInvalid for a number that is too large for its column.
        """
        columns = {
            "matches": _columns(self._matches),
            "decisions": self._decision_columns(),
            "events": self._event_columns(),
        }
        return {name: pa.table(columns[name], SCHEMAS[name]) for name in SCHEMAS}

    def _decision_columns(self) -> dict[str, Any]:
        counts = self._counts("decisions")
        # For each decision the index of its match.
        owners = np.repeat(np.arange(len(counts)), counts)
        columns: dict[str, Any] = {
            "match_id": self._ids(owners),
            "number": pa.array(_numbered(counts), pa.int32()),
            "code": pa.array(self._actions, pa.int64()),
        }
        if self._texts is None:
            return _with_nulls("decisions", columns, len(owners))
        seats, lengths = np.array(self._seats, np.int64), np.array([*map(len, self._legal)])
        names = [match["entrants"] for match in self._matches]
        # For each decision the index of its entrant in the list of the entrants of all matches.
        places = _starts(np.array([*map(len, names)]))[owners] + seats
        legal = np.fromiter(chain.from_iterable(self._legal), np.int64, int(lengths.sum()))
        ends = np.concatenate(([0], np.cumsum(lengths)))
        texts, actions = self._texts.actions, np.array(self._actions, np.int64)
        return columns | {
            "seat": pa.array(seats, pa.int16()),
            "entrant": pa.array([*chain.from_iterable(names)], pa.string()).take(pa.array(places)),
            "action": _named(actions, texts),
            "forced": pa.array(lengths == 1),
            "legal": pa.ListArray.from_arrays(pa.array(ends, pa.int32()), _named(legal, texts)),
        }

    def _event_columns(self) -> dict[str, Any]:
        counts = self._counts("events")
        # For each event the index of its match.
        owners = np.repeat(np.arange(len(counts)), counts)
        events = np.array(self._events, np.int64)
        columns: dict[str, Any] = {
            "match_id": self._ids(owners),
            "number": pa.array(_numbered(counts), pa.int32()),
            "event": pa.array(events),
            # Unpacked as by `referee.games.events.unpack`, but all events at once.
            "kind": pa.array(events & 31, pa.int16()),
            "seat": pa.array(events >> 5 & 7, pa.int16()),
            "a": pa.array(events >> 8 & 255, pa.int16()),
            "b": pa.array(events >> 16 & 255, pa.int16()),
            "c": pa.array(events >> 24 & 255, pa.int16()),
        }
        if self._texts is None:
            return _with_nulls("events", columns, len(owners))
        # For each event the decision that led to it; -1 for events before the first decision.
        by_match = [
            np.repeat(np.arange(-1, len(each) - 2), np.diff(each)) for each in self._events_before
        ]
        decision = np.concatenate(by_match)
        return columns | {
            "decision": pa.array(decision, pa.int32(), mask=decision < 0),
            "text": _named(events, self._texts.events),
        }

    def _counts(self, column: str) -> _Numbers:
        """The column of this name, one with numbers, in the table of matches."""
        return np.array([match[column] for match in self._matches], np.int64)

    def _ids(self, owners: _Numbers) -> pa.Array:
        """The ids of the matches with these indices."""
        ids = pa.array([match["match_id"] for match in self._matches], pa.string())
        return ids.take(pa.array(owners))


def _texts_of(course: Course | NotReplayed) -> GameTexts | None:
    return course.texts if isinstance(course, Course) else None


def _match(record: Record, course: Course | NotReplayed, *, with_seed: bool) -> dict[str, Any]:
    seats, deal = record.seats, record.deal
    row: dict[str, Any] = {
        "match_id": record.id,
        "tournament": record.tournament,
        "game": record.game,
        "rules_version": record.rules_version,
        "options": json.dumps(record.options),
        "board": record.board,
        "seating": record.seating,
        "entrants": [seat.entrant for seat in seats],
        "bots": [seat.bot for seat in seats],
        "versions": [seat.version for seat in seats],
        "bot_seeds": [seat.bot_seed for seat in seats],
        "never_talks": [seat.never_talks for seat in seats],
        "ending": record.ending,
        "places": record.outcome.places,
        "points": record.outcome.points,
        "faults": [
            {"seat": each.seat, "at": each.at, **each.fault.model_dump(mode="json")}
            for each in record.faults
        ],
        "decisions": len(record.actions),
        "events": len(record.events),
        "deal_path": deal.path if with_seed else None,
        "deal_key": deal.key,
        "deal_commitment": deal.commitment,
        "deal_salt": deal.salt,
    }
    if isinstance(course, NotReplayed):
        draws = json.dumps(dict(deal.draws))
        return row | {"replayed": False, "why": course.why, "draws": draws, "layouts": None}
    draws, layouts = course.texts.draws_json(record), course.layouts_json
    return row | {"replayed": True, "why": None, "draws": draws, "layouts": layouts}


def _columns(matches: list[dict[str, Any]]) -> dict[str, Any]:
    schema = SCHEMAS["matches"]
    return {
        name: pa.array([match[name] for match in matches], schema.field(name).type)
        for name in schema.names
    }


def _with_nulls(table: str, columns: dict[str, Any], rows: int) -> dict[str, Any]:
    """The columns, with nulls in the columns of the table that need the rules."""
    missing = [each for each in SCHEMAS[table] if each.name not in columns]
    return columns | {each.name: pa.nulls(rows, each.type) for each in missing}


def _starts(counts: _Numbers) -> _Numbers:
    """The index at which each group begins, when groups of these sizes follow one another."""
    starts: _Numbers = np.cumsum(counts) - counts
    return starts


def _numbered(counts: _Numbers) -> _Numbers:
    """The index of each item within its group, when groups of these sizes follow one another."""
    numbered: _Numbers = np.arange(int(counts.sum())) - np.repeat(_starts(counts), counts)
    return numbered


def _named(numbers: _Numbers, texts: TextCache) -> pa.Array:
    """The text of each number; the text of each distinct number is looked up once."""
    distinct, places = _distinct(numbers)
    names = pa.array([texts[number] for number in distinct.tolist()], pa.string())
    return names.take(pa.array(places))


def _distinct(numbers: _Numbers) -> tuple[_Numbers, _Numbers]:
    """The distinct numbers in ascending order, and for each number its index among them."""
    if len(numbers) and numbers.min() >= 0 and numbers.max() < _LOOKUP_SIZE:
        occurs = np.zeros(int(numbers.max()) + 1, bool)
        occurs[numbers] = True
        return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[numbers]
    distinct, places = np.unique(numbers, return_inverse=True)
    return distinct, places
