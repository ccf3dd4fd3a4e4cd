"""Every command, and how it is tried with the game `high card`, which is none of ours."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.cluster.running import running as cluster
from tests.e2e.command import Done, finish, write_bot
from tests.e2e.hosting import host_and_bots
from tests.foreign.console import Console
from tests.joining.terminal import at_random, join
from tests.seeds import SEED
from tests.web.running import read, running

READS_LINES = """
import json, sys

for line in sys.stdin:
    asked = json.loads(line)
    assert asked["game"] == "highcard" and asked["options"]["cards"] == 2, asked
    print(asked["legal"][-1], flush=True)
"""
GAME = ("highcard", "--option", "cards=2")


@dataclass(frozen=True)
class Place:
    """A folder with two bots and a tournament of theirs, and where commands are called."""

    folder: Path
    console: Console

    @property
    def bots(self) -> list[Path]:
        return [self.folder / name for name in ("ann", "bob")]

    @property
    def cup(self) -> Path:
        return self.folder / "cup.toml"

    def well(self, *line: object) -> Done:
        """Call a command on the data of the folder; its exit code has to be 0."""
        done = self.call("--data", self.folder / "data", *line)
        assert done.code == 0, (line, done.err)
        return done

    def call(self, *line: object) -> Done:
        """Call a command in the folder, to its end."""
        return self.console.call(*line, folder=self.folder)

    def match(self) -> str:
        """The id of the first recorded match."""
        return str(json.loads(self.well("records", self.cup).out.splitlines()[0])["id"])


def plays(place: Place) -> None:
    assert "highcard, cards 2" in place.well("play", *GAME, *place.bots, "--boards", 2).out
    lines = {"games": '["highcard"]', "protocol": '"lines"'}
    bot = write_bot(place.folder / "eve", READS_LINES, **lines)
    place.well("play", *GAME, place.bots[0], bot, "--boards", 2)
    assert "No faults" in place.well("faults", "play").out


def joins(place: Place) -> None:
    with join(*GAME, place.bots[0], "--seed", SEED, folder=place.folder) as screen:
        end = screen.play(at_random("x"))
        assert screen.code() == 0, screen.text
    assert "hand" in screen.text
    assert "ann plays c" in screen.text
    assert "match 1 is over" in end


def duels(place: Place) -> None:
    line = ("--boards", 4, "--better-by", 0.2, "--error", 0.2)
    assert "ann" in place.well("duel", *GAME, *place.bots, *line).out


def is_listed(place: Place) -> None:
    assert "High card" in place.well("games").out
    assert "cards in each hand" in place.well("games", "highcard").out


def is_explained(place: Place) -> None:
    assert "**HC-1**" in place.well("rules", "highcard").out


def plays_itself(place: Place) -> None:
    assert "points of a player" in place.well("selfplay", "highcard", "--games", 20).out


def is_replayed(place: Place) -> None:
    whole = place.well("replay", place.match()).out
    assert "hand 0" in whole
    assert "deck" in whole
    assert "(1): c" in whole
    seen = place.well("replay", place.match(), "--seat", 0).out
    assert "deck" not in seen
    assert "(1): c" not in seen


def is_shown(place: Place) -> None:
    for how in ((), ("--json",)):
        assert "plays c" in place.well("record", "show", place.match(), *how).out


def is_asked_again(place: Place) -> None:
    line = ("ask", place.bots[0], place.match())
    assert ", 0 differ." in place.well(*line, "--all").out
    assert "hand" in place.well(*line, "--decision", 0).out


def is_compared(place: Place) -> None:
    match = place.match()
    assert "The same to the end" in place.well("diverge", match, match).out


def is_in_a_league(place: Place) -> None:
    file = place.folder / "league.toml"
    file.write_text('name = "year"\n[[tournaments]]\nname = "cup"\n')
    assert "By rating" in place.well("league", file).out


def meets(place: Place) -> None:
    assert "highcard, cards 6, players 2" in place.well("versus", "ann", "bob").out


def is_checked(place: Place) -> None:
    assert "0 failed" in place.well("check", place.bots[0], "--quick").out


def is_submitted(place: Place) -> None:
    assert "Stored as ann@1: highcard" in place.well("submit", place.bots[0]).out
    assert "ann@1" in place.well("bots").out


def is_hosted(place: Place) -> None:
    file = place.folder / "hosted.toml"
    text = place.cup.read_text().replace('"cup"', '"hosted"')
    file.write_text(f'{text}[[entrants]]\nremote = true\nname = "cyd"\n')
    with host_and_bots(place.folder, file) as there:
        host = there.host()
        there.bot("cyd", place.bots[0])
        done = finish(host)
        assert done.code == 0, done.err
    assert "cyd" in done.out


def is_reported(place: Place) -> None:
    place.well("report", place.cup, "--out", place.folder / "page.html")
    page = (place.folder / "page.html").read_text()
    assert "High card" in page
    assert "seat 0 plays c" in page


def is_shown_in_the_browser(place: Place) -> None:
    line = ("--data", place.folder / "data", "web", place.cup, "--port", 0)
    with running(*line, folder=place.folder) as (_, address):
        assert "High card" in read(address + "t/cup")
        match = read(f"{address}m/{place.match()}?step=1")
        assert "plays c" in match
        assert "HC-1" in read(address + "rules/highcard")


def is_exported_and_imported(place: Place) -> None:
    place.well("export", place.cup, "--to", place.folder / "cup.stych")
    other = ("--data", place.folder / "other")
    done = place.call(*other, "import", place.folder / "cup.stych")
    assert done.code == 0, done.err


def dials(place: Place) -> None:
    """It knows the game, and asks for what it is not given."""
    done = place.call("dial", "--games", "highcard", "--", "true")
    assert done.code == 2
    assert "STYCH_ADDRESS and STYCH_TOKEN must be set" in done.err


def gets_a_folder(place: Place) -> None:
    place.well("new", "python", "new-bot", "--game", "highcard")
    assert 'games = ["highcard"]' in (place.folder / "new-bot" / "bot.toml").read_text()


def serves_agents(place: Place) -> None:
    """Its tools are commands of this list, and tables; here it only refuses a wrong option."""
    done = place.call("mcp", "--name", "highcard")
    assert done.code == 2
    assert "--name is for --http" in done.err


def measures_ours(place: Place) -> None:
    """What is measured are games of ours; one from elsewhere is not in the way."""
    done = place.call("bench", "--only", "highcard")
    assert done.code == 2
    assert "the measurements are wire/fox" in done.err


def is_played_elsewhere(place: Place) -> None:
    file = place.folder / "elsewhere.toml"
    file.write_text(place.cup.read_text().replace('"cup"', '"elsewhere"'))
    with cluster(place.folder, "one") as there:
        assert "one played 6 matches" in place.well("run", file, *there.options).out
    assert "No faults" in place.well("faults", file).out


def ends_well(*line: str) -> Callable[[Place], None]:
    def check(place: Place) -> None:
        place.well(*(place.cup if word == "CUP" else word for word in line))

    return check


TRIED: dict[str, Callable[[Place], None]] = {
    "run": ends_well("run", "CUP"),
    "table": ends_well("table", "CUP", "--format", "json"),
    "faults": ends_well("faults", "CUP"),
    "report": is_reported,
    "web": is_shown_in_the_browser,
    "play": plays,
    "join": joins,
    "duel": duels,
    "dial": dials,
    "games": is_listed,
    "rules": is_explained,
    "docs": ends_well("docs"),
    "selfplay": plays_itself,
    "soak": ends_well("soak", "--game", "highcard", "--games", "20"),
    "bench": measures_ours,
    "replay": is_replayed,
    "record": is_shown,
    "diverge": is_compared,
    "history": ends_well("history", "ann", "--seats"),
    "league": is_in_a_league,
    "versus": meets,
    "records": ends_well("records", "CUP"),
    "new": gets_a_folder,
    "check": is_checked,
    "ask": is_asked_again,
    "submit": is_submitted,
    "bots": is_submitted,
    "mcp": serves_agents,
    "host": is_hosted,
    "cluster": is_played_elsewhere,
    "worker": is_played_elsewhere,
    "token": ends_well("token", "cyd"),
    "verify": ends_well("verify", "CUP"),
    "export": is_exported_and_imported,
    "import": is_exported_and_imported,
    "doctor": ends_well("doctor"),
}
