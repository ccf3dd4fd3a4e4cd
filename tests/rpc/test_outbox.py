"""News wait for a batch once, for a limited time, however many others come meanwhile."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from referee.rpc.outbox import Outbox


class _Clock:
    """Stands for an event loop, whose timers ring when the test says so."""

    def __init__(self) -> None:
        self.timers: list[Callable[[], None]] = []

    def call_later(self, _: float, ring: Callable[[], None]) -> Any:
        self.timers.append(ring)
        return SimpleNamespace(cancel=lambda: None)

    def ring(self) -> None:
        self.timers.pop()()


def _outbox(woken: list[bool]) -> tuple[Outbox, _Clock]:
    clock = _Clock()
    loop: Any = clock
    return Outbox(loop, lambda: woken.append(True)), clock


def test_later_news_do_not_delay_earlier_ones() -> None:
    woken: list[bool] = []
    outbox, clock = _outbox(woken)
    outbox.put(b"a")
    outbox.put(b"b")
    assert len(clock.timers) == 1
    assert not woken
    clock.ring()
    assert woken == [True]
    assert outbox.is_ripe
    # They could not be sent yet, and more come.
    outbox.put(b"c")
    assert outbox.is_ripe
    assert not clock.timers
    assert outbox.take() == b"abc"


def test_news_after_a_batch_wait_again() -> None:
    outbox, clock = _outbox([])
    outbox.put(b"a")
    clock.ring()
    outbox.take()
    outbox.put(b"b")
    assert not outbox.is_ripe
    assert len(clock.timers) == 1
