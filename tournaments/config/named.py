"""Finds and builds the bots that a command line names, for commands that play no tournament."""

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
    """The entrants by name, in the order of `entries`, which `quick.entrants_of` makes.

    Stored bots are looked up in the data folder `data`. Raises UserError for a bot that cannot be
    entered or does not play the game, and for wrong options; `command` stands in some messages.
    """
    # The entries are put into a tournament, which is never played, so that they are checked and
    # resolved like those of a file.
    values = {"name": command, "game": game, "options": options, "seed": command, "boards": 1}
    tournament = from_mapping({**values, "entrants": [dict(each) for each in entries]}, command)
    if any(Reference.of(entry["bot"]) for entry in entries):
        # Imported here, since both load the database, which is slow and needed by stored bots only.
        from tournaments.storage.store import Store
        from tournaments.submissions.registry import BotRegistry

        with Store(data) as store:
            entrants = resolve(tournament, Path(), BotRegistry(store))
    else:
        entrants = resolve(tournament, Path())
    by_name = {entrant.name: entrant for entrant in entrants}
    # `resolve` has sorted the entrants by name.
    return {entry["name"]: by_name[entry["name"]] for entry in entries}


def build_bots(
    entrants: Iterable[Entrant],
    stopped: Callable[[], bool],
    isolation: Isolation | None,
    watch: Watch,
) -> None:
    """Run the build commands of the bots; `watch` shows each while it runs.

    `stopped` is asked several times a second during a build, and ends the build when it gives True.
    Raises KeyboardInterrupt then, and UserError when a build fails or no temporary folder can be
    made.
    """
    try:
        build(entrants, stopped, isolation, watch=watch)
    except OSError as error:
        raise UserError(f"no temporary folder can be made: {error.strerror}") from None
    except UserError:
        # A build that the user stopped fails as well, but the bot is not the reason.
        if stopped():
            raise KeyboardInterrupt from None
        raise
