"""What the places of every outcome must be."""

from collections.abc import Collection

from referee.games.game import Outcome, places


def assert_fair(outcome: Outcome, at_fault: Collection[int]) -> None:
    """Those at fault share the place after all others, who are placed like any who finished."""
    honest = [place for seat, place in enumerate(outcome.places) if seat not in at_fault]
    assert {outcome.places[seat] for seat in at_fault} <= {len(honest) + 1}
    assert honest == list(places([-place for place in honest]))
