"""Requests for one page wait for each other without occupying threads; others do not wait."""

import threading
import time
from contextlib import suppress
from pathlib import Path

import anyio

from stych_web.keyed_locks import KeyedLocks
from stych_web.opening import Opened
from stych_web.site import WebSite
from tournaments.storage.store import Store


async def test_waiting_for_a_page_occupies_no_thread() -> None:
    locks, begun, go_on = KeyedLocks(), threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        go_on.wait(60)

    async with anyio.create_task_group() as group:
        for _ in range(100):
            group.start_soon(locks.run, "slow", slow)
        await anyio.to_thread.run_sync(begun.wait)
        # The pool has fewer than 100 threads: if each waiter held one, this call would hang.
        assert await locks.run("quick", lambda: 1) == 1
        limiter = anyio.to_thread.current_default_thread_limiter()
        assert limiter.borrowed_tokens == 1
        go_on.set()


async def test_a_page_is_made_once_for_all_who_ask_at_the_same_time(data: Path) -> None:
    site, made = WebSite(Opened(data)), list[int]()

    def make(_: Store) -> int:
        time.sleep(0.05)
        made.append(1)
        return len(made)

    async def ask() -> None:
        assert await site.locks.run("page", lambda: site.cached("page", make)) == 1

    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(ask)
    assert made == [1]


async def test_a_lock_is_removed_when_nobody_uses_it() -> None:
    locks = KeyedLocks()

    def fails() -> None:
        raise ValueError

    for number in range(100):
        with suppress(ValueError):
            await locks.run(number, fails)
    assert not locks._locks
