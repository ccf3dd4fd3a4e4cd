"""Who waits for the same page waits without a thread, and nobody else waits."""

import threading
from contextlib import suppress

import anyio

from stych_web.turns import Turns


async def test_who_waits_for_a_page_takes_no_thread() -> None:
    turns, begun, go_on = Turns(), threading.Event(), threading.Event()
    threads = set[int]()

    def slow() -> None:
        threads.add(threading.get_ident())
        begun.set()
        go_on.wait(60)

    async with anyio.create_task_group() as group:
        for _ in range(100):
            group.start_soon(turns.run, "slow", slow)
        await anyio.to_thread.run_sync(begun.wait)
        # Threads are few: were the others waiting in theirs, this would wait for them.
        assert await turns.run("quick", lambda: 1) == 1
        limiter = anyio.to_thread.current_default_thread_limiter()
        assert limiter.borrowed_tokens == 1
        go_on.set()


async def test_nothing_is_left_of_keys_that_lead_nowhere() -> None:
    turns = Turns()

    def fails() -> None:
        raise ValueError

    for number in range(100):
        with suppress(ValueError):
            await turns.run(number, fails)
    assert not turns._turns
