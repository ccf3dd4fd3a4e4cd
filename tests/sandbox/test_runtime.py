"""What of the machine a command needs to read, and what it gets told."""

import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from referee.games import installed
from referee.sandbox import runtime
from referee.sandbox.confinement import MB, Confinement, ResourceLimits
from referee.sandbox.visible import ProgramError, check_modes, find

HERE = str(Path(sys.executable).parent)


def program(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_python_is_the_referees_with_the_sdk_and_none_of_what_lies_beside() -> None:
    found = runtime.readable(["python", "bot.py"], HERE)
    root = Path(runtime.__file__).parents[2]

    def seen(path: Path) -> bool:
        return any(path.is_relative_to(each) for each in (*found, *runtime.SYSTEM))

    assert seen(Path(sys.executable))
    assert seen(Path(sys.executable).resolve())
    assert seen(Path(shutil.__file__))
    for package in ("stych/v1", "stych_bot"):
        places = [Path(place) / package for place in sys.path]
        assert any(seen(place) for place in places if place.exists())
    for path in (root, root / "tests", root / "bots", root / "stych-data", Path.home()):
        assert not seen(path), path


def test_python_has_the_packages_of_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "elsewhere" / "some_game"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    entry = EntryPoint("some-game", "some_game.rules:GAME", installed.ENTRY_POINTS)
    monkeypatch.setattr(installed, "entries", lambda: [entry])
    monkeypatch.syspath_prepend(str(package.parent))
    runtime.sdk.cache_clear()
    try:
        found = runtime.readable(["python", "bot.py"], HERE)
        links = runtime.linked_sdk(["python", "bot.py"], HERE)
    finally:
        runtime.sdk.cache_clear()
    assert package in found
    assert package.parent not in found
    assert links
    assert (links / "some_game").resolve() == package
    assert runtime.linked_sdk(["node", "bot.js"], HERE) is None


def test_only_a_python_of_our_environment_counts_as_our_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, shared = tmp_path / "own" / "bin", tmp_path / "shared" / "bin"
    python = program(shared / f"python3.{sys.version_info.minor}")
    (shared / "python3").symlink_to(python.name)
    for path in (shared / "python", shared / "node", own / "node", own / "mybot"):
        program(path)
    monkeypatch.setattr(sys, "executable", str(shared / "python3"))
    monkeypatch.setattr(sys, "base_prefix", str(shared.parent))
    monkeypatch.setattr(sys, "prefix", str(shared.parent))
    assert runtime.is_own_python(python)
    assert runtime.is_own_python(shared / "python3")
    for name in ("python", "node"):
        assert not runtime.is_own_python(shared / name), "another program in a folder for all"
    monkeypatch.setattr(sys, "prefix", str(own.parent))
    for name in ("python", "python3"):
        (own / name).symlink_to(python)
        assert runtime.is_own_python(own / name)
    for name in ("node", "mybot"):
        assert not runtime.is_own_python(own / name)
    assert not runtime.is_own_python(python), "without the environment it may have no SDK"


def test_a_script_of_an_installed_bot_has_our_python_and_the_sdk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(tmp_path / "bin" / "mybot")
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    found = runtime.readable(["mybot"], str(tmp_path / "bin"))
    assert set(runtime.interpreter()) <= set(found)
    seen = (*found, *runtime.SYSTEM)
    assert all(any(each.is_relative_to(path) for path in seen) for each in runtime.sdk())


def test_a_runtime_elsewhere_comes_with_its_libraries(tmp_path: Path) -> None:
    program(tmp_path / "opt" / "node-20" / "bin" / "node")
    (tmp_path / "opt" / "node-20" / "lib").mkdir()
    (tmp_path / "opt" / "node-20" / "secrets").mkdir()
    link = tmp_path / "links" / "node"
    link.parent.mkdir()
    link.symlink_to("../opt/node-20/bin/node")
    found = runtime.readable(["sh", "-c", "exec node bot.js"], str(link.parent))
    prefix = tmp_path / "opt" / "node-20"
    assert set(found) == {link, prefix / "bin", prefix / "lib"}


def test_what_every_bot_sees_is_not_named_again() -> None:
    """Such as the links of Debian's alternatives."""
    seen = (*runtime.SYSTEM, *runtime.settings())
    for name in ("java", "awk", "sh", "python3"):
        for path in runtime.readable([name], "/usr/bin"):
            assert not any(path.is_relative_to(each) for each in seen), path


def test_a_program_beside_others_comes_alone(tmp_path: Path) -> None:
    """Such as one in the user's own bin: what lies around it is nobody's business."""
    tool = program(tmp_path / "home" / "bin" / "tool")
    (tmp_path / "home" / "diary").write_text("secret")
    assert runtime.readable(["tool"], str(tool.parent)) == (tool,)


@pytest.mark.parametrize("word", ["/{0}/rival/bot", "../rival/bot", "./x/../../rival/bot"])
def test_a_command_names_nothing_outside_by_its_place(tmp_path: Path, word: str) -> None:
    rival = program(tmp_path / "rival" / "bot")
    folder = tmp_path / "own"
    (folder / "x").mkdir(parents=True)
    absolute = word.startswith("/")
    word = word.format(str(tmp_path).strip("/"))
    assert runtime.readable([word], "/usr/bin") == ()
    place = Confinement(folder, tmp_path / "home")
    with pytest.raises(OSError, match="a confined bot does not see") as refused:
        find(word, place, "/usr/bin")
    # What is named by its whole path is the machine's, and its absence no fault of the bot's.
    assert isinstance(refused.value, ProgramError) is not absolute
    find(word, Confinement(folder, tmp_path, readable=(rival,)), "/usr/bin")


def test_a_link_out_of_the_folder_leads_nowhere(tmp_path: Path) -> None:
    program(tmp_path / "rival" / "bot")
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "bot").symlink_to("../rival/bot")
    with pytest.raises(ProgramError, match="lies outside"):
        find("./bot", Confinement(folder, tmp_path / "home"), "/usr/bin")


