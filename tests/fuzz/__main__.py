"""Fuzzing for as long as one likes: python -m tests.fuzz SECONDS [NAME...].

Inputs at which a reader fails go into tests/fuzz/corpus, from where `make test` tries them each
time. A state machine prints the steps that fail.
"""

import hashlib
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from random import Random
from types import FrameType

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.machines import MACHINES
from tests.fuzz.reader import Reader
from tests.fuzz.readers import readers
from tests.rpc.timeless import HangsError

_EXAMPLES = 100
"""How many inputs one reader is tried with before the next one has its turn."""
_SECONDS = 10
"""How long a reader may take for one input."""
_MEMORY = 3 << 30
"""Bytes of address space of this process: no input is large, so reading one may not need more."""
EFFORT = settings(
    max_examples=_EXAMPLES,
    deadline=None,
    database=None,
    phases=[Phase.generate, Phase.shrink],
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)
Round = Callable[[int], int]
"""Tries some examples; the number is the seed by which a reader's are drawn. Returns how many."""


def of_reader(reader: Reader) -> Round:
    """Rounds of this reader; an input at which it fails is kept in its corpus."""

    def play(number: int) -> int:
        tried, failed = 0, b""

        @seed(number)
        @settings(EFFORT)
        @given(reader.inputs)
        def one(data: bytes) -> None:
            nonlocal tried, failed
            tried += 1
            try:
                with _briefly():
                    reader.try_(data)
            except Exception:
                failed = data
                raise

        try:
            one()
        except Exception:
            _keep(reader, failed)
            raise
        return tried

    return play


@contextmanager
def _briefly() -> Iterator[None]:
    """Raise HangsError in a block that takes more than _SECONDS."""

    def hangs(number: int, frame: FrameType | None) -> None:
        raise HangsError(f"it took more than {_SECONDS} s")

    signal.signal(signal.SIGALRM, hangs)
    signal.alarm(_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)


def _keep(reader: Reader, data: bytes) -> None:
    reader.corpus.mkdir(parents=True, exist_ok=True)
    path = reader.corpus / hashlib.sha256(data).hexdigest()[:12]
    path.write_bytes(data)
    sys.stdout.write(f"{reader.name}: an input that fails is kept as {path}\n")


def main(arguments: list[str]) -> int:
    """Returns 1 if anything failed, else 0."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    until = time.monotonic() + float(arguments[0])
    rounds: dict[str, Round] = {each.name: of_reader(each) for each in readers()} | dict(MACHINES)
    chosen = {name: rounds[name] for name in arguments[1:]} or rounds
    tried, failed, numbers = Counter[str](), Counter[str](), Random()
    for name in cycle(chosen):
        if time.monotonic() > until:
            break
        try:
            tried[name] += chosen[name](numbers.getrandbits(32))
        except Exception as error:
            failed[name] += 1
            where = traceback.extract_tb(error.__traceback__)[-1]
            said = f"{type(error).__name__}: {str(error)[:300]} at {where.filename}:{where.lineno}"
            sys.stdout.write(f"{name} failed: {said}\n")
    for name, times in tried.items():
        sys.stdout.write(f"{name}: {times} inputs, {failed[name]} failures\n")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
