"""The folder below which tools read and write, and the texts by which agents name files in it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.errors import UserError
from referee.text import quoted
from tournaments.config.named_models import model_name
from tournaments.config.tournament_file import QUICK
from tournaments.resources.examples import examples
from tournaments.resources.samples import is_sample
from tournaments.submissions.reference import Reference

_LONGEST: Final = 1000
"""The most characters of a path: messages repeat it."""


@dataclass(frozen=True, slots=True)
class AgentFolder:
    """The folder that was given to agents, and the data folder, which they reach by ids alone."""

    root: Path
    """The folder of the agents, as an absolute path without links and dots."""
    data: Path
    """The data folder, as an absolute path; it may be inside of `root`."""

    def inside(self, text: str) -> Path:
        """The absolute path that `text` names, relative to the folder, without links and dots.

        Raises UserError for a path that is outside of the folder, or in the data folder.
        """
        if len(text) > _LONGEST:
            raise UserError(f"paths have {_LONGEST} characters at most; received {len(text)}")
        try:
            # Links are followed first: a link that leads out of the folder is outside.
            path = (self.root / text).resolve()
        except (OSError, ValueError, RuntimeError):
            raise UserError(f"this is no path: {quoted(text)}") from None
        if not text or not text.isprintable() or not path.is_relative_to(self.root):
            raise UserError(
                f"paths must be below {self.root}, links followed; received {quoted(text)}"
            )
        if path.is_relative_to(self.data.resolve()):
            raise UserError(
                f"the data folder {self.data} is reached by ids alone; received {quoted(text)}"
            )
        return path

    def bot_folder(self, text: str) -> Path:
        """The folder of a bot, as `inside`. Raises UserError also if the data folder is in it.

        A bot may read all of its folder, and its build may write to it.
        """
        path = self.inside(text)
        if self.data.resolve().is_relative_to(path):
            raise UserError(
                f"the folder of a bot must not have the data folder {self.data} in it; received"
                f" {quoted(text)}: keep results elsewhere with `stych --data DIR mcp`"
            )
        return path

    def bot(self, text: str) -> str:
        """A bot as commands take it: the absolute path of a folder, NAME@N or sample/NAME.

        Raises UserError for a language model, and for a path that `bot_folder` refuses.
        """
        if Reference.of(text) or (is_sample(text) and not (self.root / text).exists()):
            return text
        # An absolute path cannot be taken for a sample, a stored bot or an option.
        path = str(self.bot_folder(text))
        # The file of a model says where its endpoint is, and which variable holds the key. A file
        # that an agent wrote could send any secret of the environment to any address.
        if model_name(path) is not None:
            raise UserError(f"language models are for the operator alone; received {quoted(text)}")
        return path

    def tournament(self, text: str) -> str:
        """A tournament as commands take it: an absolute path, the name of an example, play or duel.

        A file in the folder goes before an example, `play` or `duel` of the same name. Raises
        UserError for a path that `inside` refuses.
        """
        is_name = text in QUICK or text in examples()
        return text if is_name and not (self.root / text).exists() else str(self.inside(text))
