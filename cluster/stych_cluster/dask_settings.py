"""Settings of Dask that the scheduler, the machines and the runner have in common."""

import logging
from importlib import import_module
from pathlib import Path
from typing import Any, Final

CERTIFICATES: Final = ("ca.pem", "certificate.pem", "key.pem")
"""The files in a folder of certificates: the authority's certificate, and the certificate and the
private key by which every machine proves itself."""
WEB_ADDRESS: Final = "127.0.0.1:0"
"""The address of Dask's own web server: any free port of this machine. It has no pages."""
PARCEL_RESOURCE: Final = "stych"
"""The name of a resource of Dask, of which a parcel takes one while it is played."""
SILENT_SECONDS: Final = 60
"""Seconds after which a machine or a scheduler that sends nothing counts as gone."""


def set_up() -> None:
    """Change the settings of Dask in this process; to be called before any part of Dask runs.

    It also silences the loggers of Dask, asyncio and tornado in this process.
    """
    # Imported here: it may not be installed, and the commands say so.
    import dask

    dask.config.set(
        {
            # No pages: they would show addresses and what is played to anybody who asks.
            "distributed.scheduler.http.routes": [],
            "distributed.worker.http.routes": [],
            # Dask must not move a parcel: the runner sends all matches on a deal to one machine.
            "distributed.scheduler.work-stealing": False,
            "distributed.scheduler.worker-ttl": f"{SILENT_SECONDS}s",
            "distributed.scheduler.active-memory-manager.start": False,
            "distributed.worker.profile.enabled": False,
            "distributed.admin.tick.limit": "1h",
        }
    )
    # Loaded now, since it sets the levels of its loggers when it is loaded.
    import_module("distributed")
    for name in [*logging.root.manager.loggerDict, "asyncio", "tornado"]:
        if name.split(".")[0] in ("distributed", "asyncio", "tornado"):
            # The commands say what matters in sentences of their own. Dask also writes through
            # asyncio and tornado, when connections break.
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def security(tls: Path | None) -> Any:
    """Dask's Security object for a folder of certificates; None without a folder: plain TCP."""
    if tls is None:
        return None
    from distributed.security import Security

    # Any, since this constructor of Dask has no annotations.
    make: Any = Security

    ca, certificate, key = (str(tls / name) for name in CERTIFICATES)
    parts = ("scheduler", "worker", "client")
    files = {f"tls_{part}_cert": certificate for part in parts}
    files |= {f"tls_{part}_key": key for part in parts}
    return make(tls_ca_file=ca, require_encryption=True, **files)
