"""The tournaments that make.py plays for the next data folders of tests/compat, and other files."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SAMPLE = ("random", "first")
"""Bots whose choices tests know as functions, so that they can be played without processes."""
AT_ONCE = "[play]\nmatches_at_once = 2\n"


@dataclass(frozen=True)
class Cup:
    """One tournament file, and how far it is played in the data folder that is stopped."""

    text: str
    stop: int = 0
    """A tournament is stopped when this many of its matches are saved; 0: it is played out."""
    before: str = ""
    """The file with which it was begun, if that was another one. In the data folder that is stopped
    only this one is played, to its end."""
    kind: str = "inside"
    """`inside`: every bot is one of SAMPLE; `processes`: not so; `hosted`: some dial in."""
    voids: int = 0
    """So many matches were void once before they were played."""


def seed(name: str) -> str:
    """Long enough that nobody is warned of it."""
    return hashlib.sha256(f"tests/compat {name}".encode()).hexdigest()[:32]


def entrants(names: Sequence[str], **bots: str) -> str:
    """The bots in the folders `names`, under these names; then each name of `bots` with its bot."""
    lines = {name: f"../bots/{name}" for name in names} | bots
    return "".join(f'\n[[entrants]]\nname = "{n}"\nbot = "{b}"\n' for n, b in lines.items())


def file(
    name: str, boards: int, bots: str, game: str = "fox", more: str = "", top: str = ""
) -> str:
    """A tournament file of short games: `more` replaces its options, `top` are keys at its top."""
    options = "target = 1" if game == "fox" else "players = 2"
    head = f'name = "{name}"\ngame = "{game}"\nseed = "{seed(name)}"\nboards = {boards}\n{top}'
    return f"{head}\n[options]\n{more or options}\n\n{AT_ONCE}{bots}"


FOUR = entrants(SAMPLE, other="../bots/random", last="../bots/first")
DIVISIONS = """name = "divisions"
seed = "{seed}"
boards = 2
null_pair = "first"

[[divisions]]
name = "short"
game = "fox"
options = {{ target = 1 }}

[[divisions]]
game = "nase-hra"
boards = 1
options = {{ players = 2, series = "single" }}

[[divisions]]
name = "three"
game = "nase-hra"
options = {{ players = 3 }}

[[divisions]]
game = "korist"
options = {{ players = 2, limit = 80 }}

[[divisions]]
name = "table"
game = "korist"
boards = 1
options = {{ players = 3, variant = "advanced", limit = 60 }}

[play]
matches_at_once = 2

[[entrants]]
bot = "../bots/random"

[[entrants]]
bot = "../bots/first"

[[entrants]]
bot = "../bots/random"
name = "other"
divisions = ["short", "three"]
"""
HOSTED = """
[[entrants]]
remote = true
name = "ann"
"""
FAULTY = "[conduct]\nfaults_in_a_row = 8\n\n[play]\nmatches_at_once = 1\n"


def _faults() -> str:
    bots = entrants((*SAMPLE, "slips", "leaves"))
    return file("faults", 4, bots).replace(AT_ONCE, FAULTY)


CUPS: Mapping[str, Cup] = {
    "round-robin": Cup(
        file(
            "round-robin", 3, entrants(SAMPLE, other="../bots/random"), top='null_pair = "first"\n'
        ),
        stop=13,
    ),
    "grown": Cup(
        file("grown", 4, entrants(SAMPLE, other="../bots/random")),
        before=file("grown", 2, entrants(SAMPLE)),
    ),
    "fresh": Cup(
        file("fresh", 2, entrants(SAMPLE)).replace(AT_ONCE, AT_ONCE + "fresh_processes = true\n"),
        stop=1,
    ),
    "resolved": Cup(
        file("resolved", 6, entrants(SAMPLE, other="../bots/random"))
        + "\n[stop]\nresolved = 0.7\n",
        stop=9,
    ),
    "rounds": Cup(file("rounds", 4, FOUR, top='format = "rounds"\n'), stop=7),
    "gauntlet": Cup(
        file(
            "gauntlet",
            3,
            entrants(SAMPLE, other="../bots/random"),
            top='format = "gauntlet"\nhero = "random"\n',
        ),
        stop=5,
    ),
    "swiss": Cup(file("swiss", 2, FOUR, top='format = "swiss"\nrounds = 3\n'), stop=11),
    "ladder": Cup(
        file("ladder", 8, FOUR, top='format = "ladder"\n'),
        before=file(
            "ladder", 5, entrants(SAMPLE, other="../bots/random"), top='format = "ladder"\n'
        ),
    ),
    "versus": Cup(
        file("versus", 8, entrants(SAMPLE), top='format = "duel"\nhero = "random"\n')
        + "\n[stop]\nbetter_by = 0.1\nerror = 0.05\n",
        stop=5,
    ),
    "self-play": Cup(
        file("self-play", 3, entrants(SAMPLE), "the-game", more="players = 3"), stop=3
    ),
    "all-teams": Cup(
        file(
            "all-teams",
            2,
            entrants(SAMPLE, other="../bots/random"),
            "the-game",
            top='format = "all-teams"\n',
        ),
        stop=2,
    ),
    "mixed-teams": Cup(
        file("mixed-teams", 4, FOUR, "the-game", top='format = "mixed-teams"\n'), stop=3
    ),
    "divisions": Cup(DIVISIONS.format(seed=seed("divisions")), stop=3),
    "faults": Cup(_faults(), stop=20, kind="processes", voids=2),
    "stored": Cup(
        file("stored", 3, entrants(("first",), newest="thumb@latest", older="thumb@1")),
        stop=7,
        kind="processes",
    ),
    "hosted": Cup(
        file("hosted", 3, entrants(("random",)) + HOSTED),
        before=file("hosted", 1, entrants(("random",)) + HOSTED),
        kind="hosted",
    ),
}
"""By name of the competition. All chance of the bots comes from the matches' seeds."""


PROGRAMS: Mapping[str, str] = {
    "slips": """from stych_bot import run


def choose(observation, legal, random):
    return 10**6 if random.randrange(40) == 0 else random.randrange(len(legal))


run(choose, games=["fox"], at_once=8)
""",
    "leaves": """import sys

print("no cards", file=sys.stderr)
sys.exit(4)
""",
}
"""Small bots at fault: one where the match's seed says so, one before it says hello."""

FILES: Mapping[str, str] = {
    "keys.toml": f"""name = "keys"
game = "fox"
seed = "{seed("keys")}"
boards = 7
format = "gauntlet"
hero = "random"
null_pair = "first"

[options]
target = 16

[stop]
minutes = 90

[conduct]
decision_ms = 1500
bank_ms = 20000
grace_ms = 400
strikes = 2
wall_factor = 4
start_ms = 20000
reconnect_ms = 25000
faults_in_a_row = 6

[play]
matches_at_once = 4
thinking = 3
fresh_processes = true

[isolation]
memory_mb = 512
processes = 64
cpus = 2
tmp_mb = 32
readable = ["../bots/first"]
{entrants(SAMPLE, stubs="../bots/stubs")}""",
    "sequential.toml": file(
        "sequential", 100, entrants(SAMPLE), top='format = "duel"\nhero = "first"\n'
    )
    + "\n[stop]\nbetter_by = 0.03\nerror = 0.01\n",
}
"""Files with keys, or with values of keys, that no file in tournaments/examples has."""
