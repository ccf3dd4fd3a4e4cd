"""Bots that misbehave, as processes over gRPC: the fault has its name and nobody else is harmed."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from referee.conduct import Conduct, FaultKind, FaultStage
from tests.rpc.arena import EXAMPLES, IMPATIENT, PATIENT, enter, meeting, play, write_bot

pytestmark = pytest.mark.slow


@dataclass(frozen=True)
class Rogue:
    """What a bot does when it is started for the first time, and the fault that this is."""

    code: str
    kind: FaultKind
    stage: FaultStage
    text: str
    """A part of the fault's text."""
    evidence: str = ""
    """A part of the bot's last output, which is saved with the fault."""
    conduct: Conduct = PATIENT


SLOW_START = Conduct(start_ms=700)
FELL = """
def choose(observation, legal, random):
    raise RuntimeError("I fell")
run(choose, games=["fox"])
"""
ROGUES = {
    "sleeps": Rogue(
        "stream, decisions = seated(); time.sleep(600)",
        FaultKind.LATE,
        FaultStage.PLAY,
        "did not answer within 0.2 s, the match's bank, 0.1 s of grace and its strikes",
        conduct=IMPATIENT,
    ),
    "sleeps and ignores SIGTERM": Rogue(
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\nstream, _ = seated(); time.sleep(600)",
        FaultKind.LATE,
        FaultStage.PLAY,
        "did not answer within 0.2 s",
        conduct=IMPATIENT,
    ),
    "stops itself": Rogue(
        "stream, _ = seated(); os.kill(os.getpid(), signal.SIGSTOP)",
        FaultKind.LATE,
        FaultStage.PLAY,
        "did not answer within 0.2 s",
        conduct=IMPATIENT,
    ),
    "never connects": Rogue(
        "time.sleep(600)",
        FaultKind.LATE,
        FaultStage.START,
        "no hello within 0.7 s of its start",
        conduct=SLOW_START,
    ),
    "connects and says nothing": Rogue(
        "stream = Stream(); time.sleep(600)",
        FaultKind.LATE,
        FaultStage.START,
        "no hello within 0.7 s of its start",
        conduct=SLOW_START,
    ),
    "exits at once": Rogue(
        "sys.exit('no licence')",
        FaultKind.CRASHED,
        FaultStage.START,
        "the process exited with code 1 before it said hello",
        "no licence",
    ),
    "says hello and exits": Rogue(
        "stream = Stream(); stream.say(hello()); stream.hear(); os._exit(3)",
        FaultKind.CRASHED,
        FaultStage.PLAY,
        "the process exited with code 3",
    ),
    "dials in and exits": Rogue(
        "stream = Stream(); time.sleep(0.3); os._exit(4)",
        FaultKind.CRASHED,
        FaultStage.START,
        "the process exited with code 4 before it said hello",
    ),
    "hangs up without a word": Rogue(
        "stream = Stream(); time.sleep(0.3); stream.hang_up(); time.sleep(600)",
        FaultKind.DISCONNECTED,
        FaultStage.START,
        "the connection ended before a Hello",
    ),
    "crashes in choose": Rogue(
        FELL, FaultKind.CRASHED, FaultStage.PLAY, "the process exited with code 1", "I fell"
    ),
    "kills itself": Rogue(
        "seated(); os.kill(os.getpid(), signal.SIGSEGV)",
        FaultKind.CRASHED,
        FaultStage.PLAY,
        "the process was killed by SIGSEGV",
    ),
    "answers twice": Rogue(
        "stream, _ = seated()\n"
        "for _ in range(2): stream.say(answers((1, 0)))\n"
        "while True: stream.hear()",
        FaultKind.MALFORMED,
        FaultStage.PLAY,
        "sent a second answer to decision 1, which was answered before",
        "heard: sent a second answer to decision 1",
    ),
    "answers what was never asked": Rogue(
        "stream, _ = seated(); stream.say(answers((7, 0))); stream.hear()",
        FaultKind.MALFORMED,
        FaultStage.PLAY,
        "sent an answer to decision 7, which was never asked",
        "heard: sent an answer to decision 7",
    ),
    "answers nothing": Rogue(
        "stream, _ = seated(); stream.say(answers()); stream.hear()",
        FaultKind.MALFORMED,
        FaultStage.PLAY,
        "sent Answers without a single answer",
        "heard: sent Answers without",
    ),
    "says hello again": Rogue(
        "stream, _ = seated(); stream.say(hello()); stream.hear()",
        FaultKind.MALFORMED,
        FaultStage.PLAY,
        "sent a second Hello",
        "heard: sent a second Hello",
    ),
    "sends garbage": Rogue(
        "stream, _ = seated(); stream.say(b'\\xff' * 100); stream.hear()",
        FaultKind.MALFORMED,
        FaultStage.PLAY,
        "sent 100 bytes that are no PlayRequest",
        "heard: sent 100 bytes",
    ),
    "sends garbage first": Rogue(
        "stream = Stream(); stream.say(b'\\xff' * 100); stream.hear()",
        FaultKind.MALFORMED,
        FaultStage.START,
        "the first request was not a Hello",
        "heard: the first request was not a Hello",
    ),
    "sends far too much": Rogue(
        "stream, _ = seated(); stream.say(b'\\xff' * (1 << 21)); time.sleep(600)",
        FaultKind.DISCONNECTED,
        FaultStage.PLAY,
        "the connection ended",
    ),
    "disconnects": Rogue(
        "stream, _ = seated(); stream.hang_up(); time.sleep(600)",
        FaultKind.DISCONNECTED,
        FaultStage.PLAY,
        "the connection ended",
    ),
    "says goodbye": Rogue(
        "stream, _ = seated()\n"
        "stream.say(pb.PlayRequest(goodbye=pb.Goodbye(text='I have had enough')))\n"
        "time.sleep(600)",
        FaultKind.DISCONNECTED,
        FaultStage.PLAY,
        "the bot said goodbye",
    ),
    "speaks another version": Rogue(
        "stream = Stream(); stream.say(hello(protocol_version=2)); stream.hear()",
        FaultKind.INCOMPATIBLE,
        FaultStage.START,
        "the bot speaks protocol version 2, this referee",
        "heard: the bot speaks protocol version 2",
    ),
    "reads its goodbye slowly": Rogue(
        "stream = Stream(); stream.say(hello(games=['whist'])); time.sleep(0.3); stream.hear()",
        FaultKind.INCOMPATIBLE,
        FaultStage.START,
        "the bot does not play fox; the games in its Hello: whist",
        "heard: the bot does not play fox",
    ),
    "has a wrong token": Rogue(
        "stream = Stream('wrong'); stream.say(hello()); stream.hear()",
        FaultKind.CRASHED,
        FaultStage.START,
        "the process exited with code 1 before it said hello",
        "UNAUTHENTICATED",
    ),
}


@pytest.mark.parametrize("rogue", ROGUES.values(), ids=[name.replace(" ", "-") for name in ROGUES])
async def test_a_fault_costs_one_match_and_harms_nobody_else(rogue: Rogue, tmp_path: Path) -> None:
    body = "\n".join(f"    {line}" for line in rogue.code.strip().splitlines())
    folder = write_bot(tmp_path / "rogue", f"if START == 1:\n{body}\nplay_on()")
    bad = enter(folder, tmp_path / "logs", rogue.conduct)
    good = enter(EXAMPLES / "random", tmp_path / "logs")
    async with meeting(bad, good):
        result = await play([bad, good], board=1)
        [blamed] = result.faults
        assert (blamed.seat, blamed.fault.kind, blamed.fault.stage) == (0, rogue.kind, rogue.stage)
        assert rogue.text in blamed.fault.text
        assert rogue.evidence in blamed.fault.evidence.words
        assert result.outcome.places == (2, 1)
        # With the short times of the others an honest bot might be late as well.
        if rogue.conduct is PATIENT:
            again = await play([good, bad], board=2)
            assert again.faults == []
            assert (folder / "starts").read_text() == "xx"
    assert not (tmp_path / "logs" / "random" / "stdout.txt").exists()
