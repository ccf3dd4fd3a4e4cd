"""The games and their options as tables, for `stych games`."""

from rich.console import Group, RenderableType
from rich.text import Text

from referee.bare_table import BareTable
from referee.games.registry import GAMES, named_game
from tournaments.core.options import option_texts


def show_games() -> RenderableType:
    """All games with their ids, titles and usual numbers of seats."""
    shown = BareTable(gap=3)
    for head in ("game", "title", "seats"):
        shown.add_column(head)
    for game in GAMES.values():
        shown.add_row(game.id, game.title, str(game(game.options_type()).seats))
    return Group(shown, Text("\nOptions of a game: stych games GAME; its rules: stych rules GAME"))


def show_game(game_id: str) -> RenderableType:
    """The options of a game. Raises UserError when there is no such game."""
    game = named_game(game_id)
    shown = BareTable(gap=3)
    for head in ("option", "values", "default", "meaning"):
        shown.add_column(head)
    for each in option_texts(game):
        shown.add_row(each.name, each.values, str(each.default), each.meaning)
    seats = game(game.options_type()).seats
    return Group(Text(f"{game.title} ({game.id}), {seats} seats", style="bold"), shown)
