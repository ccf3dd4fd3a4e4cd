"""The option --cluster: a run whose matches are played by machines elsewhere (docs/cluster.md)."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any

import typer

from referee.errors import UserError
from referee.sandbox.probe import Mode
from tournaments.run.port import Runners

Cluster = Annotated[
    str | None,
    typer.Option(
        help="have the matches played by a cluster, whose scheduler is there", metavar="ADDRESS"
    ),
]
Tls = Annotated[
    Path | None,
    typer.Option(
        help="certificates of the cluster, a copy of the folder of `stych cluster certificates`",
        metavar="FOLDER",
    ),
]


def check_installed(package: str) -> None:
    """Check that a package that a cluster needs is installed. Raises UserError."""
    if find_spec(package) is None:
        raise UserError(f"a cluster needs the package {package}: pip install 'stych[cluster]'")


@contextmanager
def runners_at(cluster: str | None, tls: Path | None, mode: Mode) -> Iterator[Runners | None]:
    """Give the runners that play on the cluster, closed at the end; None to play on this machine.

    `cluster` is the address of its scheduler. Raises UserError.
    """
    if cluster is None:
        if tls:
            raise UserError(f"--tls is for --cluster tls://HOST:PORT; received --tls {tls} alone")
        yield None
        return
    check_installed("distributed")
    # By name, as cli does with commands: the module is on a higher floor. It is slow to load, and
    # needs a package that few have installed.
    runners: Any = import_module("stych_cluster.runners").ClusterRunners(cluster, tls, mode)
    try:
        yield runners
    finally:
        runners.close()
