"""The values of options, as a command line offers them."""

from pydantic import Field

from referee.games.fox.game import FoxGame
from referee.games.game import Options
from tournaments.core.options import option_texts


class _Lifted(Options):
    lift: int = Field(default=0, ge=-20, le=20, description="points at the start")
    spare: int | None = Field(default=None, description="cards that are set aside")


def test_the_default_is_offered_even_if_it_is_zero_within_a_range() -> None:
    lift, spare = option_texts(type("Lifted", (FoxGame,), {"options_type": _Lifted}))
    assert (lift.values, lift.examples) == ("-20 to 20", ("-20", "0", "20"))
    assert (spare.default, spare.values, spare.examples) == (None, "", ())
