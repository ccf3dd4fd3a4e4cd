"""What a test needs of the limits of this machine; without it it is skipped, with the reason."""

import resource

import pytest


def needs_files(number: int) -> pytest.MarkDecorator:
    """For a test whose process has so many files open at once, sockets among them."""
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    few = allowed != resource.RLIM_INFINITY and allowed < number
    reason = f"it has {number} files open, and this machine allows a process {allowed}"
    return pytest.mark.skipif(few, reason=reason)
