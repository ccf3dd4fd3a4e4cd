"""The bench counts what was played, and names its ratios and measurements."""

from pathlib import Path

import pytest

from referee.rpc.session import Session
from stych.v1.referee_pb2 import Decision
from stych_devtools.bench.arena import PlayMeasurement, make_plan, with_processes, without_processes
from stych_devtools.bench.bare_stream import bare_stream
from stych_devtools.bench.effort import Effort
from stych_devtools.bench.parts import Parts, parts
from stych_devtools.bench.rating import ratings, season
from stych_devtools.bench.suite import MEASUREMENTS, chosen
from stych_devtools.bench.wire import CONTESTS, end_to_end, samples

LITTLE = Effort(
    rounds=1,
    seconds=0.05,
    sampled=8,
    match_factor=0.1,
    rated=200,
    boards=1,
    bot_factor=0.25,
    lasting=100,
    bots=2,
    decades=0.5,
)


def check(played: PlayMeasurement, matches: int) -> None:
    assert played.matches == len(played.records) == matches
    assert played.decisions == sum(len(each.measured.thought) for each in played.records)
    assert played.actions == sum(len(each.actions) for each in played.records)
    assert played.decisions <= played.actions
    assert len({each.id for each in played.records}) == matches
    assert played.seconds > 0


async def test_matches_without_processes_are_counted(tmp_path: Path) -> None:
    async with without_processes(make_plan("nase-hra", {}, tmp_path)) as arena:
        check(await arena.play(4, matches=9, keep=True), 9)
        timed = await arena.play(3, seconds=1e-9)
        assert timed.matches == 0


async def test_decisions_of_steady_play_are_counted_while_matches_are_under_way(
    tmp_path: Path,
) -> None:
    async with without_processes(make_plan("nase-hra", {}, tmp_path)) as arena:
        asked = [await bot.session() for bot in arena.bots]
        played = await arena.play(4, matches=9)
        assert (
            sum(each.decisions_sent for each in asked if isinstance(each, Session))
            == played.decisions
        )
        steady = await arena.play_steadily(3, 0.05)
        sent = sum(each.decisions_sent for each in asked if isinstance(each, Session))
        # Decisions before the measured time, and after it, are sent as well.
        assert 0 < steady.decisions < sent - played.decisions
        assert steady.seconds >= 0.05
        assert steady.cpu > 0


@pytest.mark.slow
async def test_matches_with_processes_are_counted(tmp_path: Path) -> None:
    async with with_processes(make_plan("fox", {"target": 1}, tmp_path)) as arena:
        played = await arena.play(8, matches=20, keep=True)
        check(played, 20)
        assert played.bots_cpu > 0


async def test_samples_are_decisions_of_the_game(tmp_path: Path) -> None:
    ready = await samples("korist", {}, tmp_path, 8)
    assert len(ready) > 64
    assert all(each.HasField("korist") and len(each.legal_actions) > 1 for each in ready)


@pytest.mark.slow
async def test_the_bare_stream_has_a_rate_for_each_size_of_batch(tmp_path: Path) -> None:
    ready = [Decision(decision=number, legal_actions=[1, 2]) for number in range(130)]
    async with bare_stream(ready, tmp_path) as stream:
        assert await stream.rate(64, 0.05) > 0
        assert await stream.rate(1, 0.05) > 0
        assert stream.cpu() > 0


@pytest.mark.slow
async def test_the_wire_has_two_ratios_a_game(tmp_path: Path) -> None:
    noted: list[int] = []
    found = await end_to_end(CONTESTS[0], tmp_path, LITTLE, lambda: noted.append(1))
    assert [each.name for each in found.ratios] == ["wire/fox", "wire/fox/single"]
    assert all(each.value > 0 for each in found.ratios)
    assert len(noted) == LITTLE.rounds


@pytest.mark.slow
async def test_the_parts_make_a_share(tmp_path: Path) -> None:
    [ratio] = (await parts("fox", tmp_path, LITTLE, lambda: None)).ratios
    assert ratio.value > 0
    assert Parts(rules=2, table=1, wire=6, record=1, database=2).share == 0.5


@pytest.mark.slow
def test_ratings_are_measured_for_two_and_five() -> None:
    found = ratings(LITTLE, lambda: None)
    assert [each.name for each in found.ratios] == ["ratings/two", "ratings/five"]
    names, results = season(20, 5, 50)
    assert len(results) == 50
    assert all(set(each.entrants) <= set(names) and len(each.places) == 5 for each in results)
    assert season(20, 5, 50) == (names, results)


def test_measurements_go_by_their_names() -> None:
    assert chosen([]) == list(MEASUREMENTS)
    assert chosen(["wire"]) == [name for name in MEASUREMENTS if name.startswith("wire/")]
    assert chosen(["ratings", "wire/fox"]) == ["wire/fox", "ratings"]
    with pytest.raises(KeyError):
        chosen(["nothing"])
