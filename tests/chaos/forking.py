"""The command in a fork of this process: it begins at once, its workers are threads of its own.

All but them is real: the command line, the organiser, the runner, the data folder, what is printed.
"""

import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

from tests.tournaments.scripted import Script, Threads
from tournaments import cli
from tournaments.run import worker_handle
from tournaments.storage.store import Store


def fork(line: list[str], folder: Path, deadly: float, seed: int) -> int:
    """Start the command `line`; returns the id of its process.

    Its standard output goes to `out` in the folder, its standard error to `err`.

    The command is for the tournament `cup`. Whenever records of it are saved, the head of its
    journal is added to `heads`: from then on it has been reported. A worker dies instead of playing
    a match with the probability `deadly`; `seed` decides when.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    code = os.EX_SOFTWARE
    try:
        _redirect(folder)
        script = Script(seed=seed, deadly=deadly)
        worker_handle._SPAWN = Threads  # type: ignore[assignment]
        worker_handle.work = script.work  # type: ignore[assignment]
        Store.save = _reporting(Store.save, folder)  # type: ignore[method-assign]
        code = _command(line)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _redirect(folder: Path) -> None:
    os.setsid()
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for number, name in ((1, "out"), (2, "err")):
        file = os.open(folder / name, flags)
        os.dup2(file, number)
        os.close(file)


def _reporting(save: Callable[..., None], folder: Path) -> Callable[..., None]:
    heads = os.open(folder / "heads", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def reporting(store: Store, records: object) -> None:
        save(store, records)
        if head := store.head("cup"):
            os.write(heads, f"{head.number} {head.link}\n".encode())

    return reporting


def _command(line: list[str]) -> int:
    sys.argv = ["stych", *line]
    try:
        cli.main()
    except SystemExit as end:
        return int(end.code or 0)
    return 0
