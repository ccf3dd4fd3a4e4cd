"""A match spelled out as one JSON object on one line (docs/records.md, Spelled out).

It is put together from pieces that are the same in all matches of a game: to make plain objects and
write these takes several times as long.
"""

import json
from typing import Any, Final

from referee.record import Record
from tournaments.present.spelled.course import Course, Courses, decisions_json

FORMAT: Final = 1
"""The version of the JSON; new keys may come under the same one."""


def spelled_line(record: Record, courses: Courses | None = None, *, with_seed: bool = True) -> str:
    """The match as JSON on one line. Raises UserError when the record is not true.

    Whoever spells many passes the same `courses`. Without the seed the deal has no path.
    """
    course = (courses or Courses()).course(record)
    head, end = _head(record, with_seed=with_seed), _ending(record)
    if isinstance(course, Course):
        return f"{_open(head)}, {_played(record, course)}, {json.dumps(end)[1:]}"
    # Of other rules nothing can be named.
    numbers = {"draws": record.deal.draws, "actions": record.actions, "events": record.events}
    return json.dumps({**head, "replayed": False, "why": course.why, **numbers, **end})


def _played(record: Record, course: Course) -> str:
    """The members of the object from the draws to the last decision."""
    start = map(course.texts.events_json.__getitem__, record.events[: course.known[0]])
    return (
        f'"replayed": true, "draws": {course.texts.draws_json(record)},'
        f' "layouts": {course.layouts_json}, "start": [{", ".join(start)}],'
        f' "decisions": [{", ".join(decisions_json(record, course))}]'
    )


def _open(values: dict[str, Any]) -> str:
    """The object as JSON without its last brace, so that more can follow."""
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
    # The key is that of this deal alone; from the path those of all other deals follow.
    path = deal.path if with_seed else None
    said = {"path": path, "key": deal.key, "commitment": deal.commitment}
    return said if deal.salt is None else {**said, "salt": deal.salt}


def _ending(record: Record) -> dict[str, Any]:
    return {
        "ending": record.ending,
        "faults": [
            {"seat": entry.seat, "at": entry.at, **entry.fault.model_dump(mode="json")}
            for entry in record.faults
        ],
        "outcome": {"places": record.outcome.places, "points": record.outcome.points},
    }
