"""Compares the wire from end to end with a bare stream of messages of the same sizes."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

from stych.v1.referee_pb2 import Decision
from stych_devtools.bench.arena import Arena, make_plan, with_processes, without_processes
from stych_devtools.bench.bare_stream import BareStream, bare_stream
from stych_devtools.bench.direct import BATCH_SIZE, DirectBot
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.findings import Findings, Ratio


@dataclass(frozen=True, slots=True)
class Contest:
    """A game that is played over the wire, and the goal for its speed."""

    name: str
    game: str
    least: float
    """The goal: the least share of the bare stream's decisions a second."""
    options: Mapping[str, Any] = field(default_factory=dict)


CONTESTS: Final = (
    Contest("fox", "fox", 0.5),
    Contest("nase-hra", "nase-hra", 0.5),
    Contest("nase-hra-nine", "nase-hra", 0.5, {"series": "nine"}),
    Contest("the-game", "the-game", 0.3),
    Contest("korist", "korist", 0.3),
)
_MOST_ROUND_TRIPS: Final = 1.3
"""The goal for one match at a time: the most round trips of the bare stream for each action."""
_SAMPLED_AT_ONCE: Final = 64
"""Matches under way while samples are taken."""


@dataclass(slots=True)
class _Rounds:
    """What was measured, with one value for each round."""

    shares: list[float] = field(default_factory=list)
    """`rates` over `bare_rates`."""
    trips: list[float] = field(default_factory=list)
    """The time of an action with one match at a time, in round trips of the bare stream."""
    rates: list[float] = field(default_factory=list)
    """Decisions a second of bots at the referee; `bare_rates` are those of the bare stream."""
    bare_rates: list[float] = field(default_factory=list)
    bare_trips: list[float] = field(default_factory=list)
    """Seconds of a round trip of the bare stream."""
    tuned_rates: list[float] = field(default_factory=list)
    """As `bare_rates`, with the settings of gRPC that the referee's streams have."""
    tuned_trips: list[float] = field(default_factory=list)
    """As `bare_trips`, with these settings."""
    bare_cpu: list[float] = field(default_factory=list)
    """Seconds of processor time for a decision, at both ends of the bare stream."""
    cpu: list[float] = field(default_factory=list)
    """Seconds of the referee's processor time for a decision; `bots_cpu` are those of the bots."""
    bots_cpu: list[float] = field(default_factory=list)


async def end_to_end(
    contest: Contest, folder: Path, effort: Effort, note: Callable[[], None]
) -> Findings:
    """The ratios of many matches at once, and of one at a time.

    `note` is called after each round.
    """
    plan = make_plan(contest.game, contest.options, folder)
    ready = await samples(contest.game, contest.options, folder, effort.sampled)
    rounds = _Rounds()
    async with (
        # The goals are about gRPC with its defaults. The second stream has the settings of `stych`.
        bare_stream(ready, folder) as stream,
        bare_stream(ready, folder, os.environ["GRPC_EXPERIMENTS"]) as tuned_stream,
        with_processes(plan) as arena,
    ):
        for _ in range(effort.rounds):
            await _round(rounds, arena, stream, tuned_stream, effort)
            note()
        at_once = effort.at_once(arena.full_load)
        return Findings([_many(contest, rounds, ready, at_once), _single(contest, rounds)])


async def samples(
    game: str, options: Mapping[str, Any], folder: Path, matches: int
) -> Sequence[Decision]:
    """The first decisions that the referee sends to each bot in `matches` random matches."""
    async with without_processes(make_plan(game, options, folder)) as arena:
        await arena.play(_SAMPLED_AT_ONCE, matches=matches)
        bots = [bot for bot in arena.bots if isinstance(bot, DirectBot)]
        return [decision for bot in bots for decision in bot.link.samples]


async def _round(
    rounds: _Rounds, arena: Arena, stream: BareStream, tuned_stream: BareStream, effort: Effort
) -> None:
    # Right after one another: the machine may have other work a minute later.
    seconds, cpu = effort.seconds, stream.cpu()
    bare = await stream.rate(BATCH_SIZE, seconds)
    rounds.bare_cpu.append((stream.cpu() - cpu) / (bare * seconds))
    many = await arena.play_steadily(effort.at_once(arena.full_load), seconds)
    rate = many.decisions / many.seconds
    rounds.bare_rates.append(bare)
    rounds.rates.append(rate)
    rounds.shares.append(rate / bare)
    rounds.cpu.append(many.cpu / many.decisions)
    rounds.bots_cpu.append(many.bots_cpu / many.decisions)
    # A batch of one decision is one round trip.
    trips_a_second = await stream.rate(1, seconds)
    single = await arena.play(1, seconds=seconds)
    rounds.bare_trips.append(1 / trips_a_second)
    # By actions and not by decisions, since a forced move takes as long as an answer.
    rounds.trips.append(trips_a_second * single.seconds / single.actions)
    rounds.tuned_rates.append(await tuned_stream.rate(BATCH_SIZE, seconds))
    rounds.tuned_trips.append(1 / await tuned_stream.rate(1, seconds))


def _by_cpu(rounds: _Rounds) -> float:
    """The share of speed that processor time alone would allow, on two idle processors.

    The two ends of the bare stream wait for each other, so that their times add up. The referee and
    its bots work at the same time.
    """
    referee, bots = median(rounds.cpu), median(rounds.bots_cpu)
    return median(rounds.bare_cpu) / max(referee, (referee + bots) / 2)


def _many(contest: Contest, rounds: _Rounds, ready: Sequence[Decision], at_once: int) -> Ratio:
    size = sum(each.ByteSize() for each in ready) / len(ready)
    text = (
        f"{contest.name}, {at_once} matches under way, batches of up to {BATCH_SIZE}:"
        f" {median(rounds.rates):,.0f} decisions a second of {size:.0f} bytes; a bare stream"
        f" {median(rounds.bare_rates):,.0f}, with our settings of gRPC"
        f" {median(rounds.tuned_rates):,.0f}; processor time of a decision"
        f" {median(rounds.cpu) * 1e6:.0f} us in the referee, {median(rounds.bots_cpu) * 1e6:.0f} us"
        f" in the bots, {median(rounds.bare_cpu) * 1e6:.0f} us at both ends of the bare stream;"
        f" by that alone the share would be {_by_cpu(rounds):.2f}"
    )
    return Ratio(
        f"wire/{contest.name}", median(rounds.shares), contest.least, at_least=True, text=text
    )


def _single(contest: Contest, rounds: _Rounds) -> Ratio:
    text = (
        f"{contest.name}, one match at a time: the time of an action in round trips of the bare"
        f" stream; one took {median(rounds.bare_trips) * 1e6:.0f} us, with our settings of gRPC"
        f" {median(rounds.tuned_trips) * 1e6:.0f} us"
    )
    value = median(rounds.trips)
    return Ratio(f"wire/{contest.name}/single", value, _MOST_ROUND_TRIPS, at_least=False, text=text)
