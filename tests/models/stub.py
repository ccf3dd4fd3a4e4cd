"""A stub endpoint for language models, by the standard library: it does whatever tests want."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import Random
from typing import Any

KEY = "sk-stub-5f0c2ab7e9d14c3f"
"""The key that tests give to Štych, which may show it in requests alone; the stub checks none."""


@dataclass(frozen=True)
class Call:
    """A request that came."""

    model: str
    messages: tuple[tuple[str, str], ...]
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def prompt(self) -> str:
        """The question, without what was asked again."""
        return self.messages[1][1]

    @property
    def attempts(self) -> int:
        """How many answers to the decision came before, as far as the messages show."""
        return sum(role == "assistant" for role, _ in self.messages)


@dataclass(frozen=True)
class Answer:
    """What goes over the wire."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=lambda: {"content-type": "application/json"})
    hang: float = 0.0
    """Seconds before it is sent."""
    missing: int = 0
    """Bytes that are promised and never come: the connection ends before them."""


Behaviour = Callable[[Call], Answer]


def said(content: object, finish: str = "stop", **message: Any) -> Answer:
    """A chat completion with this content: a text, None, or what no completion should have."""
    own = {"role": "assistant", "content": content, **message}
    choice = {"index": 0, "finish_reason": finish, "message": own}
    usage = {"prompt_tokens": 500, "completion_tokens": 40, "total_tokens": 540}
    values = {"id": "x", "object": "chat.completion", "created": 1, "model": "stub"}
    return Answer(json.dumps(values | {"choices": [choice], "usage": usage}).encode())


def failed(status: int, message: str = "no", **headers: str) -> Answer:
    """An HTTP failure as endpoints tell it."""
    body = json.dumps({"error": {"message": message}}).encode()
    return Answer(body, status, {"content-type": "application/json", **headers})


def listed(call: Call) -> list[int]:
    """The numbers of the choices that the question lists."""
    return [int(number) for number in re.findall(r"(?:^|\s)(\d+)\) ", call.prompt)]


def choosing(seed: int = 0) -> Behaviour:
    """Chooses a number of the list, or 0000 where there is none.

    It depends on the seed, the model and the prompt: the same question gets the same answer.
    """

    def choose(call: Call) -> Answer:
        random = Random(f"{seed}/{call.model}/{call.prompt}")
        numbers = listed(call)
        move = str(random.choice(numbers)) if numbers else "0000"
        return said(f'I think about it. {{"move": "{move}"}}')

    return choose


@dataclass
class Stub:
    """The endpoint; `behave` answers each request, in threads."""

    behave: Behaviour
    calls: list[Call] = field(default_factory=list)
    url: str = ""

    def answer(self, call: Call) -> Answer:
        self.calls.append(call)
        return self.behave(call)


@contextmanager
def serving(behave: Behaviour, port: int = 0) -> Iterator[Stub]:
    """The stub while it listens on a port of this machine."""
    stub = Stub(behave)
    over = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Stay silent."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            messages = tuple((each["role"], each["content"]) for each in body["messages"])
            answer = stub.answer(Call(body["model"], messages, dict(self.headers), body))
            over.wait(answer.hang)
            try:
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(answer.body) + answer.missing))
                self.end_headers()
                self.wfile.write(answer.body)
                self.close_connection |= bool(answer.missing)
            except OSError:
                self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.daemon_threads = True
    stub.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        over.set()
        server.shutdown()
        server.server_close()
        thread.join()
