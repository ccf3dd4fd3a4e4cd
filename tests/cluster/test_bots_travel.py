"""Bots are sent to machines as archives, checked by their digests, and kept in a bounded cache."""

from pathlib import Path

import pytest

from referee.errors import UserError
from referee.rpc.bot_entry import BotEntry
from referee.rpc.manifest import digest, read_manifest
from stych_cluster import bot_cache
from stych_cluster.archives import digest_of, packed
from stych_cluster.bot_cache import BotCache
from tests.e2e.command import write_bot


def entry(folder: Path, code: str = "pass", **lines: str) -> BotEntry:
    write_bot(folder, code, **lines)
    return BotEntry(folder.name, folder, read_manifest(folder))


def test_the_same_files_arrive(tmp_path: Path) -> None:
    bot = entry(tmp_path / "ann")
    (bot.folder / "run.sh").write_text("#!/bin/sh\n")
    (bot.folder / "run.sh").chmod(0o755)
    (bot.folder / ".hidden").write_text("not of it")
    known = digest(bot.folder)
    cache = BotCache(tmp_path / "cache")
    assert cache.lacking([known, known]) == (known,)
    cache.take(known, packed(bot))
    assert not cache.lacking([known])
    there = {each.name for each in cache.folder(known).iterdir()}
    assert there == {"bot.toml", "bot.py", "run.sh"}
    assert (cache.folder(known) / "run.sh").stat().st_mode & 0o100


def test_an_archive_of_another_bot_is_refused(tmp_path: Path) -> None:
    ann, bob = entry(tmp_path / "ann"), entry(tmp_path / "bob", "1")
    cache = BotCache(tmp_path / "cache")
    with pytest.raises(UserError, match="holds another one"):
        cache.take(digest(ann.folder), packed(bob))
    assert cache.lacking([digest(ann.folder)])


def test_a_bot_that_was_changed_is_fetched_anew(tmp_path: Path) -> None:
    bot = entry(tmp_path / "ann")
    known, cache = digest(bot.folder), BotCache(tmp_path / "cache")
    cache.take(known, packed(bot))
    (cache.folder(known) / "bot.py").write_text("2")
    assert cache.lacking([known]) == (known,)
    cache.take(known, packed(bot))
    assert not cache.lacking([known])


def test_a_bot_that_another_process_fetches_meanwhile_is_not_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = entry(tmp_path / "ann")
    known, cache = digest(bot.folder), BotCache(tmp_path / "cache")
    looked = digest_of
    looks: list[str] = []

    def late(folder: Path) -> str:
        # The first look finds nothing, and the bot arrives before anything is made of that.
        looks.append(found := looked(folder))
        if len(looks) == 1:
            cache.take(known, packed(bot))
        return found

    monkeypatch.setattr(bot_cache, "digest_of", late)
    assert not cache.lacking([known])
    assert looks == ["", known]
    assert looked(cache.folder(known)) == known


def test_the_least_recently_used_bots_are_removed_but_none_in_use(tmp_path: Path) -> None:
    cache = BotCache(tmp_path / "cache", most_bytes=25_000)
    bots = [entry(tmp_path / name, "#" * 10_000 + name) for name in ("ann", "bob", "cyd", "dan")]
    known = [digest(each.folder) for each in bots]
    for own, bot in zip(known, bots, strict=True):
        cache.take(own, packed(bot))
    with cache.using(known[:1]), cache.using(known[1:2]):
        pass
    # When bob's block ended, ann was still in use. Removing cyd and dan made enough room for bob.
    assert set(cache.lacking(known)) == {*known[2:]}


def test_a_bot_is_built_once(tmp_path: Path) -> None:
    bot = entry(tmp_path / "ann", build='"sh build.sh"')
    (bot.folder / "build.sh").write_text("mkdir -p build && echo . >> build/times\n")
    known = digest(bot.folder, built=True)
    cache = BotCache(tmp_path / "cache")
    cache.take(known, packed(bot))
    for _ in range(2):
        cache.build(known, bot.manifest, None, lambda: False)
    assert (cache.folder(known) / "build" / "times").read_text() == ".\n"
    assert not cache.lacking([known])


def test_a_bot_with_links_cannot_travel(tmp_path: Path) -> None:
    bot = entry(tmp_path / "ann")
    (bot.folder / "link").symlink_to("bot.py")
    with pytest.raises(UserError, match="a link"):
        packed(bot)
