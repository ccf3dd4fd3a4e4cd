"""Starts Python processes that run no file of the current folder while they begin."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

_VARIABLE: Final = "PYTHONSAFEPATH"


class _Starts:
    """The starts that are under way in all threads: the variable is one for the whole process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._number = 0
        self._before: str | None = None
        """What the variable was before the first of them."""

    def begin(self) -> None:
        with self._lock:
            if not self._number:
                self._before = os.environ.get(_VARIABLE)
                os.environ[_VARIABLE] = "1"
            self._number += 1

    def end(self) -> None:
        with self._lock:
            self._number -= 1
            if self._number:
                return
            if self._before is None:
                os.environ.pop(_VARIABLE, None)
            else:
                os.environ[_VARIABLE] = self._before


_STARTS: Final = _Starts()


@contextmanager
def safe_path() -> Iterator[None]:
    """A process that multiprocessing starts in here does not import from the current folder.

    `python -c` puts the current folder first: a pickle.py there would be run. Once the process has
    begun it gets the module path of this one. Any number of threads may be in here.
    """
    # By the environment, since multiprocessing makes the command line itself.
    _STARTS.begin()
    try:
        yield
    finally:
        _STARTS.end()
