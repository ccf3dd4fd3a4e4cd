"""One tournament of the random bots of all SDKs and of the bot without one, in all four games."""

import json
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.bots.random_bots import LANGUAGES, built
from tests.bots.rooms import ROOMS, faults, played, ready, said
from tests.bots.toolchains import TOOLS, needs
from tests.e2e.command import call

pytestmark = [pytest.mark.slow, pytest.mark.builds]

GAMES = """
name = "languages"
# Long enough that no warning is given of it.
seed = "languages of 20 letters"
boards = 1
# With a deal of its own for each match, a bot needs one process for each seat that it holds.
deals = "independent"

[[divisions]]
game = "fox"
format = "gauntlet"
hero = "stubs"
options = { target = 5 }

[[divisions]]
game = "the-game"
options = { players = 3 }

[[divisions]]
game = "nase-hra"
format = "gauntlet"
hero = "stubs"
options = { players = 2 }

[[divisions]]
game = "korist"
format = "gauntlet"
hero = "stubs"
options = { players = 2, limit = 60 }
"""


@pytest.mark.minutes(2)
def test_bots_with_every_sdk_and_without_one_play_all_games_without_faults(tmp_path: Path) -> None:
    for language, commands in TOOLS.items():
        needs(language, *commands)
    bots = {"stubs": ROOMS / "stubs"}
    file = tmp_path / "languages.toml"
    with ExitStack() as stack:
        for language in LANGUAGES:
            bot = stack.enter_context(built(language))
            bots[language] = ready(bot.folder, tmp_path / language)
        entrants = (f'[[entrants]]\nname = "{name}"\nbot = "{at}"\n' for name, at in bots.items())
        file.write_text(GAMES + "".join(entrants))
        records = played(tmp_path / "data", file, "--jobs", 1)
    assert faults(records) == [], said(tmp_path / "data")
    assert len(records) == 3 * 2 * (len(bots) - 1) + len(bots)
    measured = call("--data", tmp_path / "data", "records", file, "--measured").out.splitlines()
    named = [sdk for line in measured for sdk in json.loads(line)["measured"]["sdks"]]
    sdks = {sdk.split()[0] for sdk in named if sdk}
    assert sdks == {f"stych-{language}" for language in LANGUAGES}
