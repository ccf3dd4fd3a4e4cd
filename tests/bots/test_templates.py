"""The policies that a new bot begins with: legal in every variant, and better than random.

Other languages have to choose what Python does: their tests say so by `check_plays_as_in_python`.
"""

import sys
from pathlib import Path

import pytest

from referee.games.game import AnyGame
from referee.games.registry import GAMES, make_game
from referee.testing.variants import variants
from tests.bots import positions
from tests.bots.arena import Bot, duel, play, uniform
from tests.bots.positions import FOLDER, asked, choice, decisions, games
from tests.bots.rooms import command
from tests.bots.templates import check_plays_as_in_python
from tests.games.statistics import Mean, mean
from tournaments.resources.scaffold import scaffold

BOARDS = 50
SHARE = 0.65
"""The share of its opponents that a new bot beats at least; in a cooperative game, of the boards
on which its team is better. Equal results count half."""


def test_the_recorded_positions_are_up_to_date() -> None:
    wanted = positions.files()
    assert {path.name for path in FOLDER.iterdir()} == set(wanted)
    for name, data in wanted.items():
        made = "is not what python -m tests.bots.positions --write makes"
        assert (FOLDER / name).read_bytes() == data, f"{name} {made}"


def test_there_is_a_policy_for_each_of_our_games() -> None:
    ours = [game for game, made in GAMES.items() if made.__module__.startswith("referee.games.")]
    assert games() == ours


@pytest.mark.slow
@pytest.mark.parametrize("game", games())
def test_the_policies_choose_a_legal_action_in_every_variant(game: str) -> None:
    for options in variants(GAMES[game]):
        made = make_game(game, options.model_dump())
        for number, (decision, chosen) in enumerate(decisions(made, 1)):
            assert 0 <= chosen < len(decision.legal_actions), options
            if number == 300:
                break


@pytest.mark.slow
@pytest.mark.statistics
@pytest.mark.parametrize("game", games())
def test_the_policies_are_better_than_random(game: str) -> None:
    """In this process: a bot chooses as its policies do, which is tested below."""
    made = make_game(game, {})
    share = _team_share(made) if made.cooperative else duel(made, _bot(made), uniform, BOARDS).share
    assert share.value >= SHARE


def _team_share(game: AnyGame) -> Mean:
    """The share of boards on which a team of such bots has more points than one of random bots."""
    return mean([_better(game, board) for board in range(BOARDS)])


def _better(game: AnyGame, board: int) -> float:
    teams = ([bot] * game.seats for bot in (_bot(game), uniform))
    own, random = (play(game, board, team).outcome().points[0] for team in teams)
    return 0.5 if own == random else float(own > random)


def _bot(game: AnyGame) -> Bot:
    return lambda state, _: choice(asked(state, game), game)


@pytest.fixture(scope="module")
def bot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("python") / "ann"
    scaffold("python", folder)
    return folder


@pytest.mark.slow
async def test_the_bot_in_python_chooses_as_its_policies_do(tmp_path: Path, bot: Path) -> None:
    await check_plays_as_in_python(bot, tmp_path)


@pytest.mark.slow
def test_its_tests_pass_and_its_tools_find_nothing(bot: Path) -> None:
    python = Path(sys.executable)
    assert "Ran 1 test" in command(python, "-m", "unittest", folder=bot)
    command(python, "-m", "ruff", "check", "--no-cache", ".", folder=bot)
    command(python, "-m", "ruff", "format", "--no-cache", "--check", ".", folder=bot)
