"""Starting a local bot: what may go wrong before it has said hello, and whose fault that is."""

import asyncio
import errno
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from referee import conduct
from referee.conduct import Conduct, FaultKind
from referee.evidence import Cause
from referee.player import Choice
from referee.rpc.local_bot import LocalBot
from referee.sandbox.starting import NotStarted
from referee.sandbox.tree import Usage
from referee.sandbox.visible import ProgramError
from tests.rpc.scripted_session import answers
from tests.rpc.stage import HELLO, Stage, ask, sit, staged
from tests.rpc.timeless import timeless


async def plays(stage: Stage, bot: LocalBot, process: int) -> bool:
    """Whether a match is answered by process number `process`, from 1, which dials in here."""
    asked = ask(sit(bot))
    stream = (await stage.started(process)).connect()
    await stream.decisions()
    stream.say(answers(1))
    return await asked == Choice(0, 0.0)


@timeless
async def test_a_start_that_fails_costs_all_matches_that_waited_for_it(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            ready = [asyncio.create_task(sit(bot).ready()) for _ in range(3)]
            (await stage.started(1)).exit("exited with code 2")
            faults = await asyncio.gather(*ready)
            assert {fault.text for fault in faults if fault} == {
                "the process exited with code 2 before it said hello"
            }
            assert [fault.stage for fault in faults if fault] == [conduct.FaultStage.START] * 3
            assert len(stage.processes) == 1


@timeless
async def test_a_crash_after_dialling_in_is_a_crash(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            ready = asyncio.create_task(sit(bot).ready())
            process = await stage.started(1)
            process.connect(hello=False).hang_up()
            await asyncio.sleep(0.5)
            process.exit("exited with code 4")
            fault = await ready
            assert fault is not None
            assert (fault.kind, fault.stage) == (FaultKind.CRASHED, conduct.FaultStage.START)
            assert fault.text == "the process exited with code 4 before it said hello"


@timeless
async def test_no_hello_in_time(tmp_path: Path) -> None:
    with staged(tmp_path, Conduct(start_ms=1500)) as (stage, bot):
        async with bot:
            fault = await sit(bot).ready()
            assert fault is not None
            assert (fault.kind, fault.stage) == (FaultKind.LATE, conduct.FaultStage.START)
            assert fault.text == "no hello within 1.5 s of its start"
            assert stage.processes[0].killed


@timeless
@pytest.mark.parametrize(("cpu", "cause"), [(0.7, Cause.MACHINE), (3.0, Cause.BOT)])
async def test_who_is_to_blame_for_a_late_hello_depends_on_the_processor_time_used(
    cpu: float, cause: Cause, tmp_path: Path
) -> None:
    """A bot with many threads is to blame itself when these wait for one another."""
    with staged(tmp_path, Conduct(start_ms=1500)) as (stage, bot):
        async with bot:
            ready = asyncio.create_task(sit(bot).ready())
            process = await stage.started(1)
            process.waited, process.used = 1.4, Usage(cpu_seconds=cpu)
            fault = await ready
            assert fault is not None
            assert (fault.kind, fault.cause) == (FaultKind.LATE, cause)


@timeless
async def test_a_hello_that_comes_too_late_starts_nothing(tmp_path: Path) -> None:
    with staged(tmp_path, Conduct(start_ms=1500)) as (stage, bot):
        async with bot:
            late = asyncio.create_task(sit(bot).ready())
            process = await stage.started(1)
            stream = process.connect(hello=False)
            process.dying = lambda: stream.say(HELLO)
            fault = await late
            assert fault is not None
            assert fault.kind is FaultKind.LATE
            assert await plays(stage, bot, process=2)


@timeless
async def test_a_stream_of_an_earlier_start_cannot_speak_for_a_later_one(tmp_path: Path) -> None:
    with staged(tmp_path, Conduct(start_ms=1500)) as (stage, bot):
        async with bot:
            late = asyncio.create_task(sit(bot).ready())
            process = await stage.started(1)
            orphan = process.connect(hello=False)
            process.streams.clear()  # as if a child that is not found held the stream and lived on
            assert await late is not None
            asked = ask(sit(bot))
            process = await stage.started(2)
            orphan.say(b"\xff")
            await asyncio.sleep(0.1)
            stream = process.connect()
            await stream.decisions()
            stream.say(answers(1))
            assert await asked == Choice(0, 0.0)


@timeless
async def test_a_program_error_at_the_start_is_the_bots_fault(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            stage.problem = ProgramError(2, "No such file or directory")
            fault = await sit(bot).ready()
            assert fault is not None
            assert (fault.kind, fault.stage) == (FaultKind.CRASHED, conduct.FaultStage.START)
            assert fault.cause is Cause.BOT
            assert fault.text == "its command 'act' cannot be started: No such file or directory"


@pytest.mark.parametrize(
    ("step", "command", "cause"),
    [
        ("supervisor", "./act", Cause.MACHINE),
        ("sandbox", "./act", Cause.MACHINE),
        ("program", "act", Cause.MACHINE),
        ("program", "./act", Cause.BOT),
    ],
)
@timeless
async def test_a_program_that_never_ran_is_the_bots_fault_only_if_the_bot_brought_it(
    tmp_path: Path, step: Literal["supervisor", "sandbox", "program"], command: str, cause: Cause
) -> None:
    with staged(tmp_path) as (stage, bot):
        manifest = bot.entry.manifest.model_copy(update={"command": (command,)})
        bot.entry = replace(bot.entry, manifest=manifest)
        async with bot:
            ready = asyncio.create_task(sit(bot).ready())
            process = await stage.started(1)
            process.never_ran = NotStarted(step, "no such thing", errno.ENOENT)
            process.exit("exited with code 127")
            fault = await ready
            assert fault is not None
            assert fault.cause is cause
            assert fault.text == f"its command {command!r} cannot be started: no such thing"


@timeless
async def test_what_bubblewrap_said_is_told_where_it_did_not_run_the_program(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            ready = asyncio.create_task(sit(bot).ready())
            process = await stage.started(1)
            process.never_ran = NotStarted("sandbox", "there is no view")
            process.output[1].keep(b"bwrap: Creating new namespace failed: it was short\n")
            process.exit("exited with code 1")
            fault = await ready
            assert fault is not None
            said = ": there is no view: bwrap: Creating new namespace failed: it was short"
            assert fault.text.endswith(said)


@timeless
async def test_too_little_memory_to_start_the_bots_own_program_is_no_fault_of_the_bots(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as (stage, bot):
        manifest = bot.entry.manifest.model_copy(update={"command": ("./act",)})
        bot.entry = replace(bot.entry, manifest=manifest)
        async with bot:
            ready = asyncio.create_task(sit(bot).ready())
            process = await stage.started(1)
            process.never_ran = NotStarted("program", "Cannot allocate memory", errno.ENOMEM)
            process.exit("exited with code 126")
            fault = await ready
            assert fault is not None
            assert fault.cause is Cause.MACHINE


@timeless
async def test_a_bot_that_is_started_before_it_is_needed_runs_on(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            starting = asyncio.create_task(bot.ensure_started())
            stream = (await stage.started(1)).connect()
            assert await starting is None
            asked = ask(sit(bot))
            await stream.decisions()
            stream.say(answers(1))
            assert await asked == Choice(0, 0.0)
            assert len(stage.processes) == 1


@timeless
async def test_a_fault_at_the_first_start_is_paid_by_the_next_match_alone(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            starting = asyncio.create_task(bot.ensure_started())
            (await stage.started(1)).exit("exited with code 2")
            assert await starting is None
            fault = await sit(bot).ready()
            assert fault is not None
            assert fault.text == "the process exited with code 2 before it said hello"
            assert len(stage.processes) == 1
            assert await plays(stage, bot, process=2)


@timeless
async def test_what_the_machine_failed_at_is_told_by_the_first_start_and_charged_to_nobody(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            stage.problem = FileNotFoundError(2, "No such file or directory")
            fault = await bot.ensure_started()
            assert fault is not None
            assert fault.cause is Cause.MACHINE
            stage.problem = None
            assert await plays(stage, bot, process=1)


@pytest.mark.parametrize(
    "number", [errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.ENOENT, errno.EACCES]
)
@timeless
async def test_a_machine_that_can_start_nothing_is_no_fault_of_the_bots(
    tmp_path: Path, number: int
) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            stage.problem = OSError(number, "nothing left")
            ready = [asyncio.create_task(sit(bot).ready()) for _ in range(2)]
            for fault in await asyncio.gather(*ready):
                assert fault is not None
                assert fault.cause is Cause.MACHINE
                assert fault.text == "its command 'act' cannot be started: nothing left"
            stage.problem = None
            assert await plays(stage, bot, process=1)


@timeless
async def test_a_match_that_gives_up_during_the_start_harms_no_other(tmp_path: Path) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            one, other = ask(sit(bot)), ask(sit(bot))
            process = await stage.started(1)
            one.cancel()
            stream = process.connect()
            assert len(await stream.decisions()) == 1
            stream.say(answers(1))
            assert await other == Choice(0, 0.0)


@timeless
async def test_a_bot_that_is_gone_before_its_start_was_complete_leaves_no_process(
    tmp_path: Path,
) -> None:
    with staged(tmp_path) as (stage, bot):
        async with bot:
            ready = asyncio.create_task(sit(bot).ready())
            await asyncio.sleep(0.001)
            [process] = stage.processes
            process.connect().hang_up()
            assert await ready is None
            fault = await sit(bot).ready()
            assert fault is not None
            assert fault.kind is FaultKind.DISCONNECTED
            assert not process.running
