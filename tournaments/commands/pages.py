"""The commands `stych rules` and `stych docs`: rules and documents in the terminal."""

import os
import sys
from typing import Annotated

import typer
from rich.markdown import Markdown

from referee.bare_table import BareTable
from tournaments.commands.console import out
from tournaments.resources import pages


def rules(
    game: Annotated[str, typer.Argument(help="the game's id, such as fox", metavar="GAME")],
) -> None:
    """Show the rules of a game as they are played, numbered, with its notation.

    In a terminal they are paged; elsewhere they are written as Markdown.
    """
    _show(pages.rules(game))


def docs(
    name: Annotated[
        str | None, typer.Argument(help="a page; without one, all are listed", metavar="PAGE")
    ] = None,
) -> None:
    """List the documents, or show one, paged as the rules are."""
    if name:
        _show(pages.page(name))
        return
    listed = BareTable(gap=3)
    for heading in ("page", "what it is about"):
        listed.add_column(heading)
    for page, title in pages.pages().items():
        listed.add_row(page, title)
    out.print(listed)
    out.print("\nTo read one: stych docs PAGE; the rules of a game: stych rules GAME", markup=False)


def _show(text: str) -> None:
    """Show the Markdown `text`: paged on a terminal, elsewhere as it is."""
    if not out.is_terminal:
        sys.stdout.write(text)
        return
    # The options that git gives to less: colours are shown, and a text that fits on the screen is
    # not paged.
    os.environ.setdefault("LESS", "FRX")
    with out.pager(styles=True):
        out.print(Markdown(text))
