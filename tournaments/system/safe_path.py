"""Starts Python processes that run no file of the current folder while they begin."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

_VARIABLE: Final = "PYTHONSAFEPATH"
"""If it is set, Python does not look for modules in the current folder."""


class _Starts:
    """Counts the starts under way in all threads, since the variable is that of the process."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._under_way = 0
        self._before: str | None = None
        """The variable before the first start that is under way; None if it was not set."""

    def begin(self) -> None:
        with self._lock:
            if not self._under_way:
                self._before = os.environ.get(_VARIABLE)
                os.environ[_VARIABLE] = "1"
            self._under_way += 1

    def end(self) -> None:
        with self._lock:
            self._under_way -= 1
            if self._under_way:
                return
            if self._before is None:
                os.environ.pop(_VARIABLE, None)
            else:
                os.environ[_VARIABLE] = self._before


_STARTS: Final = _Starts()


@contextmanager
def safe_path() -> Iterator[None]:
    """In the block, processes of multiprocessing begin without modules of the current folder.

    `python -c` would look there first, and run a file called pickle.py. Once the process has begun,
    it gets the module path of this process. Any number of threads may be in the block at once.
    """
    # A variable and not Python's option -P, since multiprocessing makes the command line itself.
    _STARTS.begin()
    try:
        yield
    finally:
        _STARTS.end()
