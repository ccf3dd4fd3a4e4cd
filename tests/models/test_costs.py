"""When a limit of costs is required: when tournaments without one may cost too much together."""

from collections.abc import Sequence
from typing import cast

import pytest

from referee.errors import UserError
from referee.models.costs import Costs, Estimate
from tournaments.commands.costs import tell_costs
from tournaments.run.organiser import Organiser


class _Estimated:
    """Stands for an organiser whose one model costs `dollars`."""

    def __init__(self, name: str, dollars: float, limit: float | None) -> None:
        self._costs = Costs(name, [Estimate("able", 10, 1000, dollars)], limit)

    def costs(self) -> Costs:
        return self._costs


def _tell(*organisers: _Estimated) -> None:
    tell_costs(cast("Sequence[Organiser]", organisers))


def test_a_cheap_one_needs_no_limit_beside_a_dear_one_that_has_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _tell(_Estimated("dear", 50.0, limit=60.0), _Estimated("cheap", 0.5, limit=None))
    assert "50.00 dollars" in capsys.readouterr().out.replace("\n", " ")


def test_two_without_a_limit_count_together() -> None:
    with pytest.raises(UserError, match=r"^one and two may cost 1\.20 .* needs a limit"):
        _tell(_Estimated("one", 0.6, limit=None), _Estimated("two", 0.6, limit=None))
