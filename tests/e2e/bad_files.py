"""Tournament files that are wrong in one place, and what is said of each."""

GOOD = """\
name = "cup"
game = "fox"
seed = "s"
boards = 2
[[entrants]]
bot = "one"
[[entrants]]
bot = "two"
"""

KEYS = (
    "name, game, seed, boards, deals, format, hero, rounds, follows, null_pair, options,"
    " stop, conduct, play, "
)
CLOCKS = (
    "decision_ms, bank_ms, grace_ms, strikes, wall_factor, start_ms, reconnect_ms, faults_in_a_row"
)
A_NAME = "1 to 40 small letters, digits, '.', '_' or '-', a letter or digit first"
TARGET = "points at which the game ends after a round: 16 short, 21 standard, 35 long"
PLAY = "[play]\nmatches_at_once = "

# By name: a part of GOOD, what stands in its place, and how the message goes on after the file and
# the line.
CASES = {
    "no TOML": ("game =", "game", "is no TOML: expected '=' after a key in a key/value pair (at"),
    "a key twice": (
        "boards",
        'name = "x"\nboards',
        "is no TOML: cannot overwrite a value (at line 4",
    ),
    "endless number": (
        "2",
        "1" * 5000,
        "is no TOML that can be read: it has a whole number of more than 4300 digits\n",
    ),
    "endless number in hexadecimal": (
        "boards = 2",
        f"boards = 0x{'f' * 5000}",
        ": boards must be 1000000 or less; received a number that is too long to be repeated",
    ),
    "nested": ("2", "[" * 5000, "is no TOML that can be read: it is nested too deeply"),
    "no name": (
        'name = "cup"\n',
        "",
        ": name is missing (the name under which its results are kept)",
    ),
    "no bot": (
        'bot = "two"\n',
        "",
        ': entrants[1] must have one of bot = "FOLDER", remote = true',
    ),
    "no entrants": (GOOD[GOOD.index("[[") :], "", ": entrants is missing"),
    "unknown key": ("boards", "board", f": board is not a known key; the keys here are {KEYS}"),
    "unknown key below": (
        '[[entrants]]\nbot = "one"',
        '[conduct]\nbanks = 1\n[[entrants]]\nbot = "one"',
        f": conduct.banks is not a known key; the keys here are {CLOCKS}",
    ),
    "unknown key of an entrant": (
        '"two"',
        '"two"\nnick = "x"',
        ": entrants[1].nick is not a known key; the keys here are bot, remote, llm, name,"
        " divisions",
    ),
    "a folder and remote": (
        '"two"',
        '"two"\nremote = true',
        ': entrants[1] must have one of bot = "FOLDER", remote = true, llm = { ... }; received',
    ),
    "remote without a name": (
        'bot = "two"',
        "remote = true",
        ": entrants[1] must have a name, since it is remote; received {'remote': True}",
    ),
    "a null pair of a remote bot": (
        'boards = 2\n[[entrants]]\nbot = "one"',
        'boards = 2\nnull_pair = "far"\n[[entrants]]\nname = "far"\nremote = true',
        ": null_pair must be an entrant that is not remote; far is remote",
    ),
    "fresh processes of a remote bot": (
        'boards = 2\n[[entrants]]\nbot = "one"',
        'boards = 2\nplay.fresh_processes = true\n[[entrants]]\nname = "far"\nremote = true',
        ": play.fresh_processes cannot be used with remote bots; far is remote",
    ),
    "remote under run": (
        'bot = "two"',
        'name = "far"\nremote = true',
        ": far is remote, so that somebody must wait for it to dial in: stych --data ",
    ),
    "boards 0": ("2", "0", ": boards must be 1 or more; received 0"),
    "too many boards": ("2", "9_000_000", ": boards must be 1000000 or less; received 9000000"),
    "boards a text": ("2", '"2"', ": boards must be a whole number; received '2'"),
    "boards a fraction": ("2", "2.0", ": boards must be a whole number; received 2.0"),
    "boards a truth": ("2", "true", ": boards must be a whole number; received True"),
    "seed a number": ('"s"', "7", ": seed must be a text; received 7"),
    "seed a date": ('"s"', "2026-01-01", ": seed must be a text; received datetime.date(2026, 1"),
    "empty seed": ('"s"', '""', ": seed must not be empty; received ''"),
    "long seed": ('"s"', f'"{"s" * 201}"', ": seed can have 200 characters at most; received 'sss"),
    "NUL in the seed": (
        '"s"',
        r'"a\u0000b"',
        r": seed must not hold NUL characters; received 'a\x00b'",
    ),
    "bad name": ('"cup"', '"The Cup"', f": name must be {A_NAME}; received 'The Cup'"),
    "empty name": ('"cup"', '""', f": name must be {A_NAME}; received ''"),
    "name with a newline": ('"cup"', r'"cup\n"', f": name must be {A_NAME}; received 'cup\\n'"),
    "the name of stych play": (
        '"cup"',
        '"play"',
        ": name must not be 'play', which `stych play` uses",
    ),
    "bad name of an entrant": (
        '"two"',
        '"two"\nname = "Two"',
        f": entrants[1].name must be {A_NAME}; received 'Two'",
    ),
    "unknown game": (
        '"fox"',
        '"chess"',
        ": the games are fox, korist, nase-hra, the-game; received 'chess'",
    ),
    "unknown format": (
        "boards",
        'format = "cup"\nboards',
        ": the formats of fox are round-robin, rounds, gauntlet, swiss, ladder, duel; received",
    ),
    "option out of range": (
        "boards",
        "options.target = 0\nboards",
        f": the option target of fox should be greater than or equal to 1 ({TARGET}); received 0",
    ),
    "option of another type": (
        "boards",
        'options.target = "21"\nboards',
        f": the option target of fox should be a whole number ({TARGET}); received '21'",
    ),
    "unknown option": ("boards", "options.x = 0\nboards", ": the options of fox are target"),
    "options a number": ("boards", "options = 3\nboards", ": options must be a table of keys and"),
    "conduct a number": (
        "boards",
        "conduct = 3\nboards",
        ": conduct must be a table of keys and values",
    ),
    "negative clock": (
        "boards",
        "conduct.bank_ms = -1\nboards",
        ": conduct.bank_ms must be 0 or more; received -1",
    ),
    "at once": (
        "boards",
        "play.matches_at_once = 1025\nboards",
        ": play.matches_at_once must be 1024 or",
    ),
    "fresh": (
        "boards",
        "play.fresh_processes = 1\nboards",
        ": play.fresh_processes must be true or false; received 1",
    ),
    "an empty list of entrants": (
        GOOD,
        "entrants = []\n" + GOOD[: GOOD.index("[[")],
        ": entrants must have 1 or more entries; received 0",
    ),
    "entrants a table": (
        GOOD[GOOD.index("[[") :],
        '[entrants]\nbot = "one"\n',
        ": entrants must be a list; received {'bot': 'one'}",
    ),
    "empty path": ('"two"', '""', ": entrants[1].bot must not be empty; received ''"),
    "NUL in a path": ('"two"', r'"\u0000"', r": entrants[1].bot must not hold NUL characters; rec"),
}
