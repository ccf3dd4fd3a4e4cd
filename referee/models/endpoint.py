"""Asks a model's endpoint over HTTP: one request, and one reply or the endpoint's failure."""

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

from referee.models.completion import assumed_usage, prompt_length, read_completion
from referee.models.failures import EndpointError, status_error
from referee.models.reply import Reply
from referee.models.settings import ModelSettings
from referee.text import one_line

_MOST_BYTES: Final = 1 << 20
"""The most bytes of an answer that are read."""
_MOST_SHOWN: Final = 200
"""The most characters of an endpoint's or a library's error that are shown."""
_NO_KEY: Final = "none"
"""Sent as the key to an endpoint that needs none, since the client always sends one."""
_HIDDEN: Final = "[key]"
"""Replaces the key in texts of the endpoint and of libraries."""
_CONNECT_S: Final = 20
"""The most seconds that connecting may take."""
_NOT_SENT: Final = ("ConnectTimeout", "PoolTimeout")
"""Timeouts before a request was sent: by name, as their package depends on the client's version."""
_SHORTEST_KEY: Final = 8
"""The length of the shortest key that is removed from texts. A shorter one may occur in a text by
chance."""
# Headers that the client would take from the environment, whatever the endpoint is.
_LEFT_OUT: Final = {"OpenAI-Organization": Omit(), "OpenAI-Project": Omit()}


class ModelEndpoint:
    """An endpoint that speaks the protocol of OpenAI's chat completions.

    A key of `_SHORTEST_KEY` characters or more is only in requests: it is removed from every text
    of the endpoint before the text is used.
    """

    def __init__(self, settings: ModelSettings) -> None:
        """Read the key from the environment of this process; the client is made later."""
        # Otherwise these libraries would write each request to the log of this process.
        for name in ("openai", "httpx", "httpx2", "httpcore", "httpcore2"):
            logging.getLogger(name).setLevel(logging.WARNING)
        self._settings = settings
        self._key = os.environ.get(settings.key_env or "", "")
        self._client: AsyncOpenAI | None = None

    def _get_client(self) -> AsyncOpenAI:
        """The client, which is made at the first request. Raises EndpointError if that fails."""
        if self._client:
            return self._client
        try:
            self._client = self._new_client()
        # The client reads proxies and certificates from the environment; its errors are of many
        # types.
        except Exception as error:
            cause = one_line(self._without_key(str(error)), _MOST_SHOWN)
            url = self._settings.base_url
            why = f"no connection to {url} can be made from this machine: {cause}"
            raise EndpointError(why, passing=False) from None
        return self._client

    def _new_client(self) -> AsyncOpenAI:
        settings = self._settings
        # Over plain HTTP nothing is encrypted, so certificate authorities are not read, which would
        # take a moment. A context without them trusts nobody.
        plain = settings.is_local and settings.base_url.startswith("http://")
        verify = SSLContext(PROTOCOL_TLS_CLIENT) if plain else True
        return AsyncOpenAI(
            api_key=self._key or _NO_KEY,
            # Otherwise the client takes this key from the environment, whatever the endpoint is.
            admin_api_key=_NO_KEY,
            base_url=settings.base_url,
            # ModelClient asks again itself, so that a wait is visible, and ends with the run.
            max_retries=0,
            timeout=Timeout(settings.answer_s, connect=min(settings.answer_s / 2, _CONNECT_S)),
            # A local endpoint needs no proxy. A redirect could send prompts anywhere.
            http_client=HttpClient(
                follow_redirects=False, trust_env=not settings.is_local, verify=verify
            ),
        )

    async def ask(self, request: dict[str, Any]) -> Reply:
        """The reply to a request, within `answer_s` seconds. Raises EndpointError."""
        start = monotonic()
        try:
            async with asyncio.timeout(self._settings.answer_s):
                body = await self._body(request)
        except (TimeoutError, APITimeoutError) as error:
            if type(error.__cause__).__name__ in _NOT_SENT:
                why = "its endpoint cannot be reached: no connection in time"
                raise EndpointError(why) from None
            why = f"its endpoint did not answer within {self._settings.answer_s} s"
            # Many endpoints charge for what the model wrote until then. Its length is unknown, so
            # the most that the request allows is assumed.
            raise EndpointError(why, used=assumed_usage(request, math.inf)) from None
        except APIStatusError as error:
            header = error.response.headers.get("retry-after")
            message = one_line(self._without_key(_message(error.body)), _MOST_SHOWN)
            length = prompt_length(request)
            raise status_error(error.status_code, header, message, length) from None
        except APIConnectionError as error:
            cause = one_line(self._without_key(str(error.__cause__ or error)), _MOST_SHOWN)
            raise EndpointError(f"its endpoint cannot be reached: {cause}") from None
        # The library below the client raises other errors. The EndpointErrors of `_body` come here
        # as well, and are raised again as they are.
        except Exception as error:
            raise self._broken_off(error, (0, 0)) from None
        milliseconds = (monotonic() - start) * 1000
        reply = read_completion(body.decode("utf-8", "replace"), request, milliseconds)
        # The key is removed from the decoded texts, since JSON can write it in many ways.
        texts = (self._without_key(each) for each in (reply.text, reply.finish, reply.refusal))
        text, finish, refusal = texts
        return replace(reply, text=text, finish=finish, refusal=refusal)

    async def close(self) -> None:
        """Close all connections to the endpoint."""
        if self._client:
            await self._client.close()

    async def _body(self, request: dict[str, Any]) -> bytes:
        """The body of the endpoint's answer.

        Raises EndpointError, or an error of the client or of the library below it.
        """
        ask = self._get_client().chat.completions.with_streaming_response.create
        # Streamed, so that an endless answer is refused before it fills the memory.
        async with ask(**request, extra_headers=_LEFT_OUT) as response:
            content_type = response.headers.get("content-type", "")
            if "json" not in content_type:
                shown = one_line(self._without_key(content_type), 60)
                raise EndpointError(f"its endpoint answered with {shown or 'no type'}, not JSON")
            try:
                return await _whole(response, request)
            # The answer had begun: what the model has written may have to be paid for.
            except Exception as error:
                raise self._broken_off(error, assumed_usage(request, math.inf)) from None

    def _broken_off(self, error: Exception, used: tuple[int, int]) -> Exception:
        """The EndpointError for an error of the library below the client.

        `used` are the tokens that have to be paid for. An EndpointError, and an error that must be
        a bug of the referee, are returned as they are.
        """
        if isinstance(error, EndpointError | TypeError | AttributeError):
            return error
        cause = one_line(self._without_key(str(error) or type(error).__name__), _MOST_SHOWN)
        return EndpointError(f"its endpoint's answer broke off: {cause}", used=used)

    def _without_key(self, text: str) -> str:
        """The text with _HIDDEN in the place of the key, which some endpoints repeat."""
        return text.replace(self._key, _HIDDEN) if len(self._key) >= _SHORTEST_KEY else text


async def _whole(response: AsyncAPIResponse[Any], request: dict[str, Any]) -> bytes:
    """The body of the answer to the request. Raises EndpointError when it is too long."""
    body = bytearray()
    async for chunk in response.iter_bytes():
        body += chunk
        if len(body) > _MOST_BYTES:
            why = f"its endpoint's answer has more than {_MOST_BYTES} bytes"
            raise EndpointError(why, used=assumed_usage(request, len(body)))
    return bytes(body)


def _message(body: Any) -> str:
    """The message in the body of an endpoint's error; "" if there is none."""
    message = body.get("message") if isinstance(body, dict) else body
    return message if isinstance(message, str) else ""
