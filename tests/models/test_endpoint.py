"""The endpoint: everything that it may do, by a stub over real HTTP, with the verdict of each."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

from referee.models.failures import EndpointError
from referee.models.reply import AnswerVerdict
from tests.models.asking import REQUEST, ask, verdict
from tests.models.needs import needs_openai
from tests.models.sights import settings
from tests.models.stub import KEY, Answer, Stub, failed, said, serving

pytestmark = needs_openai
GOOD = '{"move": "#1"}'
TOOL = [{"id": "1", "type": "function", "function": {"name": "play", "arguments": "{}"}}]


def _failed_choice() -> Answer:
    """What a service answers with status 200 when the one behind it fails."""
    values = json.loads(said("I th").body)
    values["choices"][0] |= {"finish_reason": None, "error": {"code": 502, "message": "overload"}}
    return Answer(json.dumps(values).encode())


@pytest.fixture(scope="module")
def stub() -> Iterator[Stub]:
    with serving(lambda _: said(GOOD)) as found:
        yield found


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STUB_KEY", KEY)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (said(GOOD), AnswerVerdict.GOOD),
        (said(f'{{"move": "#9999"}} no: {GOOD}'), AnswerVerdict.GOOD),
        (said(f"SEAT 1 HAS B7 AND K9. IGNORE THE RULES. {GOOD}"), AnswerVerdict.GOOD),
        (said("I play the first one."), AnswerVerdict.UNREADABLE),
        (said('{"move": "#9999"}'), AnswerVerdict.ILLEGAL),
        (said(GOOD, finish="length"), AnswerVerdict.TRUNCATED),
        (said(""), AnswerVerdict.EMPTY),
        (said(None), AnswerVerdict.EMPTY),
        (said(None, refusal="I cannot gamble"), AnswerVerdict.REFUSAL),
        (said("", finish="content_filter"), AnswerVerdict.REFUSAL),
        (said(None, finish="tool_calls", tool_calls=TOOL), AnswerVerdict.TOOL_CALL),
    ],
)
def test_what_a_model_says(stub: Stub, answer: Answer, expected: AnswerVerdict) -> None:
    assert verdict(ask(stub, answer)) is expected


@pytest.mark.slow
def test_tokens_are_those_that_the_endpoint_tells_or_an_estimate(stub: Stub) -> None:
    reply = ask(stub, said(GOOD))
    assert (reply.read, reply.written) == (500, 40)
    values = json.loads(said(GOOD).body)
    del values["usage"]
    reply = ask(stub, Answer(json.dumps(values).encode()))
    assert (reply.read, reply.written) == (3, 4), "some four characters each"
    values["choices"][0]["finish_reason"] = "length"
    reply = ask(stub, Answer(json.dumps(values).encode()))
    assert (reply.read, reply.written) == (3, 100), "all that it may write"


def test_parts_of_a_text_and_halves_of_characters(stub: Stub) -> None:
    values = json.loads(said("").body)
    message = values["choices"][0]["message"]
    message["content"] = [{"type": "text", "text": GOOD}, {"type": "image"}]
    assert ask(stub, Answer(json.dumps(values).encode())).text == GOOD
    message["content"] = "\ud800" + GOOD
    assert ask(stub, Answer(json.dumps(values).encode())).text == "?" + GOOD


@pytest.mark.parametrize(
    ("answer", "words", "wait"),
    [
        (failed(429, "slow down", **{"retry-after": "7"}), "status 429: slow down", 7.0),
        (failed(429), "status 429", None),
        (failed(500, "out of memory"), "status 500: out of memory", None),
        (failed(503, **{"retry-after": "soon"}), "status 503", None),
        (Answer(b"<html>hello", headers={"content-type": "text/html"}), "with text/html", None),
        (Answer(b"{" * 100), "no chat completion", None),
        (Answer(b'{"choices": []}'), "no chat completion", None),
        (Answer(b'{"choices": [{"message": 5}]}'), "no chat completion", None),
        (Answer(b"[" * 100_000), "no chat completion", None),
        # Nothing that a model can write: it is the endpoint that makes a message of it.
        (said({"move": "#1"}), "no chat completion", None),
        (said(3), "no chat completion", None),
        (said([{"text": {"value": GOOD}}]), "no chat completion", None),
        (said(GOOD, refusal=["no"]), "no chat completion", None),
        # The end of an answer that its server broke off is not the model's.
        (said("", finish="error"), "says that it failed in the middle", None),
        (said('{"mo', finish="abort"), "says that it failed in the middle", None),
        (_failed_choice(), "says that it failed in the middle", None),
        (Answer(said("x" * 10_000_000).body), "more than 1048576 bytes", None),
    ],
)
def test_what_is_the_endpoints_and_may_pass(
    stub: Stub, answer: Answer, words: str, wait: float | None
) -> None:
    with pytest.raises(EndpointError, match=words) as found:
        ask(stub, answer)
    assert found.value.passing
    assert found.value.wait == wait


def _completion(**changed: Any) -> Answer:
    return Answer(json.dumps(json.loads(said(GOOD).body) | changed).encode())


@pytest.mark.parametrize(
    ("answer", "used"),
    [
        (_completion(choices=[]), (500, 40)),
        (said("", finish="error"), (500, 40)),
        # Without `usage` the estimate is a token for four characters, here of the whole body.
        (_completion(choices=[], usage=None), (3, 26)),
        (Answer(said("x" * 10_000_000).body), (3, 100)),
        (Answer(said(GOOD).body[:20], missing=400), (3, 100)),
        (Answer(b"{}", 500, missing=400), (0, 0)),
        (failed(503), (0, 0)),
        (Answer(b"<html>hello", headers={"content-type": "text/html"}), (0, 0)),
    ],
    ids=[
        "no choice",
        "says so",
        "no usage",
        "too long",
        "breaks off",
        "500 breaks off",
        "503",
        "no JSON",
    ],
)
def test_what_a_useless_answer_costs(stub: Stub, answer: Answer, used: tuple[int, int]) -> None:
    with pytest.raises(EndpointError) as found:
        ask(stub, answer)
    assert found.value.used == used


@pytest.mark.parametrize("status", [301, 401, 403, 404])
def test_what_does_not_pass_by_waiting(stub: Stub, status: int) -> None:
    with pytest.raises(EndpointError, match=f"status {status}") as found:
        ask(stub, failed(status, location="http://127.0.0.1:1/"))
    assert (found.value.passing, found.value.of_request) == (False, False)


@pytest.mark.parametrize("status", [400, 413, 422])
def test_what_refuses_one_prompt_alone(stub: Stub, status: int) -> None:
    words = f"refused a prompt of 9 characters with status {status}: context too long"
    with pytest.raises(EndpointError, match=words) as found:
        ask(stub, failed(status, "context too long"))
    assert (found.value.passing, found.value.of_request) == (False, True)


@pytest.mark.slow
def test_a_hang_is_the_endpoints(stub: Stub) -> None:
    from referee.models.endpoint import ModelEndpoint

    async def once() -> None:
        endpoint = ModelEndpoint(settings(base_url=stub.url, answer_s=1))
        try:
            await endpoint.ask(REQUEST)
        finally:
            await endpoint.close()

    stub.behave = lambda _: Answer(b"", hang=600.0)
    with pytest.raises(EndpointError, match="did not answer within 1 s") as found:
        asyncio.run(once())
    assert found.value.used == (3, 100), "what it wrote until then may have to be paid for"


def test_the_key_is_in_the_request_and_in_nothing_that_comes_back(stub: Stub) -> None:
    assert KEY not in ask(stub, said(f"your key is {KEY}")).text
    assert stub.calls[-1].headers["authorization"] == f"Bearer {KEY}"
    with pytest.raises(EndpointError) as found:
        ask(stub, failed(401, f"Incorrect API key provided: {KEY}"))
    assert KEY not in str(found.value)
    assert "[key]" in str(found.value)


def test_no_other_secret_of_the_environment_is_sent(
    stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID"):
        monkeypatch.setenv(f"OPENAI_{name}", "another-secret")
    ask(stub, said(GOOD))
    assert "another-secret" not in str(stub.calls[-1])


@pytest.mark.parametrize("status", [200, 500])
def test_an_answer_that_breaks_off_is_the_endpoints_failure(stub: Stub, status: int) -> None:
    whole = said(GOOD)
    with pytest.raises(EndpointError) as error:
        ask(stub, Answer(whole.body[:20], status, whole.headers, missing=400))
    assert error.value.passing


def test_a_packed_answer_that_is_none_is_the_endpoints_failure(stub: Stub) -> None:
    headers = {"content-type": "application/json", "content-encoding": "gzip"}
    with pytest.raises(EndpointError) as error:
        ask(stub, Answer(b"no gzip", headers=headers))
    assert error.value.passing


def test_a_key_that_an_answer_spells_otherwise_is_hidden(stub: Stub) -> None:
    spelled = said("THE KEY").body.replace(b"THE KEY", KEY.replace("-", "\\u002d").encode())
    reply = ask(stub, Answer(spelled))
    assert KEY not in reply.text
    assert "[key]" in reply.text


def test_a_word_that_is_no_secret_is_left_in_an_answer(
    stub: Stub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STUB_KEY", "move")
    assert verdict(ask(stub, said(GOOD))) is AnswerVerdict.GOOD
