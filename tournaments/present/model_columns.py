"""The columns of the table of language models, which is measured and differs from run to run."""

from typing import Final

from tournaments.present.columns import Column
from tournaments.present.figures import percent
from tournaments.ratings.model_usage import ModelUsage


def _per(value: float, number: int, digits: int) -> str:
    return f"{value / number:.{digits}f}" if number else ""


MODELS: Final[tuple[Column[ModelUsage], ...]] = (
    Column("bot", lambda own: own.entrant, words=True),
    Column("matches", lambda own: str(own.matches), "Matches that were played.", keep=2),
    Column(
        "decisions",
        lambda own: str(own.decisions),
        "Decisions that the model was asked for.",
        keep=3,
    ),
    Column(
        "tokens a decision",
        lambda own: _per(own.tokens, own.decisions, 0),
        "Tokens read and written, with all that it was asked again.",
    ),
    Column(
        "$ a match",
        lambda own: _per(own.cost, own.matches, 4),
        "Dollars, by the prices of the file.",
    ),
    Column(
        "illegal first",
        lambda own: percent(own.illegal_first / own.decisions) if own.decisions else "",
        "Decisions whose first answer was an action that is not legal.",
    ),
    Column(
        "asked again",
        lambda own: percent(own.asked_again / own.decisions) if own.decisions else "",
        "Decisions whose first answer was no choice, whatever was wrong with it.",
        keep=5,
    ),
)
"""The columns of the table of language models."""
