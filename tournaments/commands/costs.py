"""Tells what language models are estimated to cost, before the first call."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from referee.errors import UserError
from referee.models.costs import MOST_WITHOUT_LIMIT
from tournaments.commands.console import out, say

# For types alone: the organiser imports the database, which is slow to load.
if TYPE_CHECKING:
    from tournaments.run.organiser import Organiser


def tell_costs(organisers: "Sequence[Organiser]", into: str = "") -> None:
    """Print what each language model is estimated to cost; nothing when none plays.

    `into` is for a command without a tournament file: words that say, in the message of an error,
    into which file to write a limit. Raises UserError when the tournaments without a limit would
    together cost more than `MOST_WITHOUT_LIMIT`.
    """
    total, unlimited = 0.0, dict[str, None]()
    for costs in (each.costs() for each in organisers):
        for estimate in costs.estimates:
            say(out, f"{estimate.sentence()}.")
            if costs.limit is None:
                total += estimate.cost
                # A dict as an ordered set: a tournament may have several models.
                unlimited[costs.tournament] = None
    if total > MOST_WITHOUT_LIMIT:
        raise UserError(
            f"{' and '.join(unlimited)} may cost {total:.2f} dollars by the estimate, and more than"
            f" {MOST_WITHOUT_LIMIT:g} needs a limit: write{into} [budget] and"
            f" cost = {total * 2:.0f}"
        )
