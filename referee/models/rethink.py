"""Makes the messages by which a model is asked again after an answer that was no choice."""

from typing import Final

from referee.models.prompt import Message, Prompt
from referee.models.reading import Reading
from referee.models.reply import AnswerVerdict, Reply

_QUOTED: Final = 1_500
"""How many of the last characters of its answer a model is shown: the object is at the end."""

# What the model is told after the reason, by verdict.
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
_OBJECT_ONLY: Final = "Write the JSON object and nothing else, without any thought before it."
"""Added when two or more answers to the decision were cut off."""

_SHOWN: Final = (AnswerVerdict.UNREADABLE, AnswerVerdict.ILLEGAL, AnswerVerdict.AMBIGUOUS)
"""Verdicts after which the model is shown its answer."""


def ask_again(
    prompt: Prompt, reply: Reply, reading: Reading, how: str, truncated: int
) -> list[Message]:
    """The messages after an answer that was no choice; the verdict of `reading` must not be good.

    `how` are the sentences that say how to answer, `truncated` is the number of answers to this
    decision that were cut off so far.
    """
    verdict = reading.verdict
    short = [_OBJECT_ONLY] if truncated > 1 else []
    wish = " ".join([reading.why, _WISHES[verdict], *short, how])
    # A model that sees its refusal, or its answer that was cut off, tends to repeat it.
    shown = reply.text[-_QUOTED:] if verdict in _SHOWN else ""
    return prompt.again(shown, wish)
