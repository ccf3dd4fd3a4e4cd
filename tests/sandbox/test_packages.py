"""The advice how to install what is missing names whole commands only."""

import pytest

from referee.sandbox import packages
from referee.sandbox.packages import advice


@pytest.fixture(autouse=True)
def no_manager(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without a package manager that is known here."""
    monkeypatch.setattr(packages, "manager", lambda: "")


def test_every_manager_is_named_where_none_is_known() -> None:
    assert advice(["ruby"]) == "apt-get install ruby, or dnf install ruby, or brew install ruby"


def test_a_manager_that_lacks_a_package_is_left_out() -> None:
    assert advice(["cjson"]) == "apt-get install lua-cjson, or dnf install lua-cjson"
    assert "brew" not in advice(["cjson", "ruby"])


def test_nothing_is_advised_for_what_is_unknown() -> None:
    assert advice(["ruby", "no such program"]) == ""
    assert advice([]) == ""
