"""How the dependencies of bots in each language are prepared, which all their builds begin with.

What is prepared is our own template with its lock file, or as little of it as makes its tools get
and compile all that it depends on.
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
"""By language: the folder with `template` and `stych`, of which a new bot is made."""
_NAME: Final = b"@NAME@"
_FORM: Final = b"1"
"""Of what is kept and how; what was made in another form is made anew."""
_VERSION_SECONDS: Final = 20.0
_LOCK_BYTES: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class Recipe:
    """How what bots in a language depend on is made, and which of it is kept."""

    called: str
    """The language, as it is named in a sentence."""
    mark: str
    """The file in a bot's folder that says that the bot is of this language."""
    command: tuple[str, ...]
    files: tuple[str, ...]
    """Patterns of the files of the template and the SDK that are needed: below the language's
    folder, where `template` stands for the bot's own."""
    tools: tuple[str, ...]
    """The programs whose change makes it worth while to prepare all anew."""
    stubs: Mapping[str, str] = field(default_factory=dict)
    """Files with little in them in the place of the template's and the SDK's, by name."""
    version: tuple[str, ...] = ()
    """The command that tells a version which no file of `tools` shows."""
    caches: tuple[str, ...] = ()
    """What is kept of the folder of caches."""
    made: tuple[str, ...] = ()
    """What is kept of the bot's folder itself."""
    fixed: tuple[str, ...] = ()
    """The command that downloads what stays where it is, for builds to read: Cargo takes compiled
    packages for others when their sources lie elsewhere. Empty where nothing does."""
    lock: str = ""
    """The file of a bot that has to ask for no other packages than the template's; "" if any may
    be asked for."""
    own: tuple[str, ...] = ()
    """Beginnings of the names of what was made of stubs, which is not kept."""


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
        version=("rustc", "-vV"),
        # Of the packages for all systems, the most would be for others than this one.
        fixed=("sh", "-c", "cargo fetch --locked --target $(rustc -vV | sed -n 's/^host: //p')"),
        lock="Cargo.lock",
        made=("target",),
        # Cargo would take a bot's SDK for ours by the times of its files.
        own=("bot", "stych", "libstych"),
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
        made=("node_modules",),
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
"""By language. Python needs nothing, and C++ what the machine's packages have."""


def language_of(folder: Path, templates: Templates) -> str:
    """The language of the bot in the folder; "" if nothing can be prepared for it.

    Only a bot with the SDK in its folder, as `stych new` puts it there, is sure to gain by it.
    """
    if not (folder / "stych").is_dir():
        return ""
    known = (name for name in RECIPES if name in templates)
    return next((name for name in known if _suits(folder, RECIPES[name], templates[name])), "")


def _suits(folder: Path, recipe: Recipe, source: Path) -> bool:
    if not (folder / recipe.mark).is_file():
        return False
    # Without a lock file it cannot be known beforehand; what is missing then is built as usual.
    if not recipe.lock:
        return True
    own, ours = (_locked(place / recipe.lock) for place in (folder, source / "template"))
    return own is not None and ours is not None and own <= ours


def _locked(path: Path) -> set[tuple[str, str, str]] | None:
    """The packages from elsewhere in a lock file of Cargo's; None if it cannot be read."""
    try:
        told = read_toml(path, _LOCK_BYTES, path.parent)
        packages = [each for each in told["package"] if "source" in each]
        return {(each["name"], each["version"], each["checksum"]) for each in packages}
    except (OSError, FileError, KeyError, TypeError):
        return None


def write(recipe: Recipe, source: Path, folder: Path) -> None:
    """Write what is built into the folder. Raises OSError."""
    for name, content in _files(recipe, source):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def digest(recipe: Recipe, source: Path, path: str) -> str:
    """What is kept is called by this: by all that it is made of. Raises OSError.

    The tools, which are looked for on the `path`, are told by their files and not asked: to ask
    each of them would take longer than some builds.
    """
    hashed = hashlib.sha256(_FORM + platform.machine().encode())
    for name, content in _files(recipe, source):
        hashed.update(f"{name}\0{len(content)}\0".encode() + content)
    for word in (*recipe.fixed, *recipe.command, *_tools(recipe, path), _version(recipe, path)):
        hashed.update(f"{word}\0".encode())
    return hashed.hexdigest()[:32]


def _files(recipe: Recipe, source: Path) -> Iterator[tuple[str, bytes]]:
    """The files by name, in order."""
    for pattern in recipe.files:
        for path in sorted(source.glob(pattern)):
            if path.is_file():
                name = path.relative_to(source).as_posix().removeprefix("template/")
                yield name, path.read_bytes().replace(_NAME, b"prepared")
    for name, text in recipe.stubs.items():
        yield name, text.encode()


def _tools(recipe: Recipe, path: str) -> Iterable[str]:
    for tool in recipe.tools:
        if found := shutil.which(tool, path=path):
            # Behind a link there may be another version tomorrow, under the same name.
            place = Path(found).resolve()
            there = place.stat()
            yield f"{place} {there.st_size} {there.st_mtime_ns}"


def _version(recipe: Recipe, path: str) -> str:
    program = shutil.which(recipe.version[0], path=path) if recipe.version else None
    if program is None:
        return ""
    try:
        done = subprocess.run(
            [program, *recipe.version[1:]],
            cwd="/",
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_VERSION_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout.decode(errors="replace")
