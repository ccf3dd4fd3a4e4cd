"""Who may submit: tokens, sessions and roles, and what each of them sees."""

from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient

from stych_web.attempts import Attempts, caller
from stych_web.submitting.sessions import SESSION_SECONDS, Sessions
from tests.e2e.command import write_bot
from tests.submissions.archives import BOT, write_archive
from tests.submissions.registries import accept_all
from tests.web.authors import HERE, OWN, Person, application, people, token
from tests.web.sites import crawl
from tournaments.hosting.authors import Author, Role, revoke_author
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry
from tournaments.submissions.submitting import submit


def stored(data: Path, folder: Path, author: str | None) -> str:
    """A version that this author has stored, without the check."""
    with Store(data) as store:
        registry = BotRegistry(store, author)
        version, _ = submit(write_bot(folder), registry, lambda _: None)
    return str(version)


@pytest.mark.slow
def test_a_visitor_gets_no_cookie_and_sees_no_session(data: Path) -> None:
    with people(application(data)) as [visitor]:
        found = crawl(visitor.client, "/", "/submit", "/submit/account", "/submit/withdraw")
        assert len(found) > 10
        for address, answer in found.items():
            assert "set-cookie" not in answer.headers, address
        assert "your token" in visitor.client.get("/submit").text
        assert "Submit" in visitor.client.get("/").text
        for path in ("/submit", "/submit/withdraw", "/submit/logout"):
            answer = visitor.client.post(path, data={"csrf": "x"}, headers=OWN)
            assert answer.status_code == 403, path
        assert visitor.client.get("/submit/jobs/0123456789abcdef").status_code == 403


def test_without_the_option_there_is_nothing_to_submit_to(data: Path) -> None:
    from tests.web.sites import asked

    with asked(data) as client:
        assert client.get("/submit").status_code == 404
        assert client.post("/submit", headers=OWN).status_code == 404
        assert "/submit" not in client.get("/t/cup").text


@pytest.mark.parametrize("behind_tls", [False, True])
def test_the_cookie_goes_to_the_pages_of_authors_alone(data: Path, *, behind_tls: bool) -> None:
    base = HERE.replace("http:", "https:") if behind_tls else HERE
    given = token(data, "ann")
    with TestClient(application(data, behind_tls=behind_tls), base_url=base) as client:
        answer = client.post(
            "/submit/login", data={"token": given}, headers=OWN, follow_redirects=False
        )
        assert answer.status_code == 303
        words = {each.strip().lower() for each in answer.headers["set-cookie"].split(";")[1:]}
        expected = {"httponly", "samesite=strict", "path=/submit", f"max-age={SESSION_SECONDS}"}
        assert words == expected | ({"secure"} if behind_tls else set())
        page = client.get("/submit")
        assert "My bots" in page.text
        assert page.headers["cache-control"] == "no-store"
        assert given not in page.text


@pytest.mark.parametrize("wrong", ["", "x", "é", "\0", "a" * 200])
def test_a_wrong_token_opens_nothing(data: Path, wrong: str) -> None:
    token(data, "ann")
    with people(application(data)) as [person]:
        answer = person.log_in(wrong)
        assert answer.status_code == 403
        assert "Nobody has this token" in answer.text
        assert "set-cookie" not in answer.headers


def test_the_token_of_an_entrant_is_none_of_an_author(data: Path) -> None:
    from tournaments.hosting import tokens

    with Store(data) as store:
        given = tokens.issue(store.database, "ann")
    with people(application(data)) as [person]:
        assert person.log_in(given).status_code == 403


def test_tries_are_bounded_for_each_address(data: Path) -> None:
    given = token(data, "ann")
    with people(application(data, behind_tls=True)) as [person]:
        guesses = [person.log_in(f"guess {n}", **{"X-Forwarded-For": "9.9.9.9"}) for n in range(11)]
        assert [each.status_code for each in guesses] == [403] * 10 + [429]
        # Not even the right one, or guessing would go on at no cost.
        assert person.log_in(given, **{"X-Forwarded-For": "9.9.9.9"}).status_code == 429
        spoofed = {"X-Forwarded-For": "1.2.3.4, 9.9.9.9"}
        assert person.log_in(given, **spoofed).status_code == 429
        assert person.log_in(given, **{"X-Forwarded-For": "8.8.8.8"}).status_code != 429


def test_tries_come_back_with_time() -> None:
    now = 0.0
    attempts = Attempts(2, 10.0, lambda: now)
    assert [attempts.allow("a") for _ in range(3)] == [True, True, False]
    assert attempts.allow("b")
    now = 10.0
    assert [attempts.allow("a") for _ in range(2)] == [True, False]


