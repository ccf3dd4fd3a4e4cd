"""Starts Python processes that run no file of the current folder while they begin."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_VARIABLE = "PYTHONSAFEPATH"


@contextmanager
def safe_path() -> Iterator[None]:
    """A process that multiprocessing starts in here does not import from the current folder.

    `python -c` puts the current folder first: a pickle.py there would be run. Once the process has
    begun it gets the module path of this one.
    """
    # By the environment, since multiprocessing makes the command line itself.
    before = os.environ.get(_VARIABLE)
    os.environ[_VARIABLE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_VARIABLE]
        else:
            os.environ[_VARIABLE] = before
