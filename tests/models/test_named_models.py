"""Language models on a command line: FILE.toml:NAME, with what the file says of them."""

from pathlib import Path

import pytest

from referee.errors import UserError
from referee.models.settings import Budget
from tests.e2e.command import call
from tournaments.config import quick

ENTRANT = """[[entrants]]
name = "{name}"
llm = {{ model = "{name}", base_url = "http://127.0.0.1:1/v1" }}
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return write(tmp_path / "models.toml", "gpt", "claude")


def write(path: Path, *names: str, budget: str = "cost = 2.5") -> Path:
    entrants = "".join(ENTRANT.format(name=name) for name in names)
    path.write_text(
        f'name = "cup"\ngame = "korist"\nboards = 9\nbudget.{budget}\n'
        f'[[entrants]]\nbot = "sample/random"\n{entrants}'
    )
    return path


@pytest.mark.usefixtures("file")
def test_a_series_has_the_settings_and_the_budget_of_the_file() -> None:
    named = ["models.toml:gpt", "sample/thumb", "models.toml:gpt", "./models.toml:claude"]
    found = quick.series("fox", named, boards=1, seed=None, options=[])
    assert [each.name for each in found.entrants] == ["gpt", "thumb", "gpt-2", "claude"]
    assert [each.llm and each.llm.model for each in found.entrants] == [
        *("gpt", None, "gpt", "claude")
    ]
    assert found.budget == Budget(cost=2.5)
    assert (found.game, found.boards) == ("fox", 1)


@pytest.mark.usefixtures("file")
def test_a_duel_of_two_models() -> None:
    old, new = "models.toml:gpt", "models.toml:claude"
    found = quick.duel("fox", old, new, boards=5, seed=None, options=[], better_by=0.02, error=0.05)
    assert (found.hero, found.budget) == ("claude", Budget(cost=2.5))


def test_models_of_two_files_have_one_budget(file: Path) -> None:
    write(file.with_name("alike.toml"), "one")
    write(file.with_name("unlike.toml"), "two", budget="tokens = 5")
    both = ["models.toml:gpt", "alike.toml:one"]
    assert quick.series("fox", both, boards=1, seed=None, options=[]).budget == Budget(cost=2.5)
    with pytest.raises(UserError, match=r"the same in models\.toml and alike\.toml and unlike"):
        quick.series("fox", [*both, "unlike.toml:two"], boards=1, seed=None, options=[])


def test_models_of_two_divisions_have_one_budget(file: Path) -> None:
    divisions = "".join(
        f'[[divisions]]\nname = "{name}"\nbudget.cost = {cost}\n'
        f'[[divisions.entrants]]\nbot = "sample/random"\n'
        f'[[divisions.entrants]]\nname = "{name}"\n'
        f'llm = {{ model = "m", base_url = "http://127.0.0.1:1/v1" }}\n'
        for name, cost in (("gpt", 1.0), ("claude", 2.0))
    )
    file.write_text(f'name = "cup"\ngame = "fox"\nboards = 1\n{divisions}')
    one, other = "models.toml:gpt", "models.toml:claude"
    found = quick.series("fox", [one, "sample/thumb"], boards=1, seed=None, options=[])
    assert found.budget == Budget(cost=1.0)
    with pytest.raises(UserError, match=r"\[budget\] must be the same in models\.toml$"):
        quick.series("fox", [one, other], boards=1, seed=None, options=[])


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "play fox models.toml:gtp sample/thumb",
            "models.toml has no language model 'gtp'; it has gpt, claude; did you mean gpt?",
        ),
        ("play fox models.toml: sample/thumb", "no language model ''; it has gpt, claude"),
        ("duel fox sample/thumb none.toml:gpt", "there is no tournament file none.toml"),
        ("join fox models.toml:gpt", "this command takes only bots; received models.toml:gpt"),
        ("new tournament x.toml --game fox --bot models.toml:gpt", "this command takes only bots"),
        ("play fox models.toml sample/thumb", "bot.toml"),
    ],
)
def test_what_names_no_model_or_is_not_taken_is_told_in_a_sentence(line: str, words: str) -> None:
    done = call(*line.split())
    assert words in done.err
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
