"""The command `stych report`: one HTML page about a tournament."""

from pathlib import Path
from typing import Annotated

import typer

from tournaments.commands.arguments import PlayedFile
from tournaments.commands.changed_data import check_as_saved
from tournaments.commands.console import data_folder, err, out, say, write_output
from tournaments.commands.played import find_played, tell_other_rules
from tournaments.config.stored import stored
from tournaments.present.html.content import REPLAYS, gather
from tournaments.present.html.page import render
from tournaments.storage.store import Store


def report(
    file: PlayedFile,
    to: Annotated[
        Path | None,
        typer.Option("--out", help="the file to write; by default NAME.html in the current folder"),
    ] = None,
    replays: Annotated[
        int, typer.Option(min=0, max=10_000, help="the most matches that the page can replay")
    ] = REPLAYS,
    seed: Annotated[
        bool, typer.Option(help="show the seed when all is played; --no-seed keeps it secret")
    ] = True,
) -> None:
    """Write one HTML page about a tournament that works offline.

    The page has the table, its intervals, the cross table, ratings along the way, seats, faults,
    and replays of matches from every seat. Boards that are still being played stay secret.
    """
    names = find_played(file)
    with Store(data_folder()) as store, err.status(names.name) as status:
        # An error and not a warning, which readers of the page would not see.
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
