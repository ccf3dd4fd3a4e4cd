"""Debian's server, whose version is another one than the package's: schema, store and locks."""

from collections.abc import Iterator

import pytest

from tests.postgresql.conftest import server_of_all
from tests.postgresql.server import Origin, Server, origin
from tests.postgresql.test_locks import (
    test_four_processes_that_save_the_same_matches_make_one_chain_without_a_gap,
    test_who_lost_its_lock_writes_nothing_more,
)
from tests.postgresql.test_schema import test_a_new_database_has_what_the_migrations_make
from tests.tournaments.test_store import (
    test_matches_are_found_by_the_beginning_of_their_id,
    test_records_come_back_as_they_were_by_board_and_id,
    test_saving_again_changes_nothing,
)

__all__ = [
    "test_a_new_database_has_what_the_migrations_make",
    "test_four_processes_that_save_the_same_matches_make_one_chain_without_a_gap",
    "test_matches_are_found_by_the_beginning_of_their_id",
    "test_records_come_back_as_they_were_by_board_and_id",
    "test_saving_again_changes_nothing",
    "test_who_lost_its_lock_writes_nothing_more",
]

pytestmark = pytest.mark.slow

SERVED = "."


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if reason := Origin.DEBIAN.why_not():
        pytest.skip(reason)
    if origin() is Origin.DEBIAN:
        pytest.skip("all tests with a server are with Debian's here")
    with server_of_all(tmp_path_factory, Origin.DEBIAN) as server:
        yield server


def test_it_is_the_server_of_these_programs(server: Server) -> None:
    assert server.programs.parts[:4] == ("/", "usr", "lib", "postgresql")
    with server.session() as session:
        assert session.info.server_version // 10_000 == int(server.programs.parts[4])
