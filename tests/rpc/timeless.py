"""An event loop whose clock jumps: nobody waits, and whoever would wait for ever is found out."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from functools import wraps
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class HangsError(Exception):
    """Nothing will ever happen again, and the test still waits."""


class _Jumping(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise HangsError("nothing is scheduled and nothing is ready")
        self.now += max(timeout, 0)
        return super().select(0)


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _Jumping()
        self.errors: list[dict[str, Any]] = []
        super().__init__(self._clock)
        self.set_exception_handler(lambda _, context: self.errors.append(context))

    def time(self) -> float:
        return self._clock.now

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., T], *args: Any
    ) -> asyncio.Future[T]:
        """At once: the clock would not wait for a thread."""
        done: asyncio.Future[T] = self.create_future()
        done.set_result(func(*args))
        return done


class Timeless:
    """Runs coroutines one after another on such a loop; tasks that are left go on in the next."""

    def __init__(self) -> None:
        self._loop = _Loop()
        self._runner = asyncio.Runner(loop_factory=lambda: self._loop)

    def run(self, main: Coroutine[Any, Any, T]) -> T:
        """The coroutine's result."""
        return self._runner.run(main)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """By now no task may be left, and no exception that nobody saw."""
        left = self.run(_others())
        self._runner.close()
        if error is None:
            assert not left, f"tasks are left over: {left}"
            assert self._loop.errors == []


async def _others() -> set[asyncio.Task[Any]]:
    await asyncio.sleep(0)
    return {task for task in asyncio.all_tasks() if task is not asyncio.current_task()}


def timeless(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """The test on such a loop."""

    @wraps(test)
    def on_a_jumping_clock(*args: P.args, **kwargs: P.kwargs) -> None:
        with Timeless() as loop:
            loop.run(test(*args, **kwargs))

    return on_a_jumping_clock
