"""Python processes that run no file of the current folder before they know better."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_VARIABLE = "PYTHONSAFEPATH"


@contextmanager
def safe_path() -> Iterator[None]:
    """A process that multiprocessing starts in here does not look for modules where it is.

    `python -c` puts the current folder first: a pickle.py there would be run. Once it has begun it
    gets the path for modules of this process.
    """
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
