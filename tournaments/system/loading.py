"""Quick imports of many modules, for where each command and each worker begins."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def quick_imports() -> Iterator[None]:
    """Import without the garbage collector, which would take a fifth of the time.

    What is imported stays, so there is nothing for it to find, then or later.
    """
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if looked:
            # Each later look at all objects would take as long as a small table.
            gc.freeze()
            gc.enable()
