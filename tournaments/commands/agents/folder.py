"""The one folder below which tools read and write, and how bots and tournaments in it are named."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.text import shown
from tournaments.config.named_models import model_name
from tournaments.config.tournament_file import QUICK
from tournaments.resources.examples import examples
from tournaments.resources.samples import is_sample
from tournaments.submissions.reference import Reference

_LONGEST: Final = 1000
"""Characters of a path that is named; messages repeat it."""


@dataclass(frozen=True, slots=True)
class AgentFolder:
    """The folder that was given to agents, and the data folder, which they reach by ids alone."""

    root: Path
    """Resolved: without links and dots."""
    data: Path
    """Absolute."""

    def inside(self, text: str) -> Path:
        """The path that the text names, relative to the folder, without links and dots.

        Raises UserError for what is not below the folder.
        """
        if len(text) > _LONGEST:
            raise UserError(f"paths have {_LONGEST} characters at most; received {len(text)}")
        try:
            # Links are followed first: one that leads elsewhere is outside, wherever it stands.
            path = (self.root / text).resolve()
        except (OSError, ValueError, RuntimeError):
            raise UserError(f"this is no path: {shown(text)}") from None
        if not text or not text.isprintable() or not path.is_relative_to(self.root):
            raise UserError(
                f"paths must be below {self.root}, links followed; received {shown(text)}"
            )
        if path.is_relative_to(self.data.resolve()):
            raise UserError(
                f"the data folder {self.data} is reached by ids alone; received {shown(text)}"
            )
        return path

    def bot_folder(self, text: str) -> Path:
        """The folder of a bot, as `inside`. Raises UserError also for one around the data folder.

        A bot reads all of its folder, and its build writes to it.
        """
        path = self.inside(text)
        if self.data.resolve().is_relative_to(path):
            raise UserError(
                f"the folder of a bot must not have the data folder {self.data} in it; received"
                f" {shown(text)}: keep results elsewhere with `stych --data DIR mcp`"
            )
        return path

    def bot(self, text: str) -> str:
        """A bot as the commands take it: a folder below this one, NAME@N or sample/NAME.

        Raises UserError, also for a language model.
        """
        if Reference.of(text) or (is_sample(text) and not (self.root / text).exists()):
            return text
        # In full, so that no command takes it for a sample, a stored bot or an option.
        path = str(self.bot_folder(text))
        # Its file says where it is and which variable holds the key: one that an agent wrote could
        # send any secret of the environment anywhere.
        if model_name(path) is not None:
            raise UserError(f"language models are for the operator alone; received {shown(text)}")
        return path

    def tournament(self, text: str) -> str:
        """A tournament as the commands take it: a file, the name of an example, play or duel.

        Raises UserError.
        """
        known = text in QUICK or text in examples()
        return text if known and not (self.root / text).exists() else str(self.inside(text))
