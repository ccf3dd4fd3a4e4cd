"""Language models in tournaments of real processes, at a stub endpoint."""

import json
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.conduct import FaultKind
from referee.record import Record
from tests.e2e import forked, spares
from tests.e2e.command import Done, finish, run, start
from tests.models.needs import needs_openai
from tests.models.stub import KEY, Answer, Call, Stub, choosing, failed, said, serving
from tests.seeds import SEED
from tournaments.storage.store import Store

pytestmark = [pytest.mark.slow, pytest.mark.unconfined, needs_openai]
AT_ONCE = 4
PRICES = "input_price = 0.1, output_price = 0.2"
GOOD = choosing()


@pytest.fixture(autouse=True, scope="module")
def _loaded() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(forked, "MORE", [*forked.MORE, spares.MODELS])
        yield


def write(folder: Path, stub: Stub, *models: str, boards: int = 2, more: str = "") -> Path:
    """A tournament of models, which are called by their names, and the sample bot thumb."""
    llm = f'base_url = "{stub.url}", key_env = "LLM_KEY", pause_s = 1, {PRICES}'
    entrants = "".join(
        f'[[entrants]]\nname = "{name}"\nllm = {{ model = "{name}", {llm} }}\n' for name in models
    )
    file = folder / "cup.toml"
    file.write_text(
        f'name = "cup"\ngame = "fox"\nseed = "{SEED}"\nboards = {boards}\n{more}\n'
        f"[options]\ntarget = 1\n[play]\nmatches_at_once = {AT_ONCE}\n"
        f'[[entrants]]\nbot = "sample/thumb"\n{entrants}'
    )
    return file


def stych(folder: Path, *arguments: object) -> Done:
    return run(*arguments, folder=folder, LLM_KEY=KEY)


def records(folder: Path, name: str = "cup") -> list[Record]:
    with Store(folder / "stych-data") as store:
        return list(store.records(name))


def tries(found: list[Record]) -> int:
    """How many answers are in the records."""
    seats = (seat for record in found for seat in record.measured.models.values())
    return sum(len(decision) for seat in seats for decision in seat)


def check_no_key(folder: Path) -> None:
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.name == "answers.db" for path in files)
    assert not [path for path in files if KEY.encode() in path.read_bytes()]


@pytest.mark.minutes(0.9)
def test_models_a_bot_and_a_null_pair_by_one_command(tmp_path: Path) -> None:
    """One of them writes prose or illegal moves now and then, and repeats the key."""

    def behave(call: Call) -> Answer:
        if call.model == "careless" and not call.attempts:
            bad = {0: "I play the first one.", 1: '{"move": "#99"}', 2: f"{KEY}?"}
            if answer := bad.get(len(call.prompt) % 6):
                return said(answer)
        return GOOD(call)

    with serving(behave) as stub:
        pair = 'null_pair = "able"'
        file = write(tmp_path, stub, "able", "careless", boards=1, more=pair)
        done = stych(tmp_path, "run", file)
        assert (done.code, done.err) == (0, "")
        assert "able: about" in done.out
        assert "language models, measured" in done.out
        assert "able-twin" in done.out
        assert KEY not in done.out
        found = records(tmp_path)
        assert len(found) == 2 * 6
        assert tries(found) == len(stub.calls)
        kinds = Counter(
            each.verdict
            for record in found
            for seat in record.measured.models.values()
            for decision in seat
            for each in decision
        )
        assert kinds.keys() == {"good", "unreadable", "illegal"}
        assert not any(record.faults for record in found)
        assert stych(tmp_path, "verify", file).code == 0
        measured = json.loads(stych(tmp_path, "table", file, "--format", "json", "--measured").out)
        careless = measured["measured"]["models"]["careless"]
        assert careless["answers"] > careless["decisions"] > careless["illegal_first"] > 0
        assert stych(tmp_path, "report", file).code == 0
        models = (tmp_path / "cup.html").read_text().partition('<section id="models">')[2]
        assert "<bdi>able-twin</bdi>" in models.partition("</section>")[0]
        check_no_key(tmp_path)
        # All is played: nobody is asked again, and nothing is estimated.
        calls = len(stub.calls)
        assert "about" not in stych(tmp_path, "run", file).out
        assert len(stub.calls) == calls


@pytest.mark.minutes(0.9)
def test_after_kill_9_no_kept_answer_is_asked_for_again(tmp_path: Path) -> None:
    with serving(GOOD) as stub:
        file = write(tmp_path, stub, "able", "other")
        for calls in (40, 150):
            process = start("run", file, folder=tmp_path, LLM_KEY=KEY)
            deadline = time.monotonic() + 300
            while len(stub.calls) < calls and process.poll() is None:
                assert time.monotonic() < deadline
                time.sleep(0.005)
            process.send_signal(signal.SIGKILL)
            finish(process)
        before = records(tmp_path)
        assert before
        assert stych(tmp_path, "run", file).code == 0
        found = records(tmp_path)
        assert len(found) == 12
        # What was on its way at a kill is asked again: at each, at most one answer a match.
        assert tries(found) <= len(stub.calls) <= tries(found) + 2 * AT_ONCE
        kept = {each.id: each for each in before}
        assert all(each == kept.get(each.id, each) for each in found)
        later = [each for each in found if each.id not in kept]
        assert any(
            answer.kept
            for record in later
            for seat in record.measured.models.values()
            for decision in seat
            for answer in decision
        )


