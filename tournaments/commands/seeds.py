"""The option --seed: a warning of a weak seed before play begins, and the seed after the end."""

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tournaments.commands.console import err, out, say
from tournaments.core.seeds import FEWEST, SHORTEST, is_weak

# For types alone: the organiser imports the database, which is slow to load.
if TYPE_CHECKING:
    from tournaments.run.organiser import Organiser

Seed = Annotated[
    str | None,
    typer.Option(help="the same seed deals the same cards; by default one is drawn"),
]

# Remedies for a seed that can be found by trying: the clauses that end the warning.
IN_FILE: Final = "leave the key seed out of the file, and one is drawn"
IN_COMMAND: Final = "leave --seed out, and one is drawn"
_TOO_LATE: Final = "it was begun with it; a tournament without the key seed has one drawn for it"


def warn_of_seeds(organisers: "Iterable[Organiser]", remedy: str) -> None:
    """Warn of the first tournament with missing matches whose seed can be found by trying.

    `remedy` is for a tournament that has not begun: IN_FILE or IN_COMMAND.
    """
    for each in organisers:
        if each.missing and is_weak(each.seed):
            warn_of_seed(each.definition.name, _TOO_LATE if each.was_begun else remedy)
            return


def warn_of_seed(name: str, remedy: str) -> None:
    """Warn that the seed of `name` can be found by trying. It is not printed: it is a secret."""
    say(
        err,
        f"stych: the seed of {name} can be found by trying, and with it all cards: it has fewer"
        f" than {SHORTEST} characters, or fewer than {FEWEST} different ones; {remedy}",
    )


def tell_seed(seed: str) -> None:
    """Print a seed; to be called when no deal that follows from it is left to be played."""
    if seed.isprintable():
        say(out, "The same cards again:", f"--seed {shlex.quote(seed)}")
    else:
        # Seeds of new tournaments are checked, so this one was begun by an earlier version.
        say(out, "The same cards again: with the same seed, which cannot be printed.")