def test_programs_that_are_not_there(tmp_path: Path) -> None:
    place = Confinement(tmp_path, tmp_path / "home")
    (tmp_path / "text").write_text("")
    with pytest.raises(FileNotFoundError):
        find("no-such-program", place, "/usr/bin")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("./none", "./text", "./", "./loop", f"./{'a' * 300}"):
        with pytest.raises(ProgramError):
            find(name, place, "/usr/bin")


def test_another_user_has_to_be_allowed_to_read_the_bot_but_not_the_folders_above_it(
    tmp_path: Path,
) -> None:
    folder, script = tmp_path / "own", tmp_path / "own" / "bot.sh"
    folder.mkdir(mode=0o755)
    script.write_text("true")
    place = Confinement(folder, tmp_path / "home")
    command = ["sh", "bot.sh"]
    tmp_path.chmod(0o700)
    script.chmod(0o644)
    check_modes(place, Path("/bin/sh").resolve(), command)
    script.chmod(0o600)
    with pytest.raises(PermissionError, match=r"read .*bot\.sh \(chmod o\+r\)"):
        check_modes(place, Path("/bin/sh").resolve(), command)
    script.chmod(0o644)
    folder.chmod(0o750)
    with pytest.raises(PermissionError, match=r"must be allowed to read .* \(chmod o\+rx\)"):
        check_modes(place, Path("/bin/sh").resolve(), command)


def test_packages_of_node_come_without_the_bots_among_them(tmp_path: Path) -> None:
    modules = tmp_path / "node_modules"
    (modules / "@scope").mkdir(parents=True)
    for name in ("sdk", "tool", "rival", "own"):
        (tmp_path / name).mkdir()
    for name in ("rival", "own"):
        (tmp_path / name / "bot.toml").write_text("")
    for link, target in (("sdk", "../sdk"), ("rival", "../rival"), ("@scope/tool", "../../tool")):
        (modules / link).symlink_to(target)
    found = runtime.packages(["node", "bot.js"], tmp_path / "own", "bot.toml")
    inside = {path for path in found if path.is_relative_to(tmp_path)}
    assert inside == {modules, tmp_path / "sdk", tmp_path / "tool"}
    assert runtime.packages(["python", "bot.py"], tmp_path / "own", "bot.toml") == ()


def test_runtimes_are_told_of_their_limits() -> None:
    told = runtime.environment(ResourceLimits(memory=512 * MB, cpus=1))
    assert "-XX:MaxRAM=512m" in told["JAVA_TOOL_OPTIONS"]
    assert told["NODE_OPTIONS"] == "--max-old-space-size=384"
    assert (told["GOMEMLIMIT"], told["GOMAXPROCS"]) == ("460MiB", "1")
    assert "GOMAXPROCS" not in runtime.environment(ResourceLimits(cpus=None))
