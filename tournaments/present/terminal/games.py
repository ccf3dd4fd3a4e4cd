"""The games and their options as tables, for `stych games`."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from referee.errors import UserError
from referee.games.registry import GAMES


def show_games() -> RenderableType:
    """All games with their ids, titles and usual numbers of seats."""
    shown = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in ("game", "title", "seats"):
        shown.add_column(head)
    for game in GAMES.values():
        shown.add_row(game.id, game.title, str(game(game.options_type()).seats))
    return Group(shown, Text("\nOptions of a game: stych games GAME"))


def show_game(game_id: str) -> RenderableType:
    """The options of a game. Raises UserError when there is no such game."""
    game = GAMES.get(game_id)
    if game is None:
        raise UserError(f"the games are {', '.join(sorted(GAMES))}; received {game_id!r}")
    shown = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for head in ("option", "values", "default", "meaning"):
        shown.add_column(head)
    # Read from the model that checks them, so that what is shown is what holds.
    for name, schema in game.options_type.model_json_schema()["properties"].items():
        shown.add_row(name, _values(schema), str(schema["default"]), schema["description"])
    seats = game(game.options_type()).seats
    return Group(Text(f"{game.title} ({game.id}), {seats} seats", style="bold"), shown)


def _values(schema: dict[str, object]) -> str:
    if "enum" in schema:
        choices = schema["enum"]
        return ", ".join(map(str, choices)) if isinstance(choices, list) else str(choices)
    if "minimum" in schema and "maximum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    return str(schema.get("type", ""))
