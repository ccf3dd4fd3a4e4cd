"""The options --cluster and --tls: other machines play the matches of a run (docs/cluster.md)."""

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
    typer.Option(help="play on a cluster: the address of its scheduler", metavar="ADDRESS"),
]
Tls = Annotated[
    Path | None,
    typer.Option(
        help="a copy of the folder that `stych cluster certificates` has made",
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

    `cluster` is the address of its scheduler, and `tls` the folder of its certificates. Raises
    UserError for `tls` alone, when Dask is not installed, and when the scheduler does not answer or
    must not be dialled.
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
