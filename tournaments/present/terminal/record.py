"""A record spelled out, for readers without the rules: cards, actions and events in words.

docs/records.md, Spelled out, describes it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from referee.games.events import unpack
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.games.registry import make_game
from referee.record import Record, RecordError
from referee.record_check import OtherRulesError, verify
from tournaments.present.terminal.replay import refuse_untrue

FORMAT = 1
"""The version of the JSON; new keys may come under the same one."""


def as_json(record: Record) -> str:
    """One JSON object on one line. Raises UserError when the record is not true."""
    return json.dumps(spelled(record))


def spelled(record: Record) -> dict[str, Any]:
    """The record as docs/records.md says. Raises UserError when the record is not true."""
    # Checked first, so that what is printed happened by the rules.
    try:
        verify(record)
    except OtherRulesError as error:
        return {**_head(record), "replayed": False, "why": str(error), **_numbers(record)}
    except RecordError:
        refuse_untrue(record)
    game = make_game(record.game, record.options)
    draws = {
        purpose: [_drawn(game, purpose, number) for number in numbers]
        for purpose, numbers in record.deal.draws.items()
    }
    course = _course(record, game)
    return {**_head(record), "replayed": True, "draws": draws, **course, **_ending(record)}


def _head(record: Record) -> dict[str, Any]:
    deal = {key: value for key, value in asdict(record.deal).items() if value is not None}
    del deal["draws"]
    return {
        "format": FORMAT,
        **{name: getattr(record, name) for name in ("id", "tournament", "game", "rules_version")},
        **{name: getattr(record, name) for name in ("options", "board", "seating")},
        "seats": [asdict(seat) for seat in record.seats],
        "deal": deal,
    }


def _numbers(record: Record) -> dict[str, Any]:
    """The part of a record of other rules: its numbers, as nothing of it can be named."""
    numbers = {"actions": record.actions, "events": record.events}
    return {"draws": record.deal.draws, **numbers, **_ending(record)}


def _ending(record: Record) -> dict[str, Any]:
    return {
        "ending": record.ending,
        "faults": [
            {"seat": entry.seat, "at": entry.at, **entry.fault.model_dump(mode="json")}
            for entry in record.faults
        ],
        "outcome": asdict(record.outcome),
    }


def _drawn(game: AnyGame, purpose: str, number: int) -> str | int:
    name = game.draw_text(purpose, number)
    return number if name is None else name


def _course(record: Record, game: AnyGame) -> dict[str, Any]:
    """The layouts, the first events and all decisions, by playing the match again."""
    state = game.new(record.deal.again())
    start = _events(game, state.events)
    layouts = [_layout(game, state, 0, [])]
    decisions = []
    for number, action in enumerate(record.actions):
        # A copy: the state draws on in the same deal.
        drawn = list(state.deal.drawn)
        decisions.append(_decision(game, state, number, action))
        # Something was dealt; after the end of the game there is nothing to lay out.
        if state.seat != NOBODY and len(state.deal.drawn) > len(drawn):
            layouts.append(_layout(game, state, number + 1, drawn))
    return {"layouts": layouts, "start": start, "decisions": decisions}


def _layout(game: AnyGame, state: AnyState, after: int, before: Sequence[str]) -> dict[str, Any]:
    return {
        "after": after,
        "drawn": [purpose for purpose in state.deal.drawn if purpose not in before],
        "places": {place: list(cards) for place, cards in game.layout(state).items()},
    }


def _decision(game: AnyGame, state: AnyState, number: int, action: int) -> dict[str, Any]:
    """Apply the action to the state; returns what was legal and what came of it."""
    # Asked before the action is applied, which changes the state in place.
    seat, legal, known = state.seat, state.legal_actions(), len(state.events)
    state.apply(action)
    return {
        "number": number,
        "seat": seat,
        "legal": [game.action_text(each) for each in legal],
        "action": game.action_text(action),
        "forced": len(legal) == 1,
        "events": _events(game, state.events[known:]),
    }


def _events(game: AnyGame, events: Sequence[int]) -> list[dict[str, Any]]:
    return [
        {"event": event, **unpack(event)._asdict(), "text": game.event_text(event)}
        for event in events
    ]


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
