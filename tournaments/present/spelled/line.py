"""A match spelled out as one JSON object on one line (docs/records.md, Spelled out).

The line is joined from pieces of JSON, most of which are the same in all matches of a game. To dump
a dict of the whole match would take several times as long.
"""

import json
from typing import Any, Final

from referee.record import Record
from tournaments.present.spelled.course import Course, Courses, decisions_json

FORMAT: Final = 1
"""The version of the JSON; new keys may come under the same one."""


def spelled_line(record: Record, courses: Courses | None = None, *, with_seed: bool = True) -> str:
    """The match as JSON on one line. Raises UserError when the record is not true.

    For several matches, pass the same `courses` each time, which is faster. Without the seed the
    path of the deal is null.
    """
    course = (courses or Courses()).course(record)
    head, end = _head(record, with_seed=with_seed), _ending(record)
    if isinstance(course, Course):
        return f"{_open(head)}, {_played(record, course)}, {json.dumps(end)[1:]}"
    # Without the rules the numbers of actions and events cannot be spelled out.
    numbers = {"draws": record.deal.draws, "actions": record.actions, "events": record.events}
    return json.dumps({**head, "replayed": False, "why": course.why, **numbers, **end})


def _played(record: Record, course: Course) -> str:
    """The members of the object from "replayed" to "decisions", as JSON without braces."""
    start = map(course.texts.events_json.__getitem__, record.events[: course.events_before[0]])
    return (
        f'"replayed": true, "draws": {course.texts.draws_json(record)},'
        f' "layouts": {course.layouts_json}, "start": [{", ".join(start)}],'
        f' "decisions": [{", ".join(decisions_json(record, course))}]'
    )


def _open(values: dict[str, Any]) -> str:
    """The object as JSON without its closing brace, so that more members can follow."""
    return json.dumps(values)[:-1]


def _head(record: Record, *, with_seed: bool) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "id": record.id,
        "tournament": record.tournament,
        "game": record.game,
        "rules_version": record.rules_version,
        "options": record.options,
        "board": record.board,
        "seating": record.seating,
        "seats": [
            {
                "entrant": seat.entrant,
                "bot": seat.bot,
                "version": seat.version,
                "bot_seed": seat.bot_seed,
                "never_talks": seat.never_talks,
            }
            for seat in record.seats
        ],
        "deal": _deal(record, with_seed=with_seed),
    }


def _deal(record: Record, *, with_seed: bool) -> dict[str, Any]:
    deal = record.deal
    # The key is of this deal alone. The path has the seed, from which all other deals follow.
    path = deal.path if with_seed else None
    values = {"path": path, "key": deal.key, "commitment": deal.commitment}
    # Records from before there were salts have none.
    return values if deal.salt is None else {**values, "salt": deal.salt}


def _ending(record: Record) -> dict[str, Any]:
    return {
        "ending": record.ending,
        "faults": [
            {"seat": entry.seat, "at": entry.at, **entry.fault.model_dump(mode="json")}
            for entry in record.faults
        ],
        "outcome": {"places": record.outcome.places, "points": record.outcome.points},
    }
