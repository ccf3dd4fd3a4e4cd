"""What commands say of seeds: a warning before play begins, and the seed itself after the end."""

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Final

import typer

from tournaments.commands.console import err, out, say
from tournaments.core.seeds import FEWEST, SHORTEST, is_weak

# Not imported at run time: it needs the database, which is slow to load.
if TYPE_CHECKING:
    from tournaments.run.organiser import Organiser

Seed = Annotated[
    str | None,
    typer.Option(help="the same seed, the same cards; else by chance, told at the end"),
]

IN_FILE: Final = "leave the key seed out of the file, and one is drawn"
IN_COMMAND: Final = "leave --seed out, and one is drawn"
_TOO_LATE: Final = "it was begun so; a tournament without the key seed has one drawn for it"


def warn_of_seeds(organisers: "Iterable[Organiser]", remedy: str) -> None:
    """Warn, once, if what is going to be played has a seed that can be found by trying."""
    for each in organisers:
        if each.missing and is_weak(each.seed):
            warn_of_seed(each.definition.name, _TOO_LATE if each.begun else remedy)
            return


def warn_of_seed(name: str, remedy: str) -> None:
    """Warn that a seed can be found by trying; it is not repeated, as it is still a secret."""
    say(
        err,
        f"stych: the seed of {name} can be found by trying, and with it all cards: it has fewer"
        f" than {SHORTEST} characters, or fewer than {FEWEST} different ones; {remedy}",
    )


def tell_seed(seed: str) -> None:
    """Tell a seed; to be called when nothing that follows from it is left to be played."""
    if seed.isprintable():
        say(out, "The same cards again:", f"--seed {shlex.quote(seed)}")
    else:
        # It can only be of what was begun before there was a check.
        say(out, "The same cards again: with the same seed, which cannot be printed.")
