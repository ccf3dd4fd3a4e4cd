"""How a model is asked again, by what was wrong with its answer."""

from typing import Final

from referee.models.prompt import Message, Prompt
from referee.models.reading import Reading
from referee.models.reply import AnswerVerdict, Reply

_QUOTED: Final = 1_500
"""Characters of its answer that a model is shown again, the last ones: there the object stands."""

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
"""What is added from the second time on that an answer was cut off."""

_SHOWN: Final = (AnswerVerdict.UNREADABLE, AnswerVerdict.ILLEGAL, AnswerVerdict.AMBIGUOUS)
"""Verdicts after which the model sees its answer again; else there is none worth seeing."""


def ask_again(
    prompt: Prompt, reply: Reply, reading: Reading, wanted: str, truncated: int
) -> list[Message]:
    """The messages after an answer that was no choice.

    `wanted` says how to answer, `truncated` how many answers to this decision were cut off so far.
    """
    verdict = reading.verdict
    short = [_AGAIN] if truncated > 1 else []
    wish = " ".join([reading.why, _WISHES[verdict], *short, wanted])
    # A refusal or an answer that was cut off would be repeated if it were shown.
    shown = reply.text[-_QUOTED:] if verdict in _SHOWN else ""
    return prompt.again(shown, wish)
