"""Commands that people wait for: only those that succeed have a time."""

import pytest

from stych_devtools.bench import commands


def test_a_process_that_fails_is_not_measured() -> None:
    assert commands._seconds("pass") > 0
    with pytest.raises(RuntimeError, match="ended with exit code 1"):
        commands._seconds("import no_module_of_this_name")
