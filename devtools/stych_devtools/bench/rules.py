"""The engines against those of other libraries, where these are installed."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Final

from referee.games.registry import make_game
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.engines import Speed, engine_speed
from stych_devtools.bench.findings import Findings, Ratio
from stych_devtools.bench.peers import Peer, peers
from tournaments.system.compiled import COMPILED

_TRICKS: Final = ("spades", "oh_hell")
"""The games of OpenSpiel that the trick games are held against."""
_AHEAD: Final = {
    ("fox", False): ("OpenSpiel", 1.0),
    ("fox", True): ("OpenSpiel", 1.0),
    ("nase-hra", False): ("OpenSpiel", 1.0),
    ("nase-hra", True): ("OpenSpiel", 1.0),
    ("the-game", False): ("RLCard", 3.0),
    ("korist", False): ("RLCard", 3.0),
}
"""By game, and whether with observations: whose games it is held against, and what it should be."""

_Speeds = Callable[[float, bool], Speed]


def engines(effort: Effort, note: Callable[[], None]) -> Findings:
    """Ratios of each game's decisions a second to those of the peer's quickest game."""
    found, missing = Findings(), set()
    known = [each for each in peers() if each.library == "RLCard" or each.game in _TRICKS]
    for (name, observed), (library, goal) in _AHEAD.items():
        rivals = [each for each in known if each.library == library]
        if rivals:
            found.ratios.append(_ratio(name, rivals, effort, goal, observed=observed))
        else:
            missing.add(library)
        note()
    found.notes += [f"{each} is not installed: no engine is held against it" for each in missing]
    return found


def _ratio(
    name: str, rivals: Sequence[Peer], effort: Effort, goal: float, *, observed: bool
) -> Ratio:
    game = make_game(name, {})
    own: _Speeds = lambda seconds, seen: engine_speed(game, seconds, observed=seen)  # noqa: E731
    measured: dict[str, list[float]] = {}
    # Ours and theirs in turn, so that other work on the machine touches all of them.
    for _ in range(effort.rounds):
        for key, speed in [("", own), *((each.game, each.speed) for each in rivals)]:
            spent = speed(effort.seconds / 4, observed).microseconds
            measured.setdefault(key, []).append(spent)
    ours, *theirs = [(median(values), key) for key, values in measured.items()]
    best, rival = min(theirs)
    form, seen = "compiled" if COMPILED else "plain", " with observations" if observed else ""
    text = (
        f"{name}, {form} rules, at random{seen}: {ours[0]:.1f} us a decision;"
        f" {rivals[0].library} {rival} {best:.1f}"
    )
    key = f"engines/{name}/observed" if observed else f"engines/{name}"
    return Ratio(key, best / ours[0], goal, at_least=True, text=text)
