"""The form with which a person opens a table: its fields from the game's options, and what it says.

Bots are chosen from a list of sample bots and stored ones: no path of this machine can be named.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

from referee.errors import UserError
from referee.games.game import AnyGame
from referee.games.registry import GAMES, OptionsError, make_game, named_game
from referee.testing.variants import variants
from referee.text import shown
from tournaments.config.quick import parse_options
from tournaments.person.open_tables import SeatRequest
from tournaments.resources.samples import samples
from tournaments.storage.address import has_database
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry

Fields = Mapping[str, str]
"""A form as it was sent: one value for each name."""

_OPTION: Final = "option-"
_BOT: Final = "bot-"
_AGAIN: Final = "again"
"""Stands in a query that has all fields of a form."""
BY_CHANCE: Final = ""
"""The seat that is drawn."""
SAME: Final = ""
"""The bot that the first of the others is as well."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option as a native control."""

    name: str
    """In the form."""
    label: str
    meaning: str
    kind: str
    """checkbox, number or select."""
    value: str
    """What is there from the start; "true" or "" for a checkbox."""
    least: int | None = None
    most: int | None = None
    values: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class OrderForm:
    """All that is to be chosen for one game."""

    game: str
    title: str
    options: Sequence[OptionField]
    bots: Sequence[str]
    opponents: Sequence[str]
    """The bots that are chosen, one for each of the other seats at most."""
    seats: int
    """How many seats there are at most."""
    seat: str
    hints: bool


def order_form(game: str, data: Path, sent: Fields) -> OrderForm:
    """The form of the game, with what was sent of it already. Raises UserError."""
    kind = named_game(game)
    seats = most_seats(game)
    bots = known_bots(game, data)
    first = sent.get(f"{_BOT}1", bots[0] if bots else SAME)
    others = [sent.get(f"{_BOT}{number}", SAME) for number in range(2, seats)]
    return OrderForm(
        game,
        kind.title,
        [_field(name, schema, sent) for name, schema in _schemas(kind).items()],
        bots,
        [first, *others][: seats - 1],
        seats,
        sent.get("seat", BY_CHANCE),
        "hints" in sent,
    )


def like(request: SeatRequest) -> str:
    """The query with which the form has what was asked for before, but for the seat."""
    options = {
        f"{_OPTION}{name}": str(value).lower() if value is True else str(value)
        for name, value in request.options.items()
        # A box that is not ticked is not sent.
        if value is not False
    }
    bots = {f"{_BOT}{number}": bot for number, bot in enumerate(request.bots, 1)}
    hints = {"hints": "1"} if request.hints else {}
    return urlencode({"game": request.game, **options, **bots, **hints, _AGAIN: "1"})


def seat_request(data: Path, sent: Fields) -> SeatRequest:
    """What the form asks for. Raises UserError for what it cannot have sent."""
    game = sent.get("game", "")
    kind = named_game(game)
    options = _options(kind, sent)
    try:
        seats = make_game(game, options).seats
    except OptionsError as error:
        raise UserError(str(error)) from None
    allowed = known_bots(game, data)
    first = sent.get(f"{_BOT}1", SAME)
    # As many as sit down; what was chosen for seats that are not there does not count.
    named = [sent.get(f"{_BOT}{number}", SAME) or first for number in range(1, seats)]
    # Whatever else a name may mean to a command: a folder, a file, a model.
    for each in named:
        if each not in allowed:
            raise UserError(f"the bots that play {game} here: {', '.join(allowed)}; {_got(each)}")
    seat = sent.get("seat", BY_CHANCE)
    if not seat.isascii() or not (seat.isdigit() or seat == BY_CHANCE) or len(seat) > 3:
        raise UserError(f"the seats are 0 to {seats - 1}; {_got(seat)}")
    number = int(seat) if seat else secrets.randbelow(seats)
    return SeatRequest(game, options, named, number, hints="hints" in sent)


def known_bots(game: str, data: Path) -> list[str]:
    """The bots that a person may play against: sample bots, and stored ones that play the game."""
    stored: list[str] = []
    # A folder in which nothing was stored yet gets no database by being looked at.
    if has_database(data):
        with Store(data) as store:
            registry = BotRegistry(store)
            stored = [
                str(each)
                for each in reversed(registry.versions())
                if game in each.manifest.games
                and not each.withdrawn
                and registry.folder(each).is_dir()
            ]
    return [*samples(game), *stored]


@cache
def most_seats(game: str) -> int:
    """How many seats the game has, under those options with which it has the most."""
    kind = GAMES[game]
    # An option says how many play, but which one it is only the game knows.
    try:
        return max(kind(options).seats for options in variants(kind))
    # A game of a package may have options of which nobody can list the values.
    except TypeError:
        return make_game(game, {}).seats


def _schemas(game: type[AnyGame]) -> Mapping[str, Mapping[str, Any]]:
    # Read from the model that checks them, so that what is offered is what holds.
    properties: Mapping[str, Mapping[str, Any]] = game.options_type.model_json_schema().get(
        "properties", {}
    )
    return properties


def _field(name: str, schema: Mapping[str, Any], sent: Fields) -> OptionField:
    key = f"{_OPTION}{name}"
    default = schema.get("default")
    meaning = schema.get("description", "")
    label = name.replace("_", " ")
    if schema.get("type") == "boolean":
        # A box that is not ticked is not sent: whether a form was sent is told by its token.
        ticked = key in sent if {"token", _AGAIN} & sent.keys() else bool(default)
        return OptionField(key, label, meaning, "checkbox", "true" if ticked else "")
    value = sent.get(key, "" if default is None else str(default))
    if "enum" in schema:
        return OptionField(
            key, label, meaning, "select", value, values=[str(each) for each in schema["enum"]]
        )
    least, most = schema.get("minimum"), schema.get("maximum")
    kind = "number" if schema.get("type") == "integer" else "text"
    return OptionField(key, label, meaning, kind, value, least, most)


def _options(game: type[AnyGame], sent: Fields) -> dict[str, object]:
    given = []
    for name, schema in _schemas(game).items():
        key = f"{_OPTION}{name}"
        if schema.get("type") == "boolean":
            given.append(f"{name}={'true' if key in sent else 'false'}")
        elif value := sent.get(key, ""):
            given.append(f"{name}={value}")
    return parse_options(given)


def _got(text: str) -> str:
    return f"received {shown(text)}"
