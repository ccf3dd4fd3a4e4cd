"""A record spelled out as text, for readers without the rules (docs/records.md, Spelled out)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.record import Record
from tournaments.present.spelled.line import spelled_line


def spelled(record: Record) -> dict[str, Any]:
    """The record as docs/records.md says. Raises UserError when the record is not true."""
    told: dict[str, Any] = json.loads(spelled_line(record))
    return told


def as_lines(record: Record) -> Iterator[str]:
    """The record as lines of text, one a decision. Raises UserError when it is not true."""
    # Made from what the JSON has, so that both say the same.
    told = spelled(record)
    options = "".join(f", {key} {value}" for key, value in told["options"].items())
    yield f"Match {told['id']} of {told['tournament']}"
    yield f"{told['game']}{options}; board {told['board']}, seating {told['seating']}"
    for number, seat in enumerate(told["seats"]):
        silent = ", never talks" * seat["never_talks"]
        yield f"  seat {number}: {seat['entrant']}, {seat['bot']} {seat['version']}{silent}"
    for key, value in told["deal"].items():
        yield f"deal {key}: {' / '.join(value) if key == 'path' else value}"
    for purpose, drawn in told["draws"].items():
        yield f"drawn {purpose}: {' '.join(map(str, drawn))}"
    if not told["replayed"]:
        yield f"its decisions are not told: {told['why']}"
    else:
        yield from _played(told)
    yield from _end(told)


def _played(told: Mapping[str, Any]) -> Iterator[str]:
    """The lines from the first deal to the last decision."""
    layouts = {layout["after"]: layout["places"] for layout in told["layouts"]}
    yield from _dealt(layouts[0])
    yield from (f"  {event['text']}" for event in told["start"])
    for decision in told["decisions"]:
        yield _line(decision)
        yield from _dealt(layouts.get(decision["number"] + 1, {}))


def _dealt(places: Mapping[str, Sequence[str]]) -> Iterator[str]:
    return (f"  {place}: {', '.join(cards)}" for place, cards in places.items())


def _line(decision: Mapping[str, Any]) -> str:
    choice = "forced" if decision["forced"] else f"of {', '.join(decision['legal'])}"
    events = "; ".join(event["text"] for event in decision["events"])
    said = f"{decision['number']} seat {decision['seat']}: {decision['action']} ({choice})"
    return f"{said} | {events}" if events else said


def _end(told: Mapping[str, Any]) -> Iterator[str]:
    for fault in told["faults"]:
        words = f"{fault['kind']}: {fault['text']}"
        yield f"seat {fault['seat']} forfeits after {fault['at']} actions: {words}"
    outcome = told["outcome"]
    for number, (place, points) in enumerate(
        zip(outcome["places"], outcome["points"], strict=True)
    ):
        yield f"seat {number}: place {place}, {points} points"
