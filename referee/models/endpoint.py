"""The endpoint of a model: one question, one reply, or the endpoint's failure."""

import asyncio
import logging
import math
import os
from dataclasses import replace
from ssl import PROTOCOL_TLS_CLIENT, SSLContext
from time import monotonic
from typing import Any, Final

from openai import (
    APIConnectionError,
    APIStatusError,
    APITimeoutError,
    AsyncAPIResponse,
    AsyncOpenAI,
    Omit,
    Timeout,
)
from openai import DefaultAsyncHttpxClient as HttpClient

from referee.models.completion import prompt_length, read_completion, untold
from referee.models.failures import EndpointError, of_status
from referee.models.reply import Reply
from referee.models.settings import ModelSettings
from referee.text import one_line

_MOST_BYTES: Final = 1 << 20
"""Bytes of an answer that are read."""
_SAID: Final = 200
"""Characters of what an endpoint says of its failure that are told."""
_NO_KEY: Final = "none"
"""What is sent to an endpoint without a key: the client sends something in any case."""
_HIDDEN: Final = "[key]"
_CONNECT_S: Final = 20
"""Seconds until a connection stands, at most."""
_NOT_SENT: Final = ("ConnectTimeout", "PoolTimeout")
"""Timeouts before a request was sent: by name, as their package depends on the client's version."""
_SHORTEST: Final = 8
"""Characters of a key that is searched for. A shorter one is no secret, and occurs by chance."""
# The client has them from variables of the environment, whatever the endpoint is.
_LEFT_OUT: Final = {"OpenAI-Organization": Omit(), "OpenAI-Project": Omit()}


class ModelEndpoint:
    """An endpoint that speaks the protocol of OpenAI's chat completions.

    The key is nowhere but in the requests: what comes back is searched for it.
    """

    def __init__(self, settings: ModelSettings) -> None:
        """The key is read from the environment of this process."""
        # Each request would else be told wherever this process logs to.
        for name in ("openai", "httpx", "httpx2", "httpcore", "httpcore2"):
            logging.getLogger(name).setLevel(logging.WARNING)
        self._settings = settings
        self._key = os.environ.get(settings.key_env or "", "")
        self._client: AsyncOpenAI | None = None

    def _opened(self) -> AsyncOpenAI:
        """The client, made at the first question. Raises EndpointError."""
        if self._client:
            return self._client
        try:
            self._client = self._made()
        # It looks at proxies and certificates of the environment, and has all kinds of errors.
        except Exception as error:
            cause = one_line(self._hidden(str(error)), _SAID)
            url = self._settings.base_url
            why = f"no connection to {url} can be made from this machine: {cause}"
            raise EndpointError(why, passing=False) from None
        return self._client

    def _made(self) -> AsyncOpenAI:
        settings = self._settings
        # Nothing is encrypted on the way to it: certificate authorities, which take a moment to
        # read, are not needed. Without them nobody is trusted.
        plain = settings.is_local and settings.base_url.startswith("http://")
        verify = SSLContext(PROTOCOL_TLS_CLIENT) if plain else True
        return AsyncOpenAI(
            api_key=self._key or _NO_KEY,
            # Else it is taken from a variable of the environment, whatever the endpoint is.
            admin_api_key=_NO_KEY,
            base_url=settings.base_url,
            # We wait ourselves: only so a wait is seen, and ends when the run is stopped.
            max_retries=0,
            timeout=Timeout(settings.answer_s, connect=min(settings.answer_s / 2, _CONNECT_S)),
            # A proxy is for endpoints elsewhere. A redirect could lead prompts anywhere.
            http_client=HttpClient(
                follow_redirects=False, trust_env=not settings.is_local, verify=verify
            ),
        )

    async def ask(self, request: dict[str, Any]) -> Reply:
        """The reply to a request. Raises EndpointError."""
        begun = monotonic()
        try:
            async with asyncio.timeout(self._settings.answer_s):
                body = await self._body(request)
        except (TimeoutError, APITimeoutError) as error:
            if type(error.__cause__).__name__ in _NOT_SENT:
                said = "its endpoint cannot be reached: no connection in time"
                raise EndpointError(said) from None
            said = f"its endpoint did not answer within {self._settings.answer_s} s"
            # Nobody tells what it wrote until then, and many have to be paid for it.
            raise EndpointError(said, used=untold(request, math.inf)) from None
        except APIStatusError as error:
            header = error.response.headers.get("retry-after")
            said = one_line(self._hidden(_message(error.body)), _SAID)
            raise of_status(error.status_code, header, said, prompt_length(request)) from None
        except APIConnectionError as error:
            cause = one_line(self._hidden(str(error.__cause__ or error)), _SAID)
            raise EndpointError(f"its endpoint cannot be reached: {cause}") from None
        # The library below the client has errors of its own, for an answer that breaks off.
        except Exception as error:
            raise self._broken_off(error, (0, 0)) from None
        taken = (monotonic() - begun) * 1000
        reply = read_completion(body.decode("utf-8", "replace"), request, taken)
        # Searched when it is decoded: JSON can write the key in many ways.
        found = (self._hidden(each) for each in (reply.text, reply.finish, reply.refusal))
        text, finish, refusal = found
        return replace(reply, text=text, finish=finish, refusal=refusal)

    async def close(self) -> None:
        """Close all its connections to the endpoint."""
        if self._client:
            await self._client.close()

    async def _body(self, request: dict[str, Any]) -> bytes:
        ask = self._opened().chat.completions.with_streaming_response.create
        # Streamed, so that an answer without end is not kept in memory before it is refused.
        async with ask(**request, extra_headers=_LEFT_OUT) as response:
            kind = response.headers.get("content-type", "")
            if "json" not in kind:
                shown = one_line(self._hidden(kind), 60)
                raise EndpointError(f"its endpoint answered with {shown or 'no type'}, not JSON")
            try:
                return await _whole(response, request)
            # Of an answer that had begun: the model has written what nobody can read.
            except Exception as error:
                raise self._broken_off(error, untold(request, math.inf)) from None

    def _broken_off(self, error: Exception, used: tuple[int, int]) -> Exception:
        """The endpoint's failure that an error of the library below the client comes to."""
        # These are no endpoint's, but ours.
        if isinstance(error, EndpointError | TypeError | AttributeError):
            return error
        cause = one_line(self._hidden(str(error) or type(error).__name__), _SAID)
        return EndpointError(f"its endpoint's answer broke off: {cause}", used=used)

    def _hidden(self, text: str) -> str:
        """The text without the key, which an endpoint may repeat."""
        return text.replace(self._key, _HIDDEN) if len(self._key) >= _SHORTEST else text


async def _whole(response: AsyncAPIResponse[Any], request: dict[str, Any]) -> bytes:
    """The body of the answer to the request. Raises EndpointError when it is too long."""
    body = bytearray()
    async for chunk in response.iter_bytes():
        body += chunk
        if len(body) > _MOST_BYTES:
            said = f"its endpoint's answer has more than {_MOST_BYTES} bytes"
            raise EndpointError(said, used=untold(request, len(body)))
    return bytes(body)


def _message(body: Any) -> str:
    """What an endpoint says of its failure."""
    found = body.get("message") if isinstance(body, dict) else body
    return found if isinstance(found, str) else ""
