"""Reads chat completions, which endpoints write in different ways."""

import json
import math
from typing import Any, Final

from referee.models.costs import CHARACTERS_PER_TOKEN
from referee.models.failures import EndpointError
from referee.models.reply import Reply

_FAILED: Final = ("error", "abort", "cancelled")
"""Finish reasons that say that the endpoint failed, and not that the model ended its answer."""


def read_completion(body: str, request: dict[str, Any], milliseconds: float) -> Reply:
    """The reply in `body`, which came `milliseconds` after the request.

    Raises EndpointError when the body is no chat completion, or says that the endpoint failed.
    """
    usage: Any = None
    try:
        values = json.loads(body)
        # Read first: a body that is no chat completion may have to be paid for as well.
        usage = values.get("usage")
        choice = values["choices"][0]
        # Only one choice is asked for; any others are ignored.
        message = choice["message"]
        text, refusal = _text(message.get("content")), _text(message.get("refusal"))
        tools = bool(message.get("tool_calls") or message.get("function_call"))
        finish = str(choice.get("finish_reason") or "")
        failed = bool(choice.get("error")) or finish in _FAILED
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        why = "its endpoint's answer is no chat completion"
        raise EndpointError(why, used=_usage(usage, request, len(body))) from None
    if failed:
        why = "its endpoint's answer says that it failed in the middle"
        raise EndpointError(why, used=_usage(usage, request, len(body)))
    # An answer that was cut off has used up its tokens, maybe for reasoning that is not shown.
    length = math.inf if finish == "length" else len(text) + len(refusal)
    read, written = _usage(usage, request, length)
    return Reply(
        text=text,
        finish=finish,
        refusal=refusal,
        called_tool=tools or finish in ("tool_calls", "function_call"),
        read=read,
        written=written,
        milliseconds=round(milliseconds, 3),
    )


def _text(content: Any) -> str:
    """The text of a message's content: a string, None, or a list of parts with a text each.

    Raises TypeError or AttributeError for other content, which is the endpoint's failure.
    """
    if isinstance(content, list):
        content = "".join(_text(part.get("text")) for part in content)
    if content is not None and not isinstance(content, str):
        raise TypeError(type(content))
    # JSON can hold lone surrogates, which can be neither saved nor sent.
    return (content or "").encode("utf-8", "replace").decode()


def prompt_length(request: dict[str, Any]) -> int:
    """The number of characters in the messages of a request."""
    return sum(len(message["content"]) for message in request["messages"])


def assumed_usage(request: dict[str, Any], length: float) -> tuple[int, int]:
    """The tokens read and written that are assumed for an answer of `length` characters.

    They count where the endpoint does not say how many there were. An answer has at most the
    tokens that the request allows; an infinite `length` stands for this many.
    """
    read = math.ceil(prompt_length(request) / CHARACTERS_PER_TOKEN)
    limit = request.get("max_tokens") or request.get("max_completion_tokens") or 0
    # Compared before it is rounded, since infinity cannot be rounded.
    if length > limit * CHARACTERS_PER_TOKEN:
        return read, limit
    return read, math.ceil(length / CHARACTERS_PER_TOKEN)


def _usage(usage: Any, request: dict[str, Any], length: float) -> tuple[int, int]:
    """The tokens read and written: each as `usage` says, else as `assumed_usage` assumes."""
    # Some endpoints leave `usage` out; their answers have to count towards the budget as well.
    used = usage if isinstance(usage, dict) else {}
    read, written = assumed_usage(request, length)
    return _count(used.get("prompt_tokens"), read), _count(used.get("completion_tokens"), written)


def _count(stated: Any, assumed: int) -> int:
    """The stated number if it is a possible number of tokens, else the assumed one."""
    possible = isinstance(stated, int) and not isinstance(stated, bool) and 0 <= stated < 10**12
    return stated if possible else assumed
