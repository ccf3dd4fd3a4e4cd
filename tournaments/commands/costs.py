"""What commands say of the cost of language models, before the first call."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.errors import UserError
from referee.models.costs import MOST_WITHOUT_LIMIT
from tournaments.commands.console import out, say

# Not imported at run time: it needs the database, which is slow to load.
if TYPE_CHECKING:
    from tournaments.run.organiser import Organiser


def tell_costs(organisers: "Sequence[Organiser]", into: str = "") -> None:
    """Tell what language models are going to cost, if any play.

    Raises UserError where it is more than a dollar and the file sets no limit; `into` says into
    which file, where the command names none.
    """
    total, unlimited = 0.0, ""
    for costs in (each.costs() for each in organisers):
        for found in costs.estimates:
            say(out, f"{found.sentence()}.")
            total += found.cost
            if costs.limit is None:
                unlimited = costs.tournament
    if total > MOST_WITHOUT_LIMIT and unlimited:
        raise UserError(
            f"{unlimited} may cost {total:.2f} dollars by the estimate, and more than"
            f" {MOST_WITHOUT_LIMIT:g} needs a limit: write{into} [budget] and"
            f" cost = {total * 2:.0f}"
        )
