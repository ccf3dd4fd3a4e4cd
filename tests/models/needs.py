"""What tests of language models need on the machine."""

from importlib.util import find_spec

import pytest

# Not imported to find out: that takes half a second in each process of the tests.
needs_openai = pytest.mark.skipif(
    find_spec("openai") is None, reason="the package openai is not installed"
)
