"""The stored bots that an author may see and withdraw; for an operator all stored bots."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from stych_web.site import NotFoundError
from tournaments.hosting.authors import Author, authors
from tournaments.storage.bots import Version, version_states
from tournaments.storage.store import Store
from tournaments.submissions.registry import BotRegistry


@dataclass(frozen=True, slots=True)
class AccountLine:
    """One version in the list of an account."""

    version: Version
    state: str
    """The state of the version, as `stych bots` names it."""


@dataclass(frozen=True, slots=True)
class AccountView:
    """The lists on the page of an author or an operator."""

    lines: Sequence[AccountLine]
    """The versions that may be seen and withdrawn, in the order of names and numbers."""
    people: Sequence[Author]
    """All authors and operators. Empty for an author, who may not know who else submits here."""


def account_view(data: Path, author: Author) -> AccountView:
    """The view of the author, read from the data folder `data`. Raises UserError."""
    with Store(data) as store:
        registry = BotRegistry(store)
        versions = registry.versions()
        states = version_states(versions, registry.sizes())
        people = authors(store.database) if author.is_operator else []
    lines = [
        AccountLine(version, state)
        for version, state in zip(versions, states, strict=True)
        if _may_withdraw(author, version)
    ]
    return AccountView(lines, people)


def find_own(data: Path, author: Author, text: str) -> Version:
    """The version that is called `text`, such as thumb@2, if the author may withdraw it.

    Raises NotFoundError for any other text, and UserError when the data folder cannot be read.
    """
    with Store(data) as store:
        return _own(BotRegistry(store), author, text)


def withdraw_own(data: Path, author: Author, text: str) -> None:
    """Withdraw the version that `find_own` finds. Raises as `find_own` does."""
    with Store(data) as store:
        registry = BotRegistry(store)
        registry.withdraw(_own(registry, author, text))


def _own(registry: BotRegistry, author: Author, text: str) -> Version:
    # One answer for a missing version and for a version of another author: nobody learns which bots
    # others have.
    for version in registry.versions():
        if str(version) == text and _may_withdraw(author, version):
            return version
    raise NotFoundError(f"you have no version {text[:80]!r}; your bots are at /submit/account")


def _may_withdraw(author: Author, version: Version) -> bool:
    return author.is_operator or version.author == author.name
