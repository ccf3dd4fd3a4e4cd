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
_OWN: Final = f"{_PREFIX}thumb"
"""How each game's own sample bot is named, which plays by rules of thumb."""


def samples(game: str) -> list[str]:
    """The sample bots that play the game, as they are named; the game's own one goes first."""
    own = GAMES[game].sample_bot if game in GAMES else ""
    found = sorted(
        path.parent.name
        for path in _SAMPLES.glob(f"*/{MANIFEST}")
        if path.parent.name != own and game in read_manifest(path.parent).games
    )
    return [*([_OWN] if own else []), *(f"{_PREFIX}{name}" for name in found)]


def is_sample(text: str) -> bool:
    """Whether the text can name a sample bot."""
    return text.startswith(_PREFIX)


def sample(text: str, game: str) -> Path | None:
    """The folder of the sample bot that the text names for this game; None for another text.

    `sample/thumb` is the game's own one, and can be named by its folder as well. Raises UserError
    when there is no sample of this name.
    """
    if not is_sample(text):
        return None
    own = GAMES[game].sample_bot if game in GAMES else ""
    name = own if text == _OWN and own else text.removeprefix(_PREFIX)
    if name and (_SAMPLES / name / MANIFEST).is_file() and Path(name).name == name:
        return _SAMPLES / name
    known = samples(game)
    told = f"{', '.join(known) or 'none'}; received {text!r}{did_you_mean(text, known)}"
    raise UserError(f"the sample bots that play {game}: {told}")
