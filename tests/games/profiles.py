"""How hard the property tests try. The examples are the same in every run."""

from hypothesis import HealthCheck, settings


def fast(examples: int = 12) -> settings:
    """For `make check`."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
