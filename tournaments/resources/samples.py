"""The sample bots that come with the package, which are named sample/NAME."""

from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.games.registry import GAMES
from referee.rpc.manifest import MANIFEST, read_manifest
from referee.text import did_you_mean
from tournaments.resources.place import place

_SAMPLES: Final = place("samples", "bots/python/examples")
_PREFIX: Final = "sample/"
_THUMB: Final = f"{_PREFIX}thumb"
"""Names the own sample bot of the game that is played (Game.sample_bot), if it has one: a bot that
plays by rules of thumb."""


def samples(game: str) -> list[str]:
    """The names of the sample bots that play the game, sorted; but `sample/thumb` comes first."""
    thumb = GAMES[game].sample_bot if game in GAMES else ""
    others = sorted(
        path.parent.name
        for path in _SAMPLES.glob(f"*/{MANIFEST}")
        if path.parent.name != thumb and game in read_manifest(path.parent).games
    )
    return [*([_THUMB] if thumb else []), *(f"{_PREFIX}{name}" for name in others)]


def sample_folder(name: str) -> Path | None:
    """The folder of this name among those of the sample bots; None if there is none."""
    # A name with slashes could lead out of the folder of the samples.
    if name and (_SAMPLES / name / MANIFEST).is_file() and Path(name).name == name:
        return _SAMPLES / name
    return None


def is_sample(text: str) -> bool:
    """Whether the text can name a sample bot."""
    return text.startswith(_PREFIX)


def sample(text: str, game: str) -> Path | None:
    """The folder of the sample bot that the text names for this game; None for another text.

    `sample/thumb` is the game's own sample bot; `sample/` and the name of its folder names it as
    well. Whether any other bot plays the game is not checked. Raises UserError when there is no
    sample bot of this name.
    """
    if not is_sample(text):
        return None
    thumb = GAMES[game].sample_bot if game in GAMES else ""
    name = thumb if text == _THUMB and thumb else text.removeprefix(_PREFIX)
    if folder := sample_folder(name):
        return folder
    known = samples(game)
    names, meant = ", ".join(known) or "none", did_you_mean(text, known)
    raise UserError(f"the sample bots that play {game}: {names}; received {text!r}{meant}")
