"""The rate limit, a leaky bucket: what it allows, and what counts."""

from referee.rpc.rate import Rate


def test_so_many_at_once_and_so_many_a_second() -> None:
    now = 100.0
    rate = Rate(3, 2, lambda: now)
    assert [rate.take() for _ in range(5)] == [True, True, True, False, False]
    now += 0.5
    assert [rate.take() for _ in range(2)] == [True, False]
    for _ in range(100):
        now += 0.5
        assert rate.take()
    now += 1000
    assert [rate.take() for _ in range(4)] == [True, True, True, False]


def test_what_was_refused_does_not_count() -> None:
    now = 0.0
    rate = Rate(1, 1, lambda: now)
    assert rate.take()
    assert not any(rate.take() for _ in range(1000))
    now = 1.0
    assert rate.take()
