"""The commands `stych worker` and `stych cluster`, which start and prepare a cluster."""

import asyncio
import platform
from pathlib import Path
from typing import Annotated, Final

import typer

from referee.errors import UserError
from referee.sandbox.probe import IsolationError, Mode
from referee.sandbox.processors import available
from stych_cluster.address import PORT, check_address, check_certificates
from tournaments.commands.cluster_option import Tls, check_installed
from tournaments.commands.console import data_folder, out, say
from tournaments.commands.isolation import IsolationOption
from tournaments.hosting.setting import free_address, is_local

MOST_JOBS: Final = 256
"""The most worker processes that one machine may be told to start for each run."""
# Where a scheduler listens by default: without certificates, and with them.
_LOOPBACK: Final = f"127.0.0.1:{PORT}"
_EVERYWHERE: Final = f"0.0.0.0:{PORT}"

cluster_group = typer.Typer(
    help="Start a cluster on which `stych run --cluster` plays.", no_args_is_help=True
)


def worker(
    address: Annotated[
        str,
        typer.Argument(help="where the scheduler is, such as tls://HOST:8786", metavar="ADDRESS"),
    ],
    tls: Tls = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1, max=MOST_JOBS, help="worker processes; default: as many as there are processors"
        ),
    ] = None,
    name: Annotated[
        str, typer.Option(help="the name of this machine in reports; default: its host name")
    ] = "",
    isolation: IsolationOption = Mode.AUTO,
) -> None:
    """Let this machine play for tournaments that are run elsewhere, until Ctrl-C.

    It may join and leave at any time. It receives the bots as well, and builds and confines them
    here. Bots and their output are kept below `cluster` in the data folder.
    """
    check_installed("distributed")
    check_address(address, tls)
    # Imported here: it is slow to load, and may not be installed.
    from stych_cluster.machine import Machine, MachineSettings
    from stych_cluster.machine_service import serve_machine

    folder = (data_folder() / "cluster").resolve()
    # A system may have no host name.
    machine_name = name or platform.node() or "machine"
    settings = MachineSettings(folder, jobs or available(), isolation, machine_name)
    try:
        asyncio.run(serve_machine(Machine(settings), address, tls, _say))
    except IsolationError as error:
        raise UserError(str(error)) from None


@cluster_group.command()
def scheduler(
    listen: Annotated[
        str | None,
        typer.Option(
            help=f"where to listen; default: {_EVERYWHERE} with --tls, else {_LOOPBACK}",
            metavar="HOST:PORT",
        ),
    ] = None,
    tls: Tls = None,
) -> None:
    """Serve the scheduler, which connects a run with its machines, until Ctrl-C."""
    check_installed("distributed")
    address = listen or (_EVERYWHERE if tls else _LOOPBACK)
    if tls:
        check_certificates(tls)
    elif not is_local(address):
        raise UserError(
            f"{address} can be dialled from other machines, where anybody could then run programs"
            " on all of the cluster: give --tls FOLDER (`stych cluster certificates FOLDER`)"
        )
    # Imported here: it is slow to load, and may not be installed.
    from stych_cluster.machine_service import serve_scheduler

    host, _, port = free_address(address).rpartition(":")
    asyncio.run(serve_scheduler(host.strip("[]"), int(port), tls, _say))


@cluster_group.command()
def certificates(
    folder: Annotated[Path, typer.Argument(help="a new folder", metavar="FOLDER")],
) -> None:
    """Make the certificates with which the machines of a cluster identify themselves.

    Every machine needs a copy of the folder. Whoever has a copy can run programs on all machines.
    """
    check_installed("cryptography")
    # Imported here: it may not be installed.
    from stych_cluster.certificates import DAYS, make_certificates

    make_certificates(folder)
    say(
        out,
        f"The certificates are valid for {DAYS} days. Copy the folder to every machine:",
        str(folder),
    )


def _say(text: str) -> None:
    say(out, text)
    # Where a script has started this process, it may be waiting for this line.
    out.file.flush()
