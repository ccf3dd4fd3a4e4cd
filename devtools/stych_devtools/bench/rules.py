"""Compares the speed of our games with that of other libraries' games, if these are installed."""

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
"""The games of OpenSpiel with which our trick games are compared."""
_AHEAD: Final = {
    ("fox", False): ("OpenSpiel", 1.0),
    ("fox", True): ("OpenSpiel", 1.0),
    ("nase-hra", False): ("OpenSpiel", 1.0),
    ("nase-hra", True): ("OpenSpiel", 1.0),
    ("the-game", False): ("RLCard", 3.0),
    ("korist", False): ("RLCard", 3.0),
}
"""By game, and whether with observations: the library that it is compared with, and the goal, which
is the least ratio of both speeds."""

_Speeds = Callable[[float, bool], Speed]
"""Plays for about this many seconds of processor time; with True also makes observations."""


def engines(effort: Effort, note: Callable[[], None]) -> Findings:
    """For each game, the ratio of its decisions a second to those of the library's quickest game.

    `note` is called after each game. Findings have a note for each library that is not installed.
    """
    findings, missing = Findings(), set()
    candidates = [each for each in peers() if each.library == "RLCard" or each.game in _TRICKS]
    for (name, observed), (library, goal) in _AHEAD.items():
        rivals = [each for each in candidates if each.library == library]
        if rivals:
            findings.ratios.append(_ratio(name, rivals, effort, goal, observed=observed))
        else:
            missing.add(library)
        note()
    findings.notes += [f"{each} is not installed: no engine is held against it" for each in missing]
    return findings


def _ratio(
    name: str, rivals: Sequence[Peer], effort: Effort, goal: float, *, observed: bool
) -> Ratio:
    game = make_game(name, {})
    own: _Speeds = lambda seconds, seen: engine_speed(game, seconds, observed=seen)  # noqa: E731
    measured: dict[str, list[float]] = {}
    # In turn, so that other work on the machine affects all of them. The key "" is our own game.
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
