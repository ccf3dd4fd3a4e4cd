"""Bots that a command line names, resolved and built outside of a tournament."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.errors import UserError
from referee.rpc.build import Watch
from referee.sandbox.isolation import Isolation
from tournaments.config.entrants import Entrant, build, resolve
from tournaments.config.tournament_file import from_mapping
from tournaments.submissions.reference import Reference


def named_entrants(
    command: str,
    game: str,
    options: Mapping[str, Any],
    entries: Sequence[Mapping[str, str]],
    data: Path,
) -> dict[str, Entrant]:
    """The entrants by name, in the order of their entries (`tournaments.config.quick.entrants_of`).

    Stored bots are those of the data folder. Raises UserError, which names the `command`, for what
    cannot play the game.
    """
    values = {"name": command, "game": game, "options": options, "seed": command, "boards": 1}
    tournament = from_mapping({**values, "entrants": [dict(each) for each in entries]}, command)
    if any(Reference.of(entry["bot"]) for entry in entries):
        # Imported here: they need the database, which is slow to load and otherwise not needed.
        from tournaments.storage.store import Store
        from tournaments.submissions.registry import BotRegistry

        with Store(data) as store:
            found = resolve(tournament, Path(), BotRegistry(store))
    else:
        found = resolve(tournament, Path())
    names = [entry["name"] for entry in entries]
    # `resolve` orders by name.
    by_name = dict(zip(sorted(names), found, strict=True))
    return {name: by_name[name] for name in names}


def build_bots(
    entrants: Iterable[Entrant],
    stopped: Callable[[], bool],
    isolation: Isolation | None,
    watch: Watch,
) -> None:
    """Run the bots' build commands, which `watch` shows.

    Raises UserError, or KeyboardInterrupt when it is stopped.
    """
    try:
        build(entrants, stopped, isolation, watch=watch)
    except UserError:
        # A build that was stopped is no bot that is wrong.
        if stopped():
            raise KeyboardInterrupt from None
        raise
