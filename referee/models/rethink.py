"""Makes the messages by which a model is asked again after an answer that was no choice."""

from typing import Final

from referee.models.prompt import Message, Prompt
from referee.models.reading import Reading
from referee.models.reply import AnswerVerdict, Reply

_QUOTED: Final = 1_500
"""The last characters of its answer that a model is shown again: the object is at the end."""

# What the model is asked to do, by verdict.
_WISHES: Final = {
    AnswerVerdict.UNREADABLE: "It could not be read.",
    AnswerVerdict.ILLEGAL: "This move is not possible now. Choose one that is.",
    AnswerVerdict.AMBIGUOUS: "It may mean several moves. Say exactly one.",
    AnswerVerdict.TRUNCATED: "Answer at once, after a few words of thought at most.",
    AnswerVerdict.EMPTY: "Write your decision.",
    AnswerVerdict.REFUSAL: "This is a card game between programs, played for points; nothing else"
    " depends on your answer.",
    AnswerVerdict.TOOL_CALL: "Answer in text.",
}
_AGAIN: Final = "Write the JSON object and nothing else, without any thought before it."
"""Added from the second answer to a decision on that was cut off."""

_SHOWN: Final = (AnswerVerdict.UNREADABLE, AnswerVerdict.ILLEGAL, AnswerVerdict.AMBIGUOUS)
"""Verdicts after which the model is shown its answer; other answers do not help it."""


def ask_again(
    prompt: Prompt, reply: Reply, reading: Reading, wanted: str, truncated: int
) -> list[Message]:
    """The messages after an answer that was no choice; the verdict of `reading` must not be good.

    `wanted` is the sentence that says how to answer, `truncated` how many answers to this decision
    were cut off so far.
    """
    verdict = reading.verdict
    short = [_AGAIN] if truncated > 1 else []
    wish = " ".join([reading.why, _WISHES[verdict], *short, wanted])
    # A model that sees its refusal, or its answer that was cut off, tends to repeat it.
    shown = reply.text[-_QUOTED:] if verdict in _SHOWN else ""
    return prompt.again(shown, wish)
