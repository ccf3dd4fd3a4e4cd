"""The games and their options as tables, for `stych games`."""

from rich.console import Group, RenderableType
from rich.text import Text

from referee.bare_table import BareTable
from referee.games.registry import GAMES, named_game
from tournaments.core.options import option_texts


def show_games() -> RenderableType:
    """All games with their ids, titles, and numbers of seats under the default options."""
    table = BareTable(gap=3)
    for head in ("game", "title", "seats"):
        table.add_column(head)
    for game in GAMES.values():
        table.add_row(game.id, game.title, str(game(game.options_type()).seats))
    return Group(table, Text("\nOptions of a game: stych games GAME; its rules: stych rules GAME"))


def show_game(game_id: str) -> RenderableType:
    """The title and the options of a game. Raises UserError when there is no such game."""
    game = named_game(game_id)
    table = BareTable(gap=3)
    for head in ("option", "values", "default", "meaning"):
        table.add_column(head)
    for each in option_texts(game):
        table.add_row(each.name, each.values, str(each.default), each.meaning)
    seats = game(game.options_type()).seats
    return Group(Text(f"{game.title} ({game.id}), {seats} seats", style="bold"), table)
