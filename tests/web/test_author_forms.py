"""Forms of authors: those of other pages are refused, and what comes is bounded."""

from pathlib import Path

import pytest

from stych_web.submitting import pages
from tests.submissions.registries import staging
from tests.web.authors import HERE, OWN, application, people, token

ARCHIVE = ("archive", ("bot.zip", b"?"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": HERE, "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
    ],
)
def test_forms_of_other_pages_are_refused(data: Path, headers: dict[str, str]) -> None:
    given = token(data, "ann")
    with people(application(data), given) as [ann]:
        fields = {"csrf": ann.csrf, "token": given, "version": "x@1"}
        for path in ("/submit", "/submit/login", "/submit/logout", "/submit/withdraw"):
            assert ann.client.post(path, data=fields, headers=headers).status_code == 403, path
        assert "My bots" in ann.client.get("/submit").text
        assert ann.log_in(given).status_code == 200
        answer = ann.client.post("/submit/login", data=fields, headers={"Origin": HERE})
        assert answer.status_code == 200


@pytest.mark.parametrize("wrong", ["", "x"])
def test_forms_without_the_word_of_the_session_are_refused(data: Path, wrong: str) -> None:
    with people(application(data), token(data, "ann")) as [ann]:
        assert ann.upload([ARCHIVE], wrong).status_code == 403
        for path in ("/submit/logout", "/submit/withdraw"):
            answer = ann.client.post(path, data={"csrf": wrong}, headers=OWN)
            assert answer.status_code == 403
        assert not (data / "bots").exists() or staging(data) == []


def test_the_word_of_one_session_is_none_of_another(data: Path) -> None:
    with people(application(data), token(data, "ann"), token(data, "bob")) as [ann, bob]:
        assert ann.csrf != bob.csrf
        assert bob.upload([ARCHIVE], ann.csrf).status_code == 403


def test_forms_are_bounded_while_they_are_read(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "MOST_FORM", 100_000)
    monkeypatch.setattr(pages, "MOST_FILES", 20)
    with people(application(data), token(data, "ann")) as [ann]:
        large = ann.upload([("archive", ("bot.zip", bytes(200_000)))])
        assert large.status_code == 422
        assert "The upload is too large: it may have 64 MiB" in large.text
        many = ann.upload([("folder", (f"bot/{n}", b"")) for n in range(21)])
        assert "The upload is too large" in many.text
        kind = {"Content-Type": "multipart/form-data; boundary=x", **OWN}
        # In pieces, so that no length is told beforehand.
        answer = ann.client.post("/submit", content=iter([bytes(200_000)]), headers=kind)
        assert "The upload is too large" in answer.text
        answer = ann.client.post("/submit/login", content=bytes(20_000), headers=kind)
        assert answer.status_code == 413
        plain = {"Content-Type": "application/x-www-form-urlencoded", **OWN}
        answer = ann.client.post("/submit", content=b"a=" + bytes(20_000), headers=plain)
        assert answer.status_code == 413
        assert "form without files may have 16384 bytes" in answer.text
        assert ann.client.post("/submit", content=b"x", headers=OWN).status_code == 415
        assert ann.client.post("/submit", content=b"x", headers=kind).status_code in (400, 403)
        assert not (data / "bots").exists()


@pytest.mark.slow
def test_uploads_are_bounded_for_each_author(data: Path) -> None:
    with people(application(data), token(data, "ann"), token(data, "bob")) as [ann, bob]:
        answers = [ann.upload([("archive", ("x", b""))]).status_code for _ in range(11)]
        assert answers == [422] * 10 + [429]
        assert bob.upload([("archive", ("x", b""))]).status_code == 422


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([], "choose an archive, or a folder"),
        ([ARCHIVE, ("folder", ("bot/bot.toml", b""))], "choose an archive, or a folder"),
        ([ARCHIVE, ARCHIVE], "choose an archive, or a folder"),
        ([("archive", ("bot.rar", b"?"))], "bot.rar is no archive that can be read"),
        ([("archive", ("", b"?"))], "choose an archive, or a folder"),
    ],
)
def test_what_is_no_upload(
    data: Path, files: list[tuple[str, tuple[str, bytes]]], said: str
) -> None:
    with people(application(data), token(data, "ann")) as [ann]:
        sent = files or [("other", ("x", b""))]
        answer = ann.upload(sent)
        assert answer.status_code == 422
        assert said.lower() in answer.text.lower()
        assert not (data / "bots").exists() or staging(data) == []
