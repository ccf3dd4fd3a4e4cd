"""Compares the speed of our games with that of other libraries' games, if these are installed."""

from collections.abc import Callable, Sequence
from statistics import median
from typing import Final, NamedTuple

from referee.games.registry import make_game
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.engines import Speed, engine_speed
from stych_devtools.bench.findings import Findings, Ratio
from stych_devtools.bench.peers import Peer, peers
from tournaments.system.compiled import COMPILED


class _Comparison(NamedTuple):
    """One of our games, the library that it is compared with, and the goal."""

    game: str
    library: str
    goal: float
    """The least speed of our game, as a multiple of that of the fastest game compared with it."""
    observed: bool = False
    """Whether an observation is made for each decision."""


_COMPARISONS: Final = (
    _Comparison("fox", "OpenSpiel", 1.0),
    _Comparison("fox", "OpenSpiel", 1.0, observed=True),
    _Comparison("nase-hra", "OpenSpiel", 1.0),
    _Comparison("nase-hra", "OpenSpiel", 1.0, observed=True),
    # RLCard makes observations in any case. Our games are compared without them.
    _Comparison("the-game", "RLCard", 3.0),
    _Comparison("korist", "RLCard", 3.0),
)
_OPEN_SPIEL: Final = ("spades", "oh_hell")
"""The trick games of OpenSpiel with which ours are compared."""
_SHARE_OF_SECONDS: Final = 1 / 4
"""Each speed is measured for this share of the time that other measurements have in a round."""


def engines(effort: Effort, note: Callable[[], None]) -> Findings:
    """The ratios of all comparisons whose library is installed.

    `note` is called after each comparison. For each library that is not installed the findings have
    a note.
    """
    findings, missing = Findings(), set[str]()
    candidates = [each for each in peers() if each.library == "RLCard" or each.game in _OPEN_SPIEL]
    for comparison in _COMPARISONS:
        rivals = [each for each in candidates if each.library == comparison.library]
        if rivals:
            findings.ratios.append(_ratio(comparison, rivals, effort))
        else:
            missing.add(comparison.library)
        note()
    for library in sorted(missing):
        findings.notes.append(f"{library} is not installed: no game is compared with its games")
    return findings


def _ratio(comparison: _Comparison, rivals: Sequence[Peer], effort: Effort) -> Ratio:
    """The speed of our game, as a multiple of the speed of the fastest rival."""
    game, observed = make_game(comparison.game, {}), comparison.observed

    def our_speed(seconds: float, with_observations: bool) -> Speed:
        return engine_speed(game, seconds, observed=with_observations)

    speeds = {"": our_speed, **{each.game: each.speed for each in rivals}}
    measured: dict[str, list[float]] = {name: [] for name in speeds}
    # In turn, so that other work on the machine affects all of them. The name "" is our own game.
    for _ in range(effort.rounds):
        for name, speed in speeds.items():
            spent = speed(effort.seconds * _SHARE_OF_SECONDS, observed).microseconds
            measured[name].append(spent)
    medians = {name: median(values) for name, values in measured.items()}
    ours = medians.pop("")
    fastest = min(medians, key=lambda name: medians[name])
    build, what = "compiled" if COMPILED else "plain", " with observations" if observed else ""
    text = (
        f"{comparison.game}, {build} rules, random play{what}: {ours:.1f} us a decision;"
        f" {comparison.library} {fastest} {medians[fastest]:.1f} us"
    )
    name = f"engines/{comparison.game}{'/observed' if observed else ''}"
    return Ratio(name, medians[fastest] / ours, comparison.goal, at_least=True, text=text)
