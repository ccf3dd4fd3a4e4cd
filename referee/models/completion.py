"""Reads a chat completion, as endpoints of many kinds write it."""

import json
import math
from typing import Any, Final

from referee.models.costs import TOKEN
from referee.models.failures import EndpointError
from referee.models.reply import Reply

_FAILED: Final = ("error", "abort", "cancelled")
"""How endpoints say that something other than the model ended an answer."""


def read_completion(body: str, request: dict[str, Any], milliseconds: float) -> Reply:
    """The reply in the answer to a request. Raises EndpointError for anything else."""
    usage: Any = None
    try:
        values = json.loads(body)
        # First of all: what is no reply may have cost something as well.
        usage = values.get("usage")
        choice = values["choices"][0]
        # One choice is asked for; an endpoint that sends more has no other use for them.
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
    # One that was cut off has written all that it may, in reasoning that nobody sees.
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
    """The text of a message: a text, or parts of which some are texts.

    Raises TypeError for anything else: the endpoint made it, and not the model.
    """
    if isinstance(content, list):
        content = "".join(_text(part.get("text")) for part in content)
    if content is not None and not isinstance(content, str):
        raise TypeError(type(content))
    # Halves of characters can come in JSON, and can be neither kept nor sent on.
    return (content or "").encode("utf-8", "replace").decode()


def prompt_length(request: dict[str, Any]) -> int:
    """The characters of a request's messages."""
    return sum(len(message["content"]) for message in request["messages"])


def untold(request: dict[str, Any], length: float) -> tuple[int, int]:
    """The tokens read and written where nobody tells them, for an answer of so many characters.

    Some four characters are a token, and no answer has more than the request allows.
    """
    asked = prompt_length(request)
    most = request.get("max_tokens") or request.get("max_completion_tokens") or 0
    return -(-asked // TOKEN), most if length > most * TOKEN else -(-int(length) // TOKEN)


def _usage(usage: Any, request: dict[str, Any], length: float) -> tuple[int, int]:
    """The tokens that were read and written, as they are told or else as they must have been."""
    # Some endpoints leave it out, and a budget must not stand still then.
    told = usage if isinstance(usage, dict) else {}
    read, written = untold(request, length)
    return _count(told.get("prompt_tokens"), read), _count(told.get("completion_tokens"), written)


def _count(told: Any, otherwise: int) -> int:
    real = isinstance(told, int) and not isinstance(told, bool) and 0 <= told < 10**12
    return told if real else otherwise
