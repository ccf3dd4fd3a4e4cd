"""Seeds: drawn where none is given, kept with the definition, and warned of where they are weak."""

import json
import re
import shlex
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from tests.e2e.command import BOTS, Done, call
from tests.root import ROOT
from tests.seeds import SEED
from tests.tournaments.cups import play_cup, write_cup
from tests.tournaments.scripted import Script
from tournaments.commands.seeds import IN_COMMAND, IN_FILE, tell_seed, warn_of_seeds
from tournaments.config import competition, defining
from tournaments.config.stored import stored
from tournaments.core.seeds import draw_seed, is_weak
from tournaments.run.organiser import Organiser
from tournaments.storage.address import DATABASE
from tournaments.storage.store import Store

EXAMPLES = sorted((ROOT / "tournaments" / "examples").glob("*.toml"))
PAIR = (BOTS / "random", BOTS / "first")
WEAK = (
    "stych: the seed of {} can be found by trying, and with it all cards: it has fewer than 20"
    " characters, or fewer than 8 different ones; {}\n"
)
TOO_LATE = "it was begun with it; a tournament without the key seed has one drawn for it"


def seed_of(data: Path, name: str = "cup") -> str:
    """As the data folder has it."""
    with Store(data) as store:
        return str(stored(store, name).values["seed"])


def opened(file: Path, data: Path) -> list[Organiser]:
    """The organisers of the file's tournaments; nothing is played."""
    with Store(data) as store:
        return [Organiser(store, each, file.parent) for each in competition.read(file).tournaments]


@pytest.mark.parametrize(
    ("seed", "weak"),
    [
        ("cup2026", True),
        ("0123456789abcdefghi", True),
        ("0123456789abcdefghij", False),
        ("abcdefgabcdefgabcdefgabcdefg", True),
        ("abcdefghabcdefghabcdefgh", False),
        pytest.param(draw_seed(), False, id="drawn"),
    ],
)
def test_which_seeds_can_be_found_by_trying(seed: str, weak: bool) -> None:
    assert is_weak(seed) is weak


