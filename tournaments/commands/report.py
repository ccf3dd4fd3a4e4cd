"""The report on a tournament."""

from pathlib import Path
from typing import Annotated

import typer

from tournaments import model
from tournaments.commands.console import data_folder, err, out, say
from tournaments.commands.play import File
from tournaments.commands.records import write
from tournaments.organiser import stored
from tournaments.report.content import REPLAYS, gather
from tournaments.report.page import render
from tournaments.store import Store


def report(
    file: File,
    to: Annotated[
        Path | None, typer.Option("--out", help="the page to write; default: NAME.html, here")
    ] = None,
    replays: Annotated[
        int, typer.Option(min=0, max=10_000, help="how many matches can be replayed in it")
    ] = REPLAYS,
    seed: Annotated[
        bool, typer.Option(help="tell the seed when all is played; keep it to play on")
    ] = True,
) -> None:
    """Write one HTML page about a tournament that works offline.

    With the table, its intervals, the cross table, ratings along the way, seats, faults, and
    replays of matches from every seat. Boards that are still being played stay secret.
    """
    tournament = model.read(file)
    with Store(data_folder()) as store, err.status(tournament.name) as status:
        definition = stored(store, tournament.name)
        content = gather(
            store,
            definition,
            replays=replays,
            with_seed=seed,
            note=lambda what: status.update(f"{tournament.name}: {what}"),
        )
        page = render(content)
    to = to or Path(f"{tournament.name}.html")
    write(to, page)
    size = f"{len(page.encode()) / 1e6:.1f} MB"
    say(out, f"Wrote {to}: {size}, {len(content.replays)} matches to replay.")
