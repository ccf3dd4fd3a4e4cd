"""Commands that make no sense, and what is said of each."""

from tests.records.matches import make_record

RECORDS = [make_record(board) for board in range(1, 20)]
"""The matches in the data folder: more than 16, so that two ids begin with the same digit."""

_COMMON = {record.id[0] for record in RECORDS if sum(r.id[0] == record.id[0] for r in RECORDS) > 1}
_AMBIGUOUS = min(_COMMON)

_UNTRUE = (
    f"the record of match {RECORDS[0].id} is not true: the deal's path is not that of this"
    " game, board and seats; received ('seed', 'fox', '{{\"target\":16}}', '1',"
    ' \'["ann","bob"]\')'
)

# By name: the words of the command and its message. {f} stands for the folder that the test writes,
# and FIRST for the id of the match on the first board.
CASES: dict[str, tuple[list[str], str]] = {
    "replay of an unknown id": (
        ["replay", "beef00"],
        "no match in {f}/data has an id that begins with 'beef00', and there is no such file",
    ),
    "play with an endless option": (
        ["play", "fox", "{f}/one", "{f}/two", "--option", f"target={'1' * 5000}"],
        "the option target must be a number of 100 digits at most, or a word; received one of 5000",
    ),
    "check of a name that no folder can have": (
        ["check", "x" * 300],
        f"{'x' * 300}/bot.toml cannot be read: File name too long",
    ),
    "submit of a name that no folder can have": (
        ["submit", "x" * 300],
        f"{'x' * 300} is not there; a bot is a folder, or an archive whose name ends in"
        " .zip, .tar, .tar.gz or .tgz",
    ),
    "duel by too much": (
        ["duel", "fox", "{f}/one", "{f}/two", "--better-by", "5"],
        "--better-by must be 0.4 or less; received 5.0",
    ),
    "duel by no number": (
        ["duel", "fox", "{f}/one", "{f}/two", "--better-by", "nan"],
        "--better-by must be 0.4 or less; received nan",
    ),
    "duel with too much error": (
        ["duel", "fox", "{f}/one", "{f}/two", "--error", "0.5"],
        "--error must be 0.4 or less; received 0.5",
    ),
    "replay of an ambiguous id": (
        ["replay", _AMBIGUOUS],
        f"several matches in {{f}}/data have ids that begin with '{_AMBIGUOUS}'",
    ),
    "replay of a long id": (
        ["replay", "0" * 5000],
        f"no match in {{f}}/data has an id that begins with '{'0' * 5000}', and there is no such"
        " file",
    ),
    "replay of a folder": (
        ["replay", "{f}"],
        "no match in {f}/data has an id that begins with '{f}', and there is no such file",
    ),
    "replay of another file": (
        ["replay", "{f}/cup.toml"],
        "{f}/cup.toml: not a match record: Invalid JSON: expected ident at line 1 column 2",
    ),
    "replay of a record that is not true": (
        ["replay", "{f}/lie.json"],
        _UNTRUE,
    ),
    "replay of a record of the future": (
        ["replay", "{f}/newer.json"],
        "{f}/newer.json: not a match record: format: this version reads records of format 1;"
        " received 9",
    ),
    "a seat too many": (
        ["replay", "{f}/record.json", "--seat", "2"],
        "the seats of this match are 0 to 1; received 2",
    ),
    "ask about nothing": (
        ["ask", "{f}/one", "{f}/record.json"],
        "name one decision with --decision N, or --all; received neither",
    ),
    "ask about one and about all": (
        ["ask", "{f}/one", "{f}/record.json", "--decision", "1", "--all"],
        "name one decision with --decision N, or --all; received both",
    ),
    "ask about all from the start": (
        ["ask", "{f}/one", "{f}/record.json", "--all", "--from-start"],
        "--all begins at the start anyway; received --from-start beside it",
    ),
    "ask about one decision with a seat": (
        ["ask", "{f}/one", "{f}/record.json", "--decision", "1", "--seat", "0"],
        "--seat belongs to --all: a decision has its own; received --seat 0",
    ),
    "ask about a decision too many": (
        ["ask", "{f}/one", "{f}/record.json", "--decision", "5000"],
        f"the decisions of match {RECORDS[0].id} are 0 to {len(RECORDS[0].actions) - 1};"
        " received --decision 5000",
    ),
    "ask a bot that was not there": (
        ["ask", "{f}/one", "{f}/record.json", "--all"],
        f"a bot called one sat in no seat of match {RECORDS[0].id}: name one with --seat, 0 to 1",
    ),
    "ask nobody": (
        ["ask", "{f}/none", "{f}/record.json", "--all"],
        "{f}/none is no bot: there is no such folder",
    ),
    "ask about a record that is not true": (["ask", "{f}/one", "{f}/lie.json", "--all"], _UNTRUE),
    "matches on two boards": (
        ["diverge", RECORDS[0].id, RECORDS[1].id],
        f"matches {RECORDS[0].id} and {RECORDS[1].id} cannot be compared: the boards are 1 and 2",
    ),
    "a seat too few": (
        ["replay", RECORDS[0].id, "--seat", "-1"],
        "the seats of this match are 0 to 1; received -1",
    ),
    "table before run": (
        ["table", "{f}/new.toml"],
        "nothing of the tournament 'new' was played in {f}/data yet",
    ),
    "records before run": (
        ["records", "{f}/new.toml", "--out", "{f}/out"],
        "nothing of the tournament 'new' was played in {f}/data yet",
    ),
    "records into a file": (
        ["records", "{f}/cup.toml", "--out", "{f}/cup.toml"],
        "{f}/cup.toml/FIRST.json cannot be written: File exists",
    ),
    "a bot that is not there": (
        ["play", "fox", "{f}/none", "{f}/two"],
        "{f}/none is no bot: there is no such folder",
    ),
    "one bot": (
        ["play", "fox", "{f}/one"],
        "play: 2 entrants or more are needed; received 1: ['one']",
    ),
    "two bots in a game of three": (
        ["play", "nase-hra", "{f}/one", "{f}/two"],
        "play: 3 entrants or more are needed; received 2: ['one', 'two']; for 2 there is"
        " --option players=2",
    ),
    "a file with two bots in a game of three": (
        ["run", "{f}/three.toml"],
        "three: 3 entrants or more are needed; received 2: ['one', 'two']; for 2 there is"
        " players = 2 in [options]",
    ),
    "play of an unknown game": (
        ["play", "chess", "{f}/one", "{f}/two"],
        "play: the games are fox, korist, nase-hra, the-game; received 'chess'",
    ),
    "play with no option": (
        ["play", "fox", "{f}/one", "{f}/two", "--option", "target"],
        "an option is written KEY=VALUE, such as target=35; received 'target'",
    ),
    "play with an unknown option": (
        ["play", "fox", "{f}/one", "{f}/two", "--option", "goal=3"],
        "play: the options of fox are target (points at which the game ends after a round:"
        " 16 short, 21 standard, 35 long); received goal = 3",
    ),
    "play with a bad option": (
        ["play", "fox", "{f}/one", "{f}/two", "--option", "target=many"],
        "play: the option target of fox should be a whole number (points at which the game ends"
        " after a round: 16 short, 21 standard, 35 long); received 'many'",
    ),
    "play with no seed": (
        ["play", "fox", "{f}/one", "{f}/two", "--seed", ""],
        "play: seed must not be empty; received ''",
    ),
    "play with a seed that is no text": (
        ["play", "fox", "{f}/one", "{f}/two", "--seed", "\udcff"],
        "play: seed must be text in UTF-8; received '\\udcff'",
    ),
    "an unknown game": (
        ["games", "chess"],
        "the games are fox, korist, nase-hra, the-game; received 'chess'",
    ),
}
