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
    names = find_played(file)
    with Store(data_folder()) as store, err.status(names.name) as status:
        # An error and no warning: readers of the page could not know that its data was changed.
        check_as_saved(store, names.tournaments, file)
        tell_other_rules(store, names.tournaments)
        divisions = {key: stored(store, name) for key, name in names.divisions.items()}
        content = gather(
            store,
            names.name,
            divisions,
            replays=replays,
            with_seed=seed,
            note=lambda what: status.update(f"{names.name}: {what}"),
        )
        page = render(content)
    to = to or Path(f"{names.name}.html")
    write_output(to, page)
    size = f"{len(page.encode()) / 1e6:.1f} MB"
    matches = sum(len(each.replays) for each in content.divisions.values())
    say(out, f"Wrote {to}: {size}, {matches} matches to replay.")
