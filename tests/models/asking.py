"""A request, what the stub's answer to it is taken for, and the verdict on that."""

import asyncio
from typing import Any

from referee.models.reading import read
from referee.models.reply import AnswerVerdict, Reply
from tests.models.sights import decision, settings
from tests.models.stub import Answer, Stub

REQUEST: dict[str, Any] = {
    "model": "stub",
    "messages": [{"role": "system", "content": "s"}, {"role": "user", "content": "question"}],
    "max_tokens": 100,
}


def ask(stub: Stub, answer: Answer, **more: Any) -> Reply:
    """What the endpoint's answer is taken for. Raises EndpointError."""
    from referee.models.endpoint import ModelEndpoint

    async def once() -> Reply:
        own = settings(base_url=stub.url, key_env="STUB_KEY", answer_s=20, **more)
        endpoint = ModelEndpoint(own)
        try:
            return await endpoint.ask(REQUEST)
        finally:
            await endpoint.close()

    stub.behave = lambda _: answer
    return asyncio.run(once())


def verdict(reply: Reply) -> AnswerVerdict:
    own = decision("fox")
    return read(reply, own.sight, own.seen, own.legal).verdict
