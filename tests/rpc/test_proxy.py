"""The parts of the proxy: frames that are counted, what may be sent, whose turn it is."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from referee.rpc.proxy.bounds import KNOWN, NEW, Allowance, Bound, Bucket, ConnectionLimits
from referee.rpc.proxy.connection import ConnectionStage
from referee.rpc.proxy.frames import BAD_REQUEST, PREFACE, Counts, Frames, NotHttp2Error, goaway
from referee.rpc.proxy.messages import Message
from referee.rpc.proxy.serving import Proxy, origin
from referee.rpc.proxy.waiting import Unauthenticated
from tests.floods.frames import DATA, HEADERS, HELLO, PING, SETTINGS, frame

SAID = HELLO + frame(HEADERS, bytes(3000)) + frame(DATA, bytes(50)) + 2 * frame(PING, bytes(8))


@pytest.mark.parametrize("step", [1, 2, 8, 9, 10, 1000, len(SAID)])
def test_frames_are_counted_the_same_however_they_come(step: int) -> None:
    frames = Frames(PREFACE)
    counted = [frames.count(SAID[at : at + step]) for at in range(0, len(SAID), step)]
    # Settings, headers of almost 3 KiB, data, and two pings.
    assert [sum(each) for each in zip(*counted, strict=True)] == [1 + 3 + 1 + 2, 1, 1, 50]
    assert frames.begun
    assert frames.is_between_frames


def test_a_frame_that_has_begun_is_not_between() -> None:
    frames = Frames()
    for part, between in ((frame(SETTINGS), True), (b"\0\0", False), (b"\1\6\0\0\0\0\0", False)):
        frames.count(part)
        assert frames.is_between_frames is between
    frames.count(b"!")
    assert frames.is_between_frames


@pytest.mark.parametrize(
    "said", [b"GET / HTTP/1.1\r\n", b"\x16\x03\x01", PREFACE + frame(PING, bytes(8))]
)
def test_what_is_no_http2_is_found_out(said: bytes) -> None:
    with pytest.raises(NotHttp2Error):
        Frames(PREFACE).count(said)


def test_the_goodbye_of_a_connection_is_one_frame() -> None:
    frames = Frames()
    frames.count(frame(SETTINGS))
    assert frames.count(goaway("too much")) == Counts(1)
    assert frames.is_between_frames


def test_a_bucket_leaks_and_what_is_earned_may_be_taken() -> None:
    bucket = Bucket(Bound(10, 2), 0)
    assert bucket.take(10, 0)
    assert bucket.take(4, 2)
    bucket.earn(8)
    assert bucket.take(8, 2)
    assert not bucket.take(1, 2)


def test_a_client_that_answers_everything_is_never_beyond_its_bound() -> None:
    """For each batch it sends a frame for each decision, and four frames beside these."""
    for limits in (NEW, KNOWN):
        allowance = Allowance(limits, 0)
        for _ in range(10_000):
            for decisions in (1, 8, 24):
                allowance.earn(Counts(1, data_frames=1, data_bytes=40 * decisions))
                assert allowance.take(Counts(decisions + 4, data_frames=decisions), 0)


@pytest.mark.parametrize("limits", [NEW, KNOWN])
def test_calls_are_bounded_however_much_a_client_is_sent(limits: ConnectionLimits) -> None:
    allowance = Allowance(limits, 0)
    made = 0
    while allowance.take(Counts(2, calls=1), 0):
        made += 1
        allowance.earn(Counts(100, data_frames=100))
    assert made == limits.calls.most


def test_a_message_keeps_what_it_says() -> None:
    assert Message.read(Message("known", 7).line()) == Message("known", 7)


@pytest.mark.parametrize(
    ("host", "found"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_a_machine_with_many_addresses_is_one(host: str, found: str) -> None:
    assert origin(host) == found


class Visitor:
    """In the place of a connection."""

    def __init__(self, all_new: Unauthenticated, number: int, origin: str) -> None:
        self.number, self.origin, self.stage = number, origin, ConnectionStage.WAITING
        self._all = all_new
        self.open = True
        all_new.add(self.connection)

    @property
    def connection(self) -> Any:
        return self

    def close(self, refused: str = "") -> None:
        self.open, self.refused = False, refused
        self._all.remove(self.connection)

    def wait(self) -> None:
        self._all.wait(self.connection)


def test_too_many_connections_from_one_address_push_out_their_own() -> None:
    all_new = Unauthenticated(10)
    honest = Visitor(all_new, 0, "there")
    many = [Visitor(all_new, number, "here") for number in range(1, 50)]
    assert honest.open
    assert sum(each.open for each in many) == 9


def test_whoever_waits_comes_soon_however_many_wait_from_one_address() -> None:
    all_new = Unauthenticated(1000)
    many = [Visitor(all_new, number, "here") for number in range(500)]
    honest = Visitor(all_new, 1000, "there")
    for each in (*many, honest):
        each.wait()
    taken = [all_new.next() for _ in range(60)]  # on average half for each address
    assert honest.connection in taken


def test_room_is_made_at_the_cost_of_the_address_with_most_connections() -> None:
    all_new = Unauthenticated(1000)
    many = [Visitor(all_new, number, "here") for number in range(20)]
    honest = Visitor(all_new, 1000, "there")
    for each in (*many, honest):
        each.stage = ConnectionStage.ASKING
    all_new.make_room(22)
    assert all(each.open for each in many)
    all_new.make_room(21)
    assert (sum(each.open for each in many), honest.open) == (19, True)


def test_nobody_waits_twice_or_after_the_end() -> None:
    all_new = Unauthenticated(10)
    one, other = (Visitor(all_new, number, "here") for number in range(2))
    one.wait()
    other.wait()
    other.close()
    assert [all_new.next(), all_new.next()] == [one.connection, None]


def test_who_is_added_twice_is_there_once() -> None:
    all_new = Unauthenticated(2)
    one = Visitor(all_new, 0, "here")
    for _ in range(5):
        all_new.add(one.connection)
    other = Visitor(all_new, 1, "here")
    assert (one.open, other.open) == (True, True)


@pytest.fixture
def proxy() -> Iterator[tuple[Proxy, socket.socket, int]]:
    """A proxy that numbers connections from 8 on, the socket for its orders, and its port."""
    ours, theirs = socket.socketpair()
    with ours, theirs, socket.create_server(("127.0.0.1", 0)) as listener:
        made = Proxy([listener], "/nowhere", theirs, None, last=7)
        yield made, ours, listener.getsockname()[1]
        for each in list(made._connections.values()):
            each.close()
        made._lanes.known.close()
        made._lanes.new.close()


def step(proxy: Proxy) -> None:
    """Serve once what is ready."""
    for lane in (proxy._lanes.new, proxy._lanes.known):
        for key, _ in lane.select(0.1):
            key.data()


@pytest.mark.parametrize(
    "stage",
    [
        ConnectionStage.BEGINNING,
        ConnectionStage.WAITING,
        ConnectionStage.LEAVING,
        ConnectionStage.FLOODED,
    ],
)
def test_an_order_for_a_connection_in_another_stage_changes_nothing(
    proxy: tuple[Proxy, socket.socket, int], stage: ConnectionStage
) -> None:
    made, ours, port = proxy
    with socket.create_connection(("127.0.0.1", port)):
        step(made)
        (connection,) = made._connections.values()
        assert connection.number == 8
        connection.stage = stage
        if stage is ConnectionStage.FLOODED:
            made._new.remove(connection)  # as one that was KNOWN before
        counted = made._new._count
        for word in ("done", "known"):
            ours.send(Message(word, 8).line())
            step(made)
            assert (connection.stage, made._new._count) == (stage, counted)


def test_a_connection_is_counted_again_once_its_stream_has_ended(
    proxy: tuple[Proxy, socket.socket, int],
) -> None:
    made, ours, port = proxy
    with socket.create_connection(("127.0.0.1", port)):
        step(made)
        (connection,) = made._connections.values()
        connection.stage = ConnectionStage.ASKING
        for word, stage, counted in (
            ("known", ConnectionStage.KNOWN, 0),
            ("done", ConnectionStage.ASKING, 1),
        ) * 2:
            ours.send(Message(word, 8).line())
            step(made)
            assert (connection.stage, made._new._count) == (stage, counted)


@pytest.mark.parametrize("said", [b"\x16\x03\x01" + bytes(1500), b"GET / HTTP/1.1\r\n\r\n"])
def test_whoever_speaks_no_http2_is_told_so_in_plain_text_and_cut_off(
    proxy: tuple[Proxy, socket.socket, int], said: bytes
) -> None:
    made, _, port = proxy
    with socket.create_connection(("127.0.0.1", port), 10) as client:
        client.sendall(said)
        step(made)
        step(made)
        heard = b"".join(iter(lambda: client.recv(4096), b""))
    assert (heard, made._connections) == (BAD_REQUEST, {})


def test_a_client_that_takes_no_answer_is_cut_off_at_once(
    proxy: tuple[Proxy, socket.socket, int],
) -> None:
    """The proxy neither waits for it nor keeps anything of it."""
    made, _, port = proxy
    with socket.create_connection(("127.0.0.1", port)) as client:
        step(made)
        (connection,) = made._connections.values()
        with suppress(BlockingIOError):
            while True:
                connection._client.sock.send(bytes(1 << 16))
        client.sendall(b"\x16\x03\x01")
        step(made)
        assert (connection.open, made._connections) == (False, {})
