"""What holds for all tests: folders, signals, variables, examples, isolation, forks, garbage."""

import gc
import os
import re
import signal
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import settings

from referee.rpc.place import short_place
from tests.e2e import forked_bots

# Set by a make that has called pytest. A make that a test calls would look for the job server of
# the first one, which it cannot reach.
for name in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL"):
    os.environ.pop(name, None)

if os.fspath(short_place()) != tempfile.gettempdir():
    # Paths of sockets must be short. TMPDIR stays as it is for what is tested.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", os.fspath(short_place()))
# A shell's background job ignores SIGINT, and one of `nohup` SIGHUP. Every command of the tests
# would inherit that, but not a handler.
if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) == signal.SIG_IGN:
    # Not the default: the tests themselves go on after a logout.
    signal.signal(signal.SIGHUP, lambda *_: None)

# How long an example takes is a matter of how busy the machine is. All else stays as it is: in CI
# examples are always the same.
settings.register_profile("stych", settings(), deadline=None)
# What `make check` takes: fewer examples, for a first look.
settings.register_profile("quick", settings.get_profile("stych"), max_examples=20)
settings.load_profile("stych")

# One cache for all processes and runs: what builds begin with is prepared once, and not in the
# user's own cache.
os.environ.setdefault("STYCH_CACHE", str(Path(__file__).parents[1] / "bots" / "build" / "cache"))


_ISOLATION: Final = "STYCH_ISOLATION"
_ALL_SLOW: Final = re.compile(r"^pytestmark = (\[[^]]*)?pytest\.mark\.slow\b", re.MULTILINE)


def _no_fork() -> int:
    raise AssertionError("a test must not fork: its child may wait for ever for a thread of gRPC's")


setattr(os, "fork", _no_fork)  # noqa: B010  mypy lets no function be assigned

forked_bots.prepare_tests()

# What modules make while they are imported stays in use: a search for garbage would find none.
gc.disable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files that have slow tests alone are not loaded when no slow tests are wanted."""
    if config.option.markexpr != "not slow" or collection_path.suffix != ".py":
        return None
    return bool(_ALL_SLOW.search(collection_path.read_text())) or None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """To confine a bot takes as long as a short match with it: `unconfined` tests do without."""
    if _ISOLATION in os.environ or not item.get_closest_marker("unconfined"):
        return (yield)
    os.environ[_ISOLATION] = "off"
    try:
        return (yield)
    finally:
        del os.environ[_ISOLATION]


def pytest_collection_finish() -> None:
    """Collect garbage from here on, but only of what the tests make, and seldom: it is little."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _variables_are_left() -> Iterator[None]:
    """Check at the end that the variables that keep commands from being forked are as at first."""
    yield
    if forked := sys.modules.get("tests.e2e.forked"):
        assert forked.changed(os.environ) == set()