def test_a_forwarded_address_counts_only_behind_a_proxy() -> None:
    def called(client: str, told: str = "", *, behind_proxy: bool = True) -> str:
        headers = [(b"x-forwarded-for", told.encode())] if told else []
        scope = {"type": "http", "headers": headers, "client": (client, 1)}
        return caller(Request(scope), behind_proxy=behind_proxy)

    assert called("127.0.0.1", "9.9.9.9", behind_proxy=False) == "127.0.0.1"
    assert called("127.0.0.1", "1.1.1.1, 9.9.9.9") == "9.9.9.9"
    assert called("127.0.0.1", "nonsense") == "unknown"
    assert called("2001:db8::1") == called("2001:db8::2:3")
    assert called("2001:db8::1") != called("2001:db8:0:1::1")


def test_sessions_end_by_time_number_and_logout() -> None:
    now = 0.0
    sessions = Sessions(secure=False, clock=lambda: now)
    author = Author("ann", Role.AUTHOR, "0" * 64, "")

    def begun() -> Request:
        answer = Response()
        sessions.begin(author, answer)
        cookie = answer.headers["set-cookie"].partition(";")[0]
        return Request({"type": "http", "headers": [(b"cookie", cookie.encode())]})

    first = begun()
    assert sessions.find(first)
    others = [begun() for _ in range(8)]
    assert not sessions.find(first), "an author has eight at most"
    assert all(map(sessions.find, others))
    sessions.end(others[0], Response())
    assert not sessions.find(others[0])
    now = SESSION_SECONDS + 1.0
    assert not any(map(sessions.find, others))


def test_a_token_that_is_void_ends_its_sessions(data: Path) -> None:
    with people(application(data), token(data, "ann")) as [ann]:
        assert "My bots" in ann.client.get("/submit").text
        with Store(data) as store:
            assert revoke_author(store.database, "ann")
        assert "your token" in ann.client.get("/submit").text
        assert ann.client.post("/submit", headers=OWN).status_code == 403


def test_a_new_token_ends_the_sessions_of_the_old_one(data: Path) -> None:
    with people(application(data), token(data, "ann", Role.OPERATOR)) as [ann]:
        token(data, "ann")
        assert "your token" in ann.client.get("/submit").text


@pytest.mark.slow
def test_authors_see_their_own_and_operators_all(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accept_all(monkeypatch)
    own = stored(data, tmp_path / "anns", "ann")
    other = stored(data, tmp_path / "theirs", None)
    given = (token(data, "ann"), token(data, "bob"), token(data, "boss", Role.OPERATOR))
    with people(application(data), *given) as [ann, bob, boss]:

        def shown(person: Person) -> list[str]:
            text = person.client.get("/submit/account").text
            return [version for version in (own, other) if version in text]

        assert [shown(each) for each in (ann, bob, boss)] == [[own], [], [own, other]]
        assert "Who has a token" in boss.client.get("/submit/account").text
        assert "Who has a token" not in ann.client.get("/submit/account").text
        for person, version in ((ann, other), (bob, own), (bob, "x"), (ann, "anns@9")):
            path = f"/submit/withdraw?version={version}"
            assert person.client.get(path).status_code == 404
            assert person.send("/submit/withdraw", version=version).status_code == 404
        assert own in ann.client.get(f"/submit/withdraw?version={own}").text
        assert "withdrawn" not in ann.client.get("/submit/account").text
        for person, version in ((ann, own), (boss, other)):
            assert "withdrawn" in person.send("/submit/withdraw", version=version).text


def test_who_logs_out_is_out(data: Path) -> None:
    with people(application(data), token(data, "ann")) as [ann]:
        [(name, value)] = ann.client.cookies.items()
        assert "your token" in ann.send("/submit/logout").text
        # Also for whoever has kept the cookie.
        ann.client.cookies.set(name, value, path="/submit")
        answer = ann.client.get("/submit")
        assert "your token" in answer.text


@pytest.mark.slow
def test_of_jobs_of_others_nothing_is_told(data: Path, tmp_path: Path) -> None:
    path = write_archive(tmp_path / "bot.zip", BOT)
    given = (token(data, "ann"), token(data, "bob"), token(data, "boss", Role.OPERATOR))
    with people(application(data), *given) as [ann, bob, boss]:
        own = ann.submit(path)
        assert "nothing is built here" in own.text
        address = own.url.path
        assert bob.client.get(address).status_code == 404
        assert bob.client.get(f"{address}/events").status_code == 404
        assert boss.client.get(address).status_code == 200
        assert address not in bob.client.get("/submit").text
        assert address in ann.client.get("/submit").text
