"""The columns of the table of language models, whose figures differ from run to run."""

from typing import Final

from tournaments.present.columns import Column
from tournaments.present.figures import percent
from tournaments.ratings.model_usage import ModelUsage


def _ratio(amount: float, number: int, digits: int) -> str:
    """The amount divided by the number, with this many decimals; empty if the number is 0."""
    return f"{amount / number:.{digits}f}" if number else ""


MODELS: Final[tuple[Column[ModelUsage], ...]] = (
    Column("bot", lambda usage: usage.entrant, has_words=True),
    Column("matches", lambda usage: str(usage.matches), "Matches that were played.", importance=2),
    Column(
        "decisions",
        lambda usage: str(usage.decisions),
        "Decisions that the model was asked for.",
        importance=3,
    ),
    Column(
        "tokens a decision",
        lambda usage: _ratio(usage.tokens, usage.decisions, 0),
        "Tokens read and written, also those of asking again.",
    ),
    Column(
        "$ a match",
        lambda usage: _ratio(usage.cost, usage.matches, 4),
        "Dollars, by the prices of the file.",
    ),
    Column(
        "illegal first",
        lambda usage: percent(usage.illegal_first / usage.decisions) if usage.decisions else "",
        "Decisions whose first answer was an action that is not legal.",
    ),
    Column(
        "asked again",
        lambda usage: percent(usage.asked_again / usage.decisions) if usage.decisions else "",
        "Decisions whose first answer was no choice, whatever was wrong with it.",
        importance=5,
    ),
)
"""The columns of the table, which has a line for each language model that has played."""
