"""How a machine describes itself to a cluster, and whether a run can be played on it."""

import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from random import Random
from time import thread_time
from typing import Any, Final

from referee.deals import Deal
from referee.games.registry import GAMES, make_game
from referee.sandbox.isolation import Isolation
from referee.sandbox.levels import IsolationLevel
from referee.sandbox.probe import Mode
from referee.sandbox.processors import available
from referee.testing.playing import play_out, random_action
from referee.version import STYCH

OFF: Final = "off"
"""The isolation level of a machine whose owner switched isolation off."""
_LOAD_SECONDS: Final = 0.3
"""Seconds of processor time for which the reference load runs."""


@dataclass(frozen=True, slots=True)
class MachineInfo:
    """A machine's description of itself, sent as plain values that every version can read."""

    stych: str
    """The version of Štych."""
    python: str
    """The minor version, such as 3.11."""
    rules: Mapping[str, int]
    """The version of each game's rules."""
    isolation: str
    """The isolation level of its bots, or OFF."""
    processors: int
    """How many processors it may use."""
    jobs: int
    """How many worker processes it has for each run."""
    speed: float
    """Actions for each second of processor time in a reference load: random games of fox."""
    name: str = ""
    """The name, which other machines may have as well; "" for the name that Dask gives it."""

    @classmethod
    def here(cls, isolation: Isolation | None, jobs: int, name: str = "") -> "MachineInfo":
        """The description of this machine. Running the reference load takes a part of a second."""
        return cls(
            stych=STYCH,
            python=python_minor(),
            rules={name: game.rules_version for name, game in GAMES.items()},
            isolation=str(isolation.level) if isolation else OFF,
            processors=available(),
            jobs=jobs,
            speed=round(_speed()),
            name=name,
        )

    def as_values(self) -> dict[str, Any]:
        """The plain values, from which `of` makes the description again."""
        return asdict(self)

    @classmethod
    def of(cls, values: object) -> "MachineInfo | None":
        """The description that a machine sent; None when a plain Dask worker sent none.

        A description by another version may have only the version and the name.
        """
        if not isinstance(values, dict):
            return None
        try:
            return cls(**values)
        except TypeError:
            # Another version has other fields. `unfit` will find that its version is another one.
            sent, name = str(values.get("stych", "of another version")), str(values.get("name", ""))
            return cls(sent, "", {}, "", processors=0, jobs=0, speed=0.0, name=name)


def python_minor() -> str:
    """The version of this Python without its last number."""
    return ".".join(platform.python_version_tuple()[:2])


def unfit(info: MachineInfo | None, game: str, mode: Mode) -> str:
    """Why the machine cannot play the game in a run of this process, as a clause; "" if it can.

    `mode` is the isolation that the run asks for.
    """
    if info is None:
        return "it was not started by `stych worker`"
    if info.stych != STYCH:
        return f"it has Stych {info.stych}, and the run has {STYCH}"
    if info.python != python_minor():
        return f"it has Python {info.python}, and the run has {python_minor()}"
    rules = GAMES[game].rules_version
    if info.rules.get(game) != rules:
        theirs = info.rules.get(game)
        has = f"has version {theirs} of its rules" if theirs is not None else "does not have it"
        return f"the run plays {game} by version {rules} of its rules, and it {has}"
    if mode is Mode.REQUIRE and info.isolation != IsolationLevel.BUBBLEWRAP:
        best = IsolationLevel.BUBBLEWRAP
        return f"its isolation is {info.isolation}, and the run requires {best}"
    return ""


def _speed() -> float:
    game, random, actions = make_game("fox", {"target": 1}), Random(0), 0
    end = (begun := thread_time()) + _LOAD_SECONDS
    while (now := thread_time()) < end:
        deal = Deal(random.randbytes(32))
        actions += len(play_out(game, deal, random_action, random).actions)
    return actions / (now - begun)
