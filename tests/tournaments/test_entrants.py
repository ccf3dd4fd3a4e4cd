"""Bots are known by their contents, and built before anything is played."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.errors import UserError
from referee.rpc.bot_entry import BotEntry
from referee.rpc.build import unwatched
from referee.rpc.manifest import digest
from tests.e2e.command import write_bot
from tournaments.config.entrants import Entrant, build, programs, resolve
from tournaments.config.named import build_bots
from tournaments.config.tournament_file import Tournament, from_mapping


def cup(*bots: str, null_pair: str | None = None, **named: str) -> Tournament:
    entries = [{"bot": bot} for bot in bots]
    entries += [{"bot": bot, "name": name} for name, bot in named.items()]
    values = {"name": "cup", "game": "fox", "seed": "s", "boards": 1, "entrants": entries}
    return from_mapping({**values, "null_pair": null_pair}, "here")


def entry_of(entrant: Entrant) -> BotEntry:
    assert entrant.entry is not None
    return entrant.entry


def test_entrants_come_in_order_of_their_names(tmp_path: Path) -> None:
    for name in ("zoe", "ann", "bob"):
        write_bot(tmp_path / name)
    found = resolve(cup("zoe", "ann", "bob", max="zoe"), tmp_path)
    assert [entrant.name for entrant in found] == ["ann", "bob", "max", "zoe"]
    assert found[2].digest == found[3].digest
    assert entry_of(found[2]).manifest.name == "zoe"
    assert len({entrant.digest for entrant in found}) == 3


def test_a_null_pair_is_a_bot_and_its_twin(tmp_path: Path) -> None:
    for name in ("ann", "bob"):
        write_bot(tmp_path / name)
    found = {e.name: e for e in resolve(cup("ann", "bob", null_pair="ann"), tmp_path)}
    assert list(found) == ["ann", "ann-twin", "bob"]
    assert found["ann"].digest == found["ann-twin"].digest
    assert entry_of(found["ann"]).folder == entry_of(found["ann-twin"]).folder
    with pytest.raises(UserError, match="null_pair must be one of ann, bob; received 'zoe'"):
        resolve(cup("ann", "bob", null_pair="zoe"), tmp_path)


def test_programs_outside_of_a_bots_own_folder_are_needed_and_those_in_it_are_not(
    tmp_path: Path,
) -> None:
    commands = {"ann": ["node", "bot.js"], "bob": ["./bot"], "cid": [f"{tmp_path / 'cid'}/bot"]}
    commands["dan"] = [f"{tmp_path / 'ann'}/bot"]
    for name in commands:
        write_bot(tmp_path / name)
    found = resolve(cup(*commands), tmp_path)
    for each in found:
        entry = entry_of(each)
        own = entry.manifest.model_copy(update={"command": commands[each.name]})
        object.__setattr__(entry, "manifest", own)
    assert programs(found) == ["node", *commands["dan"]]


def changed(path: str, content: str = "changed") -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(content)

    return change


def renamed(folder: Path) -> None:
    (folder / "bot.py").rename(folder / "bot2.py")


@pytest.mark.parametrize(
    "change", [changed("bot.py"), changed("bot.toml"), changed("data/new"), renamed, changed("z")]
)
def test_another_content_is_another_bot(tmp_path: Path, change: Callable[[Path], None]) -> None:
    folder = write_bot(tmp_path / "bot")
    before = digest(folder)
    change(folder)
    assert digest(folder) != before


@pytest.mark.parametrize(
    "change",
    [
        changed("__pycache__/bot.pyc"),
        changed(".git/HEAD"),
        changed(".hidden"),
        changed("lib/__pycache__/x.pyc"),
        changed("stych-data/stych.db"),
        lambda folder: (folder / "bot.py").touch(),
        lambda folder: (folder / "empty").mkdir(),
    ],
)
def test_the_same_bot(tmp_path: Path, change: Callable[[Path], None]) -> None:
    folder = write_bot(tmp_path / "bot")
    before = digest(folder)
    change(folder)
    assert digest(folder) == before


def test_a_folder_is_known_wherever_it_lies(tmp_path: Path) -> None:
    assert digest(write_bot(tmp_path / "a" / "bot")) == digest(write_bot(tmp_path / "b" / "bot"))


@pytest.mark.parametrize("made", ["build", "target/release", "lib/node_modules"])
def test_what_a_build_makes_is_no_part_of_the_bot(tmp_path: Path, made: str) -> None:
    folder = write_bot(tmp_path / "bot", build=f'["sh", "-c", "mkdir -p {made}; date > {made}/x"]')
    before = resolve(cup("bot"), tmp_path)
    build(before)
    assert (folder / made / "x").exists()
    assert resolve(cup("bot"), tmp_path) == before


def test_without_a_build_such_folders_are_like_any_other(tmp_path: Path) -> None:
    folder = write_bot(tmp_path / "bot")
    before = resolve(cup("bot"), tmp_path)
    changed("build/bot")(folder)
    assert resolve(cup("bot"), tmp_path) != before


def test_a_folder_is_built_once_in_a_clean_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "seed")
    script = "mkdir -p build; ls -A $HOME > build/home; echo ${SECRET:-none} $PWD >> build/log"
    folder = write_bot(tmp_path / "bot", build=f'["sh", "-c", "{script}"]')
    build(resolve(cup("bot", again="bot"), tmp_path))
    assert (folder / "build" / "log").read_text() == f"none {folder}\n"
    assert (folder / "build" / "home").read_text() == ""


def test_a_build_finds_its_tools_in_the_users_home_or_where_variables_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, elsewhere = tmp_path / "user", tmp_path / "elsewhere"
    monkeypatch.setenv("HOME", str(user))
    for name in ("CARGO_HOME", "GOMODCACHE"):
        monkeypatch.delenv(name, raising=False)
    command = '["sh", "-c", "mkdir -p build; echo $CARGO_HOME,$GOMODCACHE >> build/log"]'
    folder = write_bot(tmp_path / "bot", build=command)
    build(resolve(cup("bot"), tmp_path))
    monkeypatch.setenv("CARGO_HOME", str(elsewhere))
    build(resolve(cup("bot"), tmp_path))
    said = (folder / "build" / "log").read_text()
    modules = user / "go" / "pkg" / "mod"
    assert said == f"{user / '.cargo'},{modules}\n{elsewhere},{modules}\n"


def test_a_build_that_hangs_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.rpc.build.BUILD_SECONDS", 0.3)
    write_bot(tmp_path / "bot", build='["sleep", "1000"]')
    with pytest.raises(UserError, match=r"its build command took more than 0\.3 s"):
        build(resolve(cup("bot"), tmp_path))


def test_without_room_for_a_temporary_folder_a_build_ends_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("referee.rpc.build.PrivateFolder", full)
    write_bot(tmp_path / "bot", build='["true"]')
    with pytest.raises(UserError, match="no temporary folder can be made: No space left"):
        build_bots(resolve(cup("bot"), tmp_path), lambda: False, None, unwatched)