def test_a_seed_that_is_drawn_has_128_bits() -> None:
    seeds = {draw_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(re.fullmatch("[0-9a-f]{32}", seed) for seed in seeds)


def test_a_file_without_a_seed_gets_one_that_stays(tmp_path: Path) -> None:
    """Kept when play begins; whoever opens the tournament later finds it there."""
    file, data = write_cup(tmp_path, ("ann", "bob"), seed=""), tmp_path / "data"
    (one,), (other,) = opened(file, data), opened(file, data)
    assert len({one.seed, other.seed}) == 2
    plan = play_cup(file, data, matches=3)
    assert plan.seed == seed_of(data)
    (again,) = opened(file, data)
    assert (again.seed, again.was_begun, len(again.missing)) == (plan.seed, True, 1)
    assert play_cup(file, data).seed == plan.seed
    assert call("--data", data, "verify", file).code == 0
    assert json.loads(call("--data", data, "table", file, "--format", "json").out)["seed"] == (
        plan.seed
    )


def test_the_report_tells_a_drawn_seed_when_all_is_played(tmp_path: Path) -> None:
    file, data, page = write_cup(tmp_path, seed=""), tmp_path / "data", tmp_path / "cup.html"
    play_cup(file, data, matches=2)
    arguments = ("--data", data, "report", file, "--out", page, "--replays", 0)
    assert call(*arguments).code == 0
    assert seed_of(data) not in page.read_text()
    play_cup(file, data)
    assert call(*arguments).code == 0
    assert seed_of(data) in page.read_text()


def test_a_drawn_seed_moves_with_its_tournament(tmp_path: Path) -> None:
    file, data, there = write_cup(tmp_path, seed=""), tmp_path / "data", tmp_path / "there"
    play_cup(file, data, matches=2)
    archive = tmp_path / "cup.stych"
    assert call("--data", data, "export", file, "--to", archive).code == 0
    assert call("--data", there, "import", archive).code == 0
    (goes_on,) = opened(file, there)
    assert goes_on.seed == seed_of(data)
    assert call("--data", there, "verify", file).code == 0


def test_a_seed_that_comes_into_the_file_later_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "data"
    play_cup(write_cup(tmp_path, seed=""), data, matches=2)
    before = seed_of(data)
    done = call("--data", data, "run", write_cup(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "stych: cup was begun with another definition: the seed changed."
        " Give the tournament another name, or undo the change\n"
    )
    same = write_cup(tmp_path, seed=f'"{before}"')
    assert [each.was_begun for each in opened(same, data)] == [True]


def test_a_seed_may_leave_the_file_of_a_tournament_that_was_begun(tmp_path: Path) -> None:
    data = tmp_path / "data"
    play_cup(write_cup(tmp_path), data, matches=2)
    (goes_on,) = opened(write_cup(tmp_path, seed=""), data)
    assert goes_on.seed == SEED


@pytest.mark.parametrize("character", ["\n", "\t", "\x1b", "\x7f", "\u2028", "\u202e"])
def test_what_is_begun_has_no_seed_that_cannot_be_printed(tmp_path: Path, character: str) -> None:
    seed = f"a{character}b-0123456789abcdefghij"
    said = (
        "must be made of characters that are printed, without line breaks;"
        f" received {character!r} as number 2\n"
    )
    data = tmp_path / "data"
    for of, line in (
        ("cup", ("run", write_cup(tmp_path, seed=json.dumps(seed)))),
        ("play", ("play", "fox", *PAIR, "--seed", seed)),
        ("duel", ("duel", "fox", *PAIR, "--seed", seed)),
        ("this series", ("join", "fox", PAIR[0], "--seed", seed)),
    ):
        done = call("--data", data, *line)
        assert (done.code, done.out, done.err) == (2, "", f"stych: the seed of {of} {said}")


def test_what_was_begun_with_a_seed_that_cannot_be_printed_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, data = write_cup(tmp_path, seed='"a\\u001bb"'), tmp_path / "data"
    with monkeypatch.context() as before:
        before.setattr(defining, "check_new_seed", lambda *_: None)
        play_cup(file, data, matches=2)
    (goes_on,) = opened(file, data)
    assert (goes_on.was_begun, goes_on.seed) == (True, "a\x1bb")
    play_cup(file, data)
    assert call("--data", data, "verify", file).code == 0


@pytest.mark.parametrize(
    "seed", ["x y", "it's $HOME", "`id`", "*", "č-ž", "-x", "08c46dc3075e58f5"]
)
def test_a_seed_that_is_told_can_be_pasted(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    tell_seed(seed)
    assert shlex.split(capsys.readouterr().out)[-2:] == ["--seed", seed]


def test_an_old_seed_that_cannot_be_printed_is_not_told_wrong(
    capsys: pytest.CaptureFixture[str],
) -> None:
    tell_seed("a\x1bb")
    said = "The same cards again: with the same seed, which cannot be printed.\n"
    assert capsys.readouterr().out == said


def test_every_division_gets_a_seed_of_its_own(tmp_path: Path) -> None:
    """The file of the examples has two, and no seed."""
    one, other = opened(ROOT / "tournaments" / "examples" / "divisions.toml", tmp_path)
    assert one.seed != other.seed


def test_a_weak_seed_is_warned_of_in_one_line_until_all_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    weak = write_cup(tmp_path, seed='"cup2026"')
    for found, remedy in ((opened(weak, data) * 2, IN_FILE), (opened(weak, data), IN_COMMAND)):
        warn_of_seeds(found, remedy)
        assert capsys.readouterr().err == WEAK.format("cup", remedy)
    play_cup(weak, data, matches=2)
    warn_of_seeds(opened(weak, data), IN_FILE)
    assert capsys.readouterr().err == WEAK.format("cup", TOO_LATE)
    play_cup(weak, data)
    warn_of_seeds(opened(weak, data), IN_FILE)
    assert capsys.readouterr().err == ""


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_bring_no_warning(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    warn_of_seeds(opened(path, tmp_path), IN_FILE)
    assert capsys.readouterr().err == ""


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are threads: nothing here is about processes."""
    Script().install(monkeypatch)


@pytest.mark.slow
@pytest.mark.usefixtures("workers")
def test_run_warns_of_a_weak_seed_and_draws_one_where_there_is_none(tmp_path: Path) -> None:
    top = 'name = "{}"\ngame = "fox"\n{}boards = 1\noptions.target = 1\n'
    bots = "".join(f'[[entrants]]\nbot = "{bot}"\n' for bot in PAIR)
    for name, line, said in (
        ("weak", 'seed = "cup2026"\n', WEAK.format("weak", IN_FILE)),
        ("free", "", ""),
    ):
        file = tmp_path / f"{name}.toml"
        file.write_text(top.format(name, line) + bots)
        done = call("--data", tmp_path / "data", "run", file)
        assert (done.code, done.err) == (0, said)
        seed = seed_of(tmp_path / "data", name)
        assert seed == "cup2026" if line else re.fullmatch("[0-9a-f]{32}", seed)
        assert seed not in done.out


def told(out: str) -> str:
    """The seed in the last line."""
    return out.splitlines()[-1].removeprefix("The same cards again: --seed ")


@pytest.mark.slow
@pytest.mark.usefixtures("workers")
def test_play_draws_a_seed_tells_it_and_takes_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    line = ("--data", data, "play", "fox", *PAIR, "--boards", 1, "--option", "target=1")
    one, other = (call(*line) for _ in range(2))
    assert (one.code, other.code, one.err) == (0, 0, "")
    assert len({told(one.out), told(other.out)}) == 2
    assert seed_of(data, "play") == told(other.out)
    again = call(*line, "--seed", told(one.out))
    assert (again.code, again.err, told(again.out)) == (0, "", told(one.out))
    weak = call(*line, "--seed", "cup2026")
    assert (weak.code, weak.err) == (0, WEAK.format("play", IN_COMMAND))


def duel(data: Path, *more: object) -> Done:
    """Still undecided after two or three boards: a few blocks are too little evidence."""
    return call("--data", data, "duel", "fox", *PAIR, "--option", "target=1", *more)


@pytest.mark.slow
@pytest.mark.usefixtures("workers")
def test_a_duel_that_is_over_begins_anew_with_another_seed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    one, other = (duel(data, "--boards", 2) for _ in range(2))
    assert (one.code, other.code, one.err) == (0, 0, "")
    assert len({told(one.out), told(other.out)}) == 2
    assert seed_of(data, "duel") == told(other.out)
    more = duel(data, "--boards", 3)
    assert told(more.out) == told(other.out), "with more boards it was not over"


def journal(data: Path) -> list[str]:
    with closing(connect(data / DATABASE)) as database:
        query = "SELECT entry FROM journal WHERE tournament = 'duel' ORDER BY number"
        return [entry for (entry,) in database.execute(query)]


def drop_a_match(data: Path) -> list[str]:
    """As if the duel had been stopped before its last match; returns the journal that is left."""
    with closing(connect(data / DATABASE)) as database, database:
        query = "SELECT max(number), entry FROM journal WHERE tournament = 'duel'"
        number, entry = database.execute(query).fetchone()
        database.execute("DELETE FROM journal WHERE number = ?", [number])
        database.execute("DELETE FROM matches WHERE id = ?", [json.loads(entry)[1]])
    return journal(data)


@pytest.mark.slow
@pytest.mark.usefixtures("workers")
def test_a_duel_that_was_stopped_goes_on_with_its_seed(tmp_path: Path) -> None:
    """Another one, with other arguments or another seed, begins anew."""
    data = tmp_path / "data"
    over = told(duel(data, "--boards", 2).out)
    left = drop_a_match(data)
    goes_on = duel(data, "--boards", 2)
    assert (goes_on.code, told(goes_on.out)) == (0, over)
    assert journal(data)[:-1] == left, "those that were played before are not played again"
    drop_a_match(data)
    explicit = duel(data, "--boards", 2, "--seed", SEED)
    assert (told(explicit.out), seed_of(data, "duel")) == (SEED, SEED)
    played = journal(data)
    assert left[-1] not in played, "all of it was played anew"
    shown = duel(data, "--boards", 2, "--seed", SEED)
    assert (told(shown.out), journal(data)) == (SEED, played)
    drop_a_match(data)
    longer = duel(data, "--boards", 2, "--option", "target=2")
    assert re.fullmatch("[0-9a-f]{32}", told(longer.out))