def test_a_failing_endpoint_pauses_its_matches_alone(tmp_path: Path) -> None:
    """One model's key is refused, and another one is told to slow down: only matches of the first
    wait; all others of two divisions are played, and their tables are shown."""
    busy = iter(range(6))

    def behave(call: Call) -> Answer:
        if call.model == "refused":
            return failed(401, f"Incorrect API key provided: {KEY}")
        if next(busy, None) is not None:
            return failed(429, "slow down", **{"retry-after": "0"})
        return GOOD(call)

    with serving(behave) as stub:
        file = write(tmp_path, stub, "able", "refused", boards=1)
        with file.open("a") as more:
            more.write('[[divisions]]\nname = "one"\n[[divisions]]\nname = "two"\n')
        done = stych(tmp_path, "run", file)
        assert done.code == 1
        assert "cup.one: fox" in done.out
        assert "cup.two: fox" in done.out
        assert "refused: its endpoint answered with status 401: Incorrect API key" in done.err
        assert done.err.count("refused: its endpoint") == 1, "it is told once for both divisions"
        assert KEY not in done.out + done.err
        for name in ("cup.one", "cup.two"):
            found = records(tmp_path, name)
            assert [{seat.entrant for seat in record.seats} for record in found] == [
                {"able", "thumb"},
                {"able", "thumb"},
            ]
            assert not any(record.faults for record in found)
        check_no_key(tmp_path)
        stub.behave = GOOD
        assert stych(tmp_path, "run", file).code == 0
        assert [len(records(tmp_path, name)) for name in ("cup.one", "cup.two")] == [6, 6]


def test_no_choice_forfeits_and_withdraws(tmp_path: Path) -> None:
    with serving(lambda _: said("I would rather not say.")) as stub:
        file = write(tmp_path, stub, "mute", boards=4, more="conduct.faults_in_a_row = 3")
        done = stych(tmp_path, "run", file)
        assert done.code == 3
        assert "chose no legal action in 4 answers: 4 unreadable" in done.out
        kinds = Counter(fault.fault.kind for each in records(tmp_path) for fault in each.faults)
        assert kinds[FaultKind.ILLEGAL] >= 3
        assert kinds[FaultKind.WITHDRAWN] >= 1
        assert len(stub.calls) <= 4 * (3 + AT_ONCE)


def test_budgets_end_a_run_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    with serving(GOOD) as stub:
        file = write(tmp_path, stub, "able", boards=2, more="budget.tokens = 9000")
        done = stych(tmp_path, "run", file)
        assert done.code == 1
        assert "the budget of the tournament is used up ([budget] tokens)" in done.err
        calls = len(stub.calls)
        assert 17 <= calls <= 17 + AT_ONCE  # an answer takes 540 tokens
        file.write_text(file.read_text().replace("9000", "900_000"))
        assert stych(tmp_path, "run", file).code == 0
        assert len(stub.calls) == tries(records(tmp_path)), "what was paid for was used"


def test_above_a_dollar_a_limit_is_required(tmp_path: Path) -> None:
    with serving(GOOD) as stub:
        file = write(tmp_path, stub, "able", boards=1000)
        done = stych(tmp_path, "run", file)
        assert done.code == 2
        assert "dollars by the estimate, and more than 1 needs a limit: write [budget]" in done.err
        assert not stub.calls
        assert not (tmp_path / "stych-data" / "answers.db").exists()


def test_without_its_key_nothing_begins(tmp_path: Path) -> None:
    with serving(GOOD) as stub:
        file = write(tmp_path, stub, "able")
        done = run("run", file, folder=tmp_path)
        assert done.code == 2
        assert done.err == (
            "stych: the key of able is to be in the environment variable LLM_KEY, which is not"
            " set\n"
        )
        assert not stub.calls


def test_a_resolved_ranking_saves_calls(tmp_path: Path) -> None:
    """A model without a usable answer is clearly weaker than a bot: not all boards are played."""

    def behave(call: Call) -> Answer:
        return said('{"move": "no"}') if call.model == "weak" else GOOD(call)

    with serving(behave) as stub:
        more = "stop.resolved = 0.8\nconduct.faults_in_a_row = 100"
        file = write(tmp_path, stub, "weak", boards=60, more=more)
        done = stych(tmp_path, "run", file)
        assert done.code == 0, done.err
        assert 0 < len(records(tmp_path)) < 120


def test_a_quick_series_has_the_budget_of_the_file_each_time(tmp_path: Path) -> None:
    with serving(GOOD) as stub:
        file = write(tmp_path, stub, "able", more="budget.tokens = 9000")
        line = ("play", "fox", f"{file}:able", "sample/thumb", "--option", "target=1")
        for _ in range(2):
            before = len(stub.calls)
            done = stych(tmp_path, *line, "--boards", 2)
            assert done.code == 1
            assert "the budget of the tournament is used up ([budget] tokens)" in done.err
            assert "the same command begins a new series" in done.err
            assert "play: fox, target 1" in done.out
            assert 17 <= len(stub.calls) - before <= 17 + 8
