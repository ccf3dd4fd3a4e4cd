"""A record spelled out as text, for readers without the rules (docs/records.md, Spelled out)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.record import Record
from tournaments.present.spelled.line import spelled_line


def spelled(record: Record) -> dict[str, Any]:
    """The record as the JSON object of docs/records.md. Raises UserError if it is not true."""
    values: dict[str, Any] = json.loads(spelled_line(record))
    return values


def as_lines(record: Record) -> Iterator[str]:
    """The record as text, with a line for each action if its rules are installed.

    Raises UserError when it is not true.
    """
    # Made from the JSON, so that the text and the JSON say the same.
    values = spelled(record)
    options = "".join(f", {key} {value}" for key, value in values["options"].items())
    yield f"Match {values['id']} of {values['tournament']}"
    yield f"{values['game']}{options}; board {values['board']}, seating {values['seating']}"
    for number, seat in enumerate(values["seats"]):
        silent = ", never talks" if seat["never_talks"] else ""
        yield f"  seat {number}: {seat['entrant']}, {seat['bot']} {seat['version']}{silent}"
    for key, value in values["deal"].items():
        yield f"deal {key}: {' / '.join(value) if key == 'path' else value}"
    for purpose, drawn in values["draws"].items():
        yield f"drawn {purpose}: {' '.join(map(str, drawn))}"
    if not values["replayed"]:
        yield f"its decisions are not spelled out: {values['why']}"
    else:
        yield from _played(values)
    yield from _end(values)


def _played(values: Mapping[str, Any]) -> Iterator[str]:
    """The lines from the first deal to the last decision."""
    layouts = {layout["after"]: layout["places"] for layout in values["layouts"]}
    yield from _dealt(layouts[0])
    yield from (f"  {event['text']}" for event in values["start"])
    for decision in values["decisions"]:
        yield _line(decision)
        yield from _dealt(layouts.get(decision["number"] + 1, {}))


def _dealt(places: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """A line for each place with its cards; after most actions nothing is dealt: no places."""
    return (f"  {place}: {', '.join(cards)}" for place, cards in places.items())


def _line(decision: Mapping[str, Any]) -> str:
    choice = "forced" if decision["forced"] else f"of {', '.join(decision['legal'])}"
    events = "; ".join(event["text"] for event in decision["events"])
    line = f"{decision['number']} seat {decision['seat']}: {decision['action']} ({choice})"
    return f"{line} | {events}" if events else line


def _end(values: Mapping[str, Any]) -> Iterator[str]:
    for fault in values["faults"]:
        words = f"{fault['kind']}: {fault['text']}"
        yield f"seat {fault['seat']} forfeits after {fault['at']} actions: {words}"
    outcome = values["outcome"]
    for number, (place, points) in enumerate(
        zip(outcome["places"], outcome["points"], strict=True)
    ):
        yield f"seat {number}: place {place}, {points} points"
