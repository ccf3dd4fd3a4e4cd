"""The command `stych report`: one HTML page about a tournament."""

from pathlib import Path
from typing import Annotated

import typer

from tournaments.commands.arguments import PlayedFile
from tournaments.commands.console import data_folder, err, out, say, write_output
from tournaments.commands.kept import check_as_saved
from tournaments.commands.played import find_played, tell_other_rules
from tournaments.config.stored import stored
from tournaments.present.html.content import REPLAYS, gather
from tournaments.present.html.page import render
from tournaments.storage.store import Store


def report(
    file: PlayedFile,
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
    found = find_played(file)
    with Store(data_folder()) as store, err.status(found.name) as status:
        # Whoever is given the page would not know that it is not true.
        check_as_saved(store, found.tournaments, file)
        tell_other_rules(store, found.tournaments)
        divisions = {key: stored(store, name) for key, name in found.divisions.items()}
        made = gather(
            store,
            found.name,
            divisions,
            replays=replays,
            with_seed=seed,
            note=lambda what: status.update(f"{found.name}: {what}"),
        )
        page = render(made)
    to = to or Path(f"{found.name}.html")
    write_output(to, page)
    size = f"{len(page.encode()) / 1e6:.1f} MB"
    matches = sum(len(each.replays) for each in made.divisions.values())
    say(out, f"Wrote {to}: {size}, {matches} matches to replay.")
