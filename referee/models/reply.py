"""What a model said to one prompt, as far as anything here needs it."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of a model, as the endpoint gave it."""

    text: str = ""
    """What it wrote; reasoning that the endpoint keeps apart is not in it."""
    finish: str = "stop"
    """Why it ended, in the endpoint's words; "length" when it was cut off."""
    refusal: str = ""
    """Its refusal, where the endpoint tells one apart."""
    called_tool: bool = False
    """Whether it called a tool; there are none."""
    read: int = 0
    """Tokens of the prompt."""
    written: int = 0
    """Tokens of the answer, reasoning among them."""
    milliseconds: float = 0.0
    """How long it took."""


class AnswerVerdict(StrEnum):
    """What an answer came to; docs/llm.md says of each how the model is asked again."""

    GOOD = "good"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    REFUSAL = "refusal"
    TOOL_CALL = "tool call"
