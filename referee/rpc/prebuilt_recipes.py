"""How the dependencies of bots are prepared, for each language of RECIPES.

Of the language's template only as much is built as makes the tools get and compile all its
dependencies, in the versions that its files name. The results are saved as an entry (`prebuilt`).
"""

import hashlib
import platform
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from referee.files import FileError
from referee.toml import read_toml

Templates: TypeAlias = Mapping[str, Path]
"""By language, the folder that has `template` and `stych` (the SDK), from which `stych new` makes a
bot."""
_NAME: Final = b"@NAME@"
"""Stands for the bot's name in the files of a template."""
_FORM: Final = b"1"
"""The version of the form of entries, to be changed with anything that the digest leaves out, such
as `Recipe.bot_folders`. Entries of another form are not used, but made anew."""
_VERSION_SECONDS: Final = 20.0
"""How long the command that tells a tool's version may take."""
_LOCK_BYTES: Final = 1 << 20
"""The most bytes of a lock file that is read."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the dependencies of bots in a language are prepared, and which parts an entry has."""

    language: str
    """The language, as it is named in a sentence."""
    marker: str
    """The file in a bot's folder that shows that the bot is of this language."""
    command: tuple[str, ...]
    """The command that gets and compiles the dependencies."""
    files: tuple[str, ...]
    """Patterns of the files of the template and the SDK that the commands need, relative to the
    language's folder. Files of `template` are written as those of a bot's folder."""
    tools: tuple[str, ...]
    """The programs that get and compile; when one of them changes, another entry is made."""
    stubs: Mapping[str, str] = field(default_factory=dict)
    """Small files in place of the template's and the SDK's: contents by path in a bot's folder."""
    version_command: tuple[str, ...] = ()
    """The command that prints a version which the files of `tools` do not show; () for none."""
    caches: tuple[str, ...] = ()
    """The names of the folders of an entry that are copied to a bot's folder of caches."""
    bot_folders: tuple[str, ...] = ()
    """The names of the folders of an entry that are copied to the bot's folder itself."""
    packages_command: tuple[str, ...] = ()
    """The command that downloads packages which all builds read in one place: Cargo compiles a
    package again when its source lies elsewhere. () if each bot gets a copy of the packages."""
    lock_file: str = ""
    """The name of a lock file. A bot gets the entry only if the template's lock file has all
    packages that the bot's lock file has. "" if a bot gets it whatever its packages are."""
    stub_names: tuple[str, ...] = ()
    """Beginnings of the names of files and folders that are compiled from `stubs`. They are removed
    from `bot_folders` in an entry."""


_MESSAGE: Final = 'syntax = "proto3";\npackage stub;\nmessage Stub {}\n'
_SERVICE: Final = f"{_MESSAGE}service Stubs {{ rpc Call(Stub) returns (Stub); }}\n"
RECIPES: Final[Mapping[str, Recipe]] = {
    "rust": Recipe(
        "Rust",
        "Cargo.toml",
        ("cargo", "build", "--release", "--locked"),
        ("template/Cargo.toml", "template/Cargo.lock", "stych/Cargo.toml"),
        ("cargo", "cc"),
        stubs={"src/main.rs": "fn main() {}\n", "stych/src/lib.rs": ""},
        version_command=("rustc", "-vV"),
        # Without --target, Cargo would get packages for all systems, most of them of no use here.
        packages_command=(
            "sh",
            "-c",
            "cargo fetch --locked --target $(rustc -vV | sed -n 's/^host: //p')",
        ),
        lock_file="Cargo.lock",
        bot_folders=("target",),
        # Cargo goes by the times of files, and could take a compiled stub for the bot's SDK.
        stub_names=("bot", "stych", "libstych"),
    ),
    "go": Recipe(
        "Go",
        "go.mod",
        ("go", "build", "-trimpath", "-buildvcs=false", "-o", "build/bot", "."),
        ("template/go.*", "stych/go.*", "stych/**/*.go"),
        ("go",),
        stubs={"bot.go": 'package main\n\nimport _ "stych.local/stych"\n\nfunc main() {}\n'},
        caches=("go-modules", "go-build"),
    ),
    "typescript": Recipe(
        "TypeScript",
        "package.json",
        ("npm", "install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund"),
        ("template/package*.json", "stych/package.json"),
        ("node", "npm"),
        caches=("npm",),
        bot_folders=("node_modules",),
    ),
    "java": Recipe(
        "Java",
        "pom.xml",
        ("mvn", "--quiet", "--batch-mode", "package", "-Dmaven.test.skip"),
        ("template/.mvn/*", "template/**/pom.xml", "stych/*.xml"),
        ("mvn", "javac"),
        stubs={
            "proto/stub.proto": _SERVICE,
            "stych/src/main/java/stych/bot/package-info.java": "/** A stub. */\n"
            "package stych.bot;\n",
            "bot/src/main/java/MyBot.java": "class MyBot {}\n",
        },
        caches=("maven",),
    ),
}
"""By language. Python needs none, and C++ bots use libraries that the machine has installed."""


