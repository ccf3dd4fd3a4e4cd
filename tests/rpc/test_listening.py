"""Where a lobby listens: at all addresses of a name that this machine has; and the errors."""

import errno
import socket
from contextlib import ExitStack
from typing import Any

import pytest

from referee.rpc.listening import listening_sockets

V4, V6 = socket.AF_INET, socket.AF_INET6


def named(monkeypatch: pytest.MonkeyPatch, *hosts: str) -> None:
    """Have every name resolved to these addresses of IPv4."""

    def found(_: str, port: int, **more: Any) -> list[Any]:
        del more
        return [(V4, socket.SOCK_STREAM, 6, "", (host, port)) for host in hosts]

    monkeypatch.setattr(socket, "getaddrinfo", found)


def where(address: str) -> list[Any]:
    with ExitStack() as stack:
        return [stack.enter_context(each).getsockname() for each in listening_sockets(address)]


def test_with_port_0_all_addresses_get_the_same_port(monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, "127.0.0.1", "127.0.0.2", "127.0.0.1")
    (one, port), (other, same) = where("a.name:0")
    assert (one, other) == ("127.0.0.1", "127.0.0.2")
    assert port == same != 0


def test_an_address_that_this_machine_does_not_have_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named(monkeypatch, "203.0.113.1", "127.0.0.1")
    assert [host for host, _ in where("a.name:0")] == ["127.0.0.1"]


def test_a_name_without_an_address_of_this_machine_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named(monkeypatch, "203.0.113.1", "203.0.113.2")
    with pytest.raises(OSError, match="assign requested address"):
        listening_sockets("a.name:0")


def test_a_family_that_this_machine_does_not_know_is_passed_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = socket.socket

    def unknown(family: int = V4, *more: Any, **others: Any) -> socket.socket:
        if family == V6:
            raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")
        return real(family, *more, **others)

    both = [(V6, 1, 6, "", ("::1", 0, 0, 0)), (V4, 1, 6, "", ("127.0.0.1", 0))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: both)
    monkeypatch.setattr(socket, "socket", unknown)
    assert [each[0] for each in where("a.name:0")] == ["127.0.0.1"]


def test_a_port_that_is_taken_on_one_address_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    named(monkeypatch, "127.0.0.1", "127.0.0.2")
    with (
        socket.create_server(("127.0.0.2", 0)) as taken,
        pytest.raises(OSError, match="in use"),
    ):
        listening_sockets(f"a.name:{taken.getsockname()[1]}")


def test_what_is_no_name_of_a_host_is_said_in_words() -> None:
    with pytest.raises(OSError, match="this is no name of a host"):
        listening_sockets(f"{'x' * 70}.org:0")
