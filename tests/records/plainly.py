"""Spells records out in the plain way: as one object, which the json module then writes.

`tournaments.present.spelled` joins its line from pieces; that line has to be the same to the byte.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from referee.games.events import unpack
from referee.games.game import NOBODY, AnyGame, AnyState
from referee.games.registry import make_game
from referee.record import Record
from referee.record_check import OtherRulesError, verify


def spelled_plainly(record: Record) -> dict[str, Any]:
    try:
        verify(record)
    except OtherRulesError as error:
        return {**_head(record), "replayed": False, "why": str(error), **_numbers(record)}
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
        "format": 1,
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
    state = game.new(record.deal.new_deal())
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
