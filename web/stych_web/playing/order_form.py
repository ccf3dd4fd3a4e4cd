"""The form with which a person opens a table: its fields, and the request in a form that was sent.

The fields are made from the options of the game. Bots are chosen from a list of sample bots and
stored ones: no path of this machine can be named.
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
from referee.text import quoted
from stych_web.queries import number_in
from tournaments.config.quick import parse_options
from tournaments.person.open_tables import SeatRequest
from tournaments.resources.samples import samples
from tournaments.storage.address import has_database
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry

Fields = Mapping[str, str]
"""A form or a query as it was sent: one value for each field."""

_OPTION: Final = "option-"
"""The names of the fields of options begin with this."""
_BOT: Final = "bot-"
"""The names of the fields of bots begin with this; a number follows, from 1."""
_AGAIN: Final = "again"
"""A field that only the queries of `order_query` have: in them a box without a field is not
ticked."""
BY_CHANCE: Final = ""
"""The value of the field `seat` with which a seat is drawn."""
SAME: Final = ""
"""The value of a bot's field that stands for the bot in the first such field."""


@dataclass(frozen=True, slots=True)
class OptionField:
    """An option as a native control."""

    name: str
    """The name of the field in the form."""
    label: str
    meaning: str
    kind: str
    """checkbox, number, text or select."""
    value: str
    """The value with which the form is shown; "true" or "" for a checkbox."""
    least: int | None = None
    most: int | None = None
    """`least` and `most` are the bounds of a number; None where there is no bound."""
    values: Sequence[str] = ()
    """The values that a select offers."""


@dataclass(frozen=True, slots=True)
class OrderForm:
    """The fields of the form for one game, with the values with which it is shown."""

    game: str
    """The id of the game."""
    title: str
    options: Sequence[OptionField]
    bots: Sequence[str]
    """The bots that can be chosen."""
    opponents: Sequence[str]
    """The chosen bots, as many as there can be other seats; `SAME` for the first one again."""
    seats: int
    """The largest number of seats that the game can have."""
    seat: str
    """The number of the person's seat, or `BY_CHANCE`."""
    hints: bool
    """Whether the person wants hints."""


def order_form(game: str, data: Path, sent: Fields) -> OrderForm:
    """The form of the game with this id, filled in with the fields that were `sent`.

    Raises UserError for an unknown game, or when the data folder cannot be read.
    """
    kind = named_game(game)
    seats = most_seats(game)
    bots = playable_bots(game, data)
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


def order_query(request: SeatRequest) -> str:
    """The query that fills in the form as in an earlier request, except for the seat."""
    options = {
        f"{_OPTION}{name}": "true" if value is True else str(value)
        for name, value in request.options.items()
        # Browsers send no field for a box that is not ticked.
        if value is not False
    }
    bots = {f"{_BOT}{number}": bot for number, bot in enumerate(request.bots, 1)}
    hints = {"hints": "1"} if request.hints else {}
    return urlencode({"game": request.game, **options, **bots, **hints, _AGAIN: "1"})


def seat_request(data: Path, sent: Fields) -> SeatRequest:
    """The request in a form that was sent. Raises UserError for what the form does not offer."""
    game = sent.get("game", "")
    kind = named_game(game)
    options = _options(kind, sent)
    try:
        seats = make_game(game, options).seats
    except OptionsError as error:
        raise UserError(str(error)) from None
    allowed = playable_bots(game, data)
    first = sent.get(f"{_BOT}1", SAME)
    # With these options there may be fewer seats than fields: the last fields do not count.
    bots = [sent.get(f"{_BOT}{number}", SAME) or first for number in range(1, seats)]
    # Another text could name a folder, a file or a model of this machine, as on a command line.
    for bot in bots:
        if bot not in allowed:
            raise UserError(
                f"the bots that play {game} here: {', '.join(allowed)}; {_received(bot)}"
            )
    seat = sent.get("seat", BY_CHANCE)
    number = secrets.randbelow(seats) if seat == BY_CHANCE else number_in(seat, 3, -1)
    if not 0 <= number < seats:
        raise UserError(f"the seats are 0 to {seats - 1}; {_received(seat)}")
    return SeatRequest(game, options, bots, number, hints="hints" in sent)


def playable_bots(game: str, data: Path) -> list[str]:
    """The bots that a person may play against: sample bots, and stored ones that play the game.

    A stored bot that is withdrawn, or whose files are gone, is not among them.
    """
    stored: list[str] = []
    # `Store` would make a missing database, although the form only lists bots.
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
    """The largest number of seats that the game has under any options.

    Of a game whose options cannot be listed it is the number under the default options.
    """
    kind = GAMES[game]
    # Only the game knows which of its options sets the number of seats, so all are tried.
    try:
        return max(kind(options).seats for options in variants(kind))
    # A game of another package may have options whose values cannot be listed.
    except TypeError:
        return make_game(game, {}).seats


def _schemas(game: type[AnyGame]) -> Mapping[str, Mapping[str, Any]]:
    # From the model that checks the options: so the form and the check have the same limits.
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
        # In a form that was sent, which has a token, and in a query of `order_query`, which has
        # `_AGAIN`, a missing field means an unticked box. Else the box has its default.
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
    """The options in a form that was sent; those with an empty field are left to their defaults."""
    given = []
    for name, schema in _schemas(game).items():
        key = f"{_OPTION}{name}"
        if schema.get("type") == "boolean":
            given.append(f"{name}={'true' if key in sent else 'false'}")
        elif value := sent.get(key, ""):
            given.append(f"{name}={value}")
    return parse_options(given)


def _received(text: str) -> str:
    return f"received {quoted(text)}"
