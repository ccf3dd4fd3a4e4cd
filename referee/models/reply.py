"""A model's reply to one prompt, and the verdicts on replies."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer of a model, as the endpoint gave it."""

    text: str = ""
    """What the model wrote, without reasoning that the endpoint returns apart from it."""
    finish: str = "stop"
    """The endpoint's finish reason: "length" when the answer was cut off, "" if it names none."""
    refusal: str = ""
    """The refusal, if the endpoint returns it apart from the text; else ""."""
    called_tool: bool = False
    """Whether the model called a tool, although it was offered none."""
    read: int = 0
    """The number of tokens of the prompt, as the endpoint states it; else an assumed number."""
    written: int = 0
    """The number of tokens of the answer, including reasoning; stated or assumed like `read`."""
    milliseconds: float = 0.0
    """The time from the request to the whole answer."""


class AnswerVerdict(StrEnum):
    """The verdict on an answer; docs/llm.md says when each is given, and what is asked then."""

    GOOD = "good"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"
    TRUNCATED = "truncated"
    EMPTY = "empty"
    REFUSAL = "refusal"
    TOOL_CALL = "tool call"
