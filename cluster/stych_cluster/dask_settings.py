"""What is set for Dask wherever it begins: by the scheduler, by machines, and by the runner."""

import logging
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import dask

CERTIFICATES: Final = ("ca.pem", "certificate.pem", "key.pem")
"""The files of a folder of certificates: the authority, and what a machine proves itself by."""
NO_PAGES: Final = "127.0.0.1:0"
"""Where Dask's own pages are served: at a port of this machine, and there are none."""
PARCELS: Final = "stych"
"""The resource that a parcel takes while it is played."""
SILENT_SECONDS: Final = 60
"""Seconds after which a machine, or a scheduler, that says nothing is taken to be gone."""


def set_up() -> None:
    """Set what is the same everywhere; to be called before anything of Dask's is started."""
    dask.config.set(
        {
            # They tell whoever asks of addresses and of what is played.
            "distributed.scheduler.http.routes": [],
            "distributed.worker.http.routes": [],
            # A parcel is played where the runner says, so that its blocks stay together.
            "distributed.scheduler.work-stealing": False,
            "distributed.scheduler.worker-ttl": f"{SILENT_SECONDS}s",
            "distributed.scheduler.active-memory-manager.start": False,
            "distributed.worker.profile.enabled": False,
            "distributed.admin.tick.limit": "1h",
        }
    )
    # It sets the levels of its logs when it is loaded.
    import_module("distributed")
    for name in [*logging.root.manager.loggerDict, "asyncio", "tornado"]:
        if name.split(".")[0] in ("distributed", "asyncio", "tornado"):
            # What matters is told in sentences of our own.
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def security(tls: Path | None) -> Any:
    """Dask's Security for a folder of certificates; None without one, which is plain TCP."""
    if tls is None:
        return None
    from distributed.security import Security

    make: Any = Security

    ca, certificate, key = (str(tls / name) for name in CERTIFICATES)
    parts = ("scheduler", "worker", "client")
    own = {f"tls_{part}_cert": certificate for part in parts}
    own |= {f"tls_{part}_key": key for part in parts}
    return make(tls_ca_file=ca, require_encryption=True, **own)