def language_of(folder: Path, templates: Templates) -> str:
    """The language of the bot in the folder, a key of RECIPES; "" if no entry suits the bot.

    None suits a bot without the SDK in its folder, where `stych new` puts it: such a bot may not
    need the packages.
    """
    if not (folder / "stych").is_dir():
        return ""
    names = (name for name in RECIPES if name in templates)
    return next((name for name in names if _suits(folder, RECIPES[name], templates[name])), "")


def _suits(folder: Path, recipe: Recipe, source: Path) -> bool:
    if not (folder / recipe.marker).is_file():
        return False
    # The tools of other languages download what an entry lacks, so that it suits any bot.
    if not recipe.lock_file:
        return True
    needed = _locked_packages(folder / recipe.lock_file)
    prepared = _locked_packages(source / "template" / recipe.lock_file)
    return needed is not None and prepared is not None and needed <= prepared


def _locked_packages(path: Path) -> set[tuple[str, str, str]] | None:
    """The name, version and checksum of each package that Cargo downloads for this lock file.

    None if the file cannot be read, or a package has no checksum, such as one from Git.
    """
    try:
        lock = read_toml(path, _LOCK_BYTES, path.parent)
        packages = [each for each in lock["package"] if "source" in each]
        return {(each["name"], each["version"], each["checksum"]) for each in packages}
    except (OSError, FileError, KeyError, TypeError):
        return None


def write(recipe: Recipe, source: Path, folder: Path) -> None:
    """Write the recipe's files into `folder`, as they lie in a bot's folder. Raises OSError."""
    for name, content in _files(recipe, source):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def digest(recipe: Recipe, source: Path, path: str) -> str:
    """The name of the entry: a hash of the files, commands and tools that it is made from.

    The tools are looked for on `path`, a PATH. They count by the paths, sizes and times of their
    files. To ask each of them for its version would take longer than some builds. Raises OSError.
    """
    hashed = hashlib.sha256(_FORM + platform.machine().encode())
    for name, content in _files(recipe, source):
        hashed.update(f"{name}\0{len(content)}\0".encode() + content)
    for word in (
        *recipe.packages_command,
        *recipe.command,
        *_tools(recipe, path),
        _version(recipe, path),
    ):
        hashed.update(f"{word}\0".encode())
    return hashed.hexdigest()[:32]


def _files(recipe: Recipe, source: Path) -> Iterator[tuple[str, bytes]]:
    """The contents of the recipe's files, each with its path in a bot's folder before it."""
    for pattern in recipe.files:
        for path in sorted(source.glob(pattern)):
            if path.is_file():
                name = path.relative_to(source).as_posix().removeprefix("template/")
                yield name, path.read_bytes().replace(_NAME, b"prepared")
    for name, text in recipe.stubs.items():
        yield name, text.encode()


def _tools(recipe: Recipe, path: str) -> Iterable[str]:
    for tool in recipe.tools:
        if program_path := shutil.which(tool, path=path):
            # A link may lead to another version tomorrow, so the file behind it is what counts.
            program = Path(program_path).resolve()
            status = program.stat()
            yield f"{program} {status.st_size} {status.st_mtime_ns}"


def _version(recipe: Recipe, path: str) -> str:
    """The output of the recipe's `version_command`; "" if there is none or it takes too long.

    It is also "" if the program is not found. Raises OSError when it cannot be started.
    """
    if not recipe.version_command:
        return ""
    name, *arguments = recipe.version_command
    program = shutil.which(name, path=path)
    if program is None:
        return ""
    try:
        done = subprocess.run(
            [program, *arguments],
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_VERSION_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.decode(errors="replace")
