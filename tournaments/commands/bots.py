"""The command `stych bots`: the stored bots of the data folder."""

import sys
from collections.abc import Sequence
from typing import Annotated, Final

import typer
from rich.console import RenderableType
from rich.prompt import Confirm

from referee.errors import UserError
from referee.rpc.prebuilt import location, sizes
from tournaments.commands.console import data_folder, out, say
from tournaments.config.stored import stored
from tournaments.doctor.machine import amount
from tournaments.present.terminal.bots import as_json, as_prunable, as_rich
from tournaments.storage.bots import Version
from tournaments.storage.store import Store
from tournaments.submissions.reference import Reference
from tournaments.submissions.registry import BotRegistry

bots = typer.Typer(invoke_without_command=True)
_ANY_WIDTH: Final = 10_000
"""More characters than a line of any table has, so that no cell is folded."""


@bots.callback()
def list_bots(
    context: typer.Context,
    as_object: Annotated[bool, typer.Option("--json", help="print JSON")] = False,
    withdraw: Annotated[
        str,
        typer.Option(help="withdraw this version: it cannot be newly entered", metavar="NAME@N"),
    ] = "",
) -> None:
    """List the bots that were submitted, with their versions, their state and their size.

    The newest version of a name that is not withdrawn is current: it is NAME@latest. Versions that
    are withdrawn stay in the tables where they played, and in tournaments that were begun.
    """
    if context.invoked_subcommand:
        if as_object or withdraw:
            option = "--json" if as_object else "--withdraw"
            raise UserError(f"{option} belongs to `stych bots` alone, without a further command")
        return
    with Store(data_folder()) as store:
        registry = BotRegistry(store)
        if withdraw:
            version = registry.find(_exact(withdraw))
            registry.withdraw(version)
            if not as_object:
                say(out, f"{version} is withdrawn.")
                return
        versions, bot_sizes = registry.versions(), registry.sizes()
    if as_object:
        sys.stdout.write(as_json(versions, bot_sizes) + "\n")
    elif versions:
        _show(as_rich(versions, bot_sizes))
    else:
        say(out, f"No bot is stored in {data_folder()} yet; `stych submit BOT` stores one.")


@bots.command()
def prune(
    yes: Annotated[bool, typer.Option("--yes", help="do not ask")] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="show what would be removed, and remove nothing")
    ] = False,
) -> None:
    """Remove the files of all versions that no tournament of the data folder names.

    These versions are shown, also current ones, and you are asked. A version without files stays
    listed as pruned. When the same contents are submitted again, it gets its files back.
    """
    with Store(data_folder()) as store:
        registry = BotRegistry(store)
        versions, bot_sizes = registry.versions(), registry.sizes()
        unnamed = _unnamed(store, [each for each in versions if each.digest in bot_sizes])
        if not unnamed:
            where = data_folder()
            named_all = f"tournaments in {where} name all versions that have files"
            say(out, f"There is nothing to remove: {named_all}.")
            _tell_of_shared_builds()
            return
        _show(as_rich(versions, bot_sizes, unnamed))
        what = as_prunable(unnamed, bot_sizes)
        if dry_run:
            say(out, f"{what}: nothing was removed, as --dry-run says.")
        elif yes or _confirmed(what):
            # Another process may have begun a tournament before the question was answered.
            unnamed = _unnamed(store, unnamed)
            _remove(registry, unnamed)
            say(out, f"Removed: {as_prunable(unnamed, bot_sizes)}.")
        else:
            say(out, "Nothing was removed.")
    _tell_of_shared_builds()


def _tell_of_shared_builds() -> None:
    """Say how much room prebuilt files take. All builds of this machine share them."""
    if total := sum(sizes().values()):
        say(out, f"Builds share {amount(total)} in {location()}, which may be removed as well.")


def _show(table: RenderableType) -> None:
    """Print the table; without a terminal in its full width, so that programs can read it."""
    out.print(table, width=None if out.is_terminal else _ANY_WIDTH)


def _remove(registry: BotRegistry, versions: Sequence[Version]) -> None:
    try:
        registry.prune(versions)
    except OSError as error:
        raise UserError(f"{registry.data} cannot be written: {error.strerror}") from None


def _unnamed(store: Store, versions: Sequence[Version]) -> Sequence[Version]:
    """The `versions` that no tournament of the data folder names.

    Raises UserError when a definition is damaged, and while a tournament is being played or
    imported: the data folder does not have the divisions of its file that were not begun.
    """
    if name := store.database.held():
        raise UserError(
            f"nothing was removed, since {name} is being played or imported in {store.folder};"
            " wait for its end, or stop it"
        )
    named = _named(store)
    return [each for each in versions if each.digest not in named]


def _named(store: Store) -> set[str]:
    """The digests of all bots that tournaments of the data folder name.

    Raises UserError when a definition is damaged.
    """
    try:
        return {
            digest
            for name in store.tournaments()
            for digest in stored(store, name).digests.values()
        }
    except (AttributeError, KeyError, TypeError, ValueError):
        raise UserError(
            f"a tournament in {store.folder} is damaged, so that it cannot be said which bots it"
            " names; nothing was removed"
        ) from None


def _confirmed(what: str) -> bool:
    if not (out.is_terminal and typer.get_text_stream("stdin").isatty()):
        raise UserError("nobody is here to be asked: say --yes to remove them, or --dry-run")
    return Confirm.ask(f"Remove {what}?", console=out, default=False)


def _exact(text: str) -> Reference:
    # NAME@latest is refused: it would be another version as soon as this one is withdrawn.
    reference = Reference.of(text)
    if reference is None or reference.number is None:
        raise UserError(f"--withdraw takes a version, such as thumb@2; received {text!r}")
    return reference
